import EndpointTesting
import Testing

@testable import EndpointClient

/// The limits of an endpoint and of a call, in place of those of the client and its layers.
@Suite struct CallTimeoutsTests {
    private let clock = TestClock()
    private struct PatientEndpoint: VoidEndpoint {
        var timeouts: CallTimeouts? = CallTimeouts(head: .seconds(60))

        func makeRequest() throws -> URLRequest { try .get("slow") }
    }

    /// A client that does not enforce deadlines.
    private struct ClockedClient: APIClient {
        let base: any APIClient
        var traits: ClientTraits

        init(_ base: any APIClient, _ time: TimeSource) {
            (self.base, traits) = (base, base.traits)
            traits.time = time
        }

        func send(_ request: APIRequest) async throws -> APIResponse { try await base.send(request) }
    }

    /// A client that answers after so many seconds.
    private func answering(after seconds: Int) -> MockClient {
        MockClient { On(PatientEndpoint.self).reply().delayed(by: .seconds(seconds), time: clock.time).anyTimes() }
    }

    private func stack(_ client: any APIClient, _ change: (inout ClientStack) -> Void = { _ in }) -> any APIClient {
        client.standard {
            ($0.time, $0.retry) = (clock.time, nil)
            change(&$0)
        }
    }

    /// The sentence of the error of a call, or nil if it succeeds after this many seconds.
    private func sentence(
        after seconds: Int, _ client: any APIClient, _ endpoint: PatientEndpoint = .init(),
        timeouts: CallTimeouts? = nil
    ) async throws -> String? {
        let call = Task { try await client.request(endpoint, timeouts: timeouts) }
        await clock.sleepers(1)
        clock.advance(by: .seconds(seconds))
        guard case .failure(let error) = await call.result else { return nil }
        #expect((error as? URLError)?.code == .timedOut)
        return error.localizedDescription
    }

    @Test func `an answer after 22 s succeeds for an endpoint that allows 60 s`() async throws {
        #expect(try await sentence(after: 22, stack(answering(after: 22))) == nil)
    }

    @Test func `without limits of its own it fails after 20 s, and the sentence says what to change`() async throws {
        let sentence = try await sentence(after: 20, stack(answering(after: 22)), PatientEndpoint(timeouts: nil))
        #expect(sentence?.contains("20 s, the default of `standard`. For another limit set `attemptDeadline`") == true)
    }

    @Test func `the limit of the endpoint ends an attempt, also without a stack`() async throws {
        let text = "The attempt waited longer than 60 s, the `timeouts.head` of the endpoint."
        let stack = stack(answering(after: 90)) { $0.deadline = nil }
        #expect(try await sentence(after: 60, stack)?.hasPrefix(text) == true)
        #expect(try await sentence(after: 60, ClockedClient(answering(after: 90), clock.time)) == text)
    }

    @Test func `a limit of the call takes precedence over that of the endpoint`() async throws {
        let timeouts = CallTimeouts(head: .seconds(5), call: .seconds(300))
        let text = "The attempt waited longer than 5 s, the `timeouts.head` of the call."
        #expect(try await sentence(after: 5, stack(answering(after: 90)), timeouts: timeouts) == text)
    }

    @Test func `the limit of the whole call replaces the deadline of the stack, whether longer or shorter`()
        async throws
    {
        let long = CallTimeouts(head: .seconds(500), call: .seconds(300))
        #expect(try await sentence(after: 90, stack(answering(after: 90)), timeouts: long) == nil)
        let short = CallTimeouts(call: .seconds(2))
        let text = "The call took longer than 2 s, the `timeouts.call` of the call."
        #expect(try await sentence(after: 2, stack(answering(after: 90)), timeouts: short) == text)
        let set = stack(answering(after: 90)) { $0.deadline = .seconds(1) }
        #expect(try await sentence(after: 90, set, timeouts: long) == nil)
    }

    @Test func `a default deadline is at least as long as the limit of an attempt, and one that is set is not`()
        async throws
    {
        let timeouts = CallTimeouts(head: .seconds(200))
        #expect(try await sentence(after: 100, stack(answering(after: 100)), timeouts: timeouts) == nil)
        let set = stack(answering(after: 100)) { $0.deadline = .seconds(60) }
        let text = "The call took longer than 60 s, the `deadline` of its client stack."
        #expect(try await sentence(after: 60, set, timeouts: timeouts) == text)
    }

    @Test func `a limit below zero counts as zero`() async throws {
        let error = await #expect(throws: URLError.self) {
            try await stack(answering(after: 1)).request(
                PatientEndpoint(), timeouts: CallTimeouts(head: .seconds(-1)))
        }
        #expect(error?.localizedDescription.contains("longer than 0 s") == true)
    }
}

/// The limits for the elements of a stream.
@Suite struct ElementTimeoutsTests {
    private let clock = TestClock()

    private struct LineEndpoint: JsonLinesEndpoint {
        typealias Content = Int

        var timeouts: CallTimeouts?

        func makeRequest() throws -> URLRequest { try .get("lines") }
    }

    /// The elements of a stream whose pieces arrive at this interval, and the sentence of its error.
    private func read(
        _ pieces: [String], every interval: Int, _ timeouts: CallTimeouts?, ofCall: CallTimeouts? = nil,
        pausing pause: Int = 0
    ) async throws -> (elements: [Int], sentence: String?) {
        let chunks = pieces.map { Data($0.utf8) }, clock = clock
        let mock = MockClient {
            On(LineEndpoint.self).stream(chunks: chunks, every: .seconds(interval), time: clock.time).anyTimes()
        }
        let client = mock.standard { $0.time = clock.time }
        let reading = Task {
            var elements: [Int] = []
            do {
                for try await element in client.stream(LineEndpoint(timeouts: timeouts), timeouts: ofCall) {
                    elements.append(element)
                    if pause > 0 { try await clock.sleep(for: .seconds(pause)) }
                }
                return (elements, String?.none)
            } catch {
                return (elements, error.localizedDescription)
            }
        }
        await clock.run(for: .seconds(200))
        return await reading.value
    }

    @Test func `the first element may take longer than those after it`() async throws {
        let timeouts = CallTimeouts(firstElement: .seconds(30), betweenElements: .seconds(5))
        let (elements, sentence) = try await read(["\n", "\n1\n2\n", "3\n"], every: 20, timeouts)
        #expect(elements == [1, 2])
        #expect(
            sentence == "The next element of the stream did not arrive within 5 s, the `timeouts.betweenElements` "
                + "of the endpoint.")
    }

    @Test func `bytes that are no element do not extend the limit of the first`() async throws {
        let (elements, sentence) = try await read(
            ["\n", "\n", "\n", "\n", "1\n"], every: 8, CallTimeouts(firstElement: .seconds(30)))
        #expect(elements == [])
        #expect(
            sentence == "The first element of the stream did not arrive within 30 s, the `timeouts.firstElement` "
                + "of the endpoint.")
    }

    @Test func `elements in time arrive, and the limits of the call take precedence`() async throws {
        let short = CallTimeouts(firstElement: .seconds(1), betweenElements: .seconds(1))
        let long = CallTimeouts(firstElement: .seconds(9), betweenElements: .seconds(9))
        let (elements, sentence) = try await read(["\n", "1\n", "2\n", "3\n"], every: 8, short, ofCall: long)
        #expect(elements == [1, 2, 3])
        #expect(sentence == nil)
    }

    @Test func `the time that the reader takes does not count`() async throws {
        let (elements, sentence) = try await read(
            ["1\n", "2\n", "3\n"], every: 4, CallTimeouts(betweenElements: .seconds(5)), pausing: 30)
        #expect(elements == [1, 2, 3])
        #expect(sentence == nil)
    }
}
