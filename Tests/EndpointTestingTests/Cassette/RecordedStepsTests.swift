import Testing

@testable import EndpointTesting

@Suite struct RecordedStepsTests {
    private let clock = TestClock()
    private let recording: Recording

    init() { recording = Recording(time: clock.time) }

    /// A client whose first answer is 503, and the others 200. Each takes 30 ms.
    private func server() -> MockClient {
        let count = Locked(0)
        return MockClient { [clock] request in
            clock.advance(by: .milliseconds(30))
            let number = count.withLock { count in
                count += 1
                return count
            }
            return try .json("\(number)", status: number == 1 ? 503 : 200, to: request)
        }
    }

    @Test func `a recorder around a stack records the decisions of a call with their times`() async throws {
        let client = server().retrying(time: .leaping).recording(into: recording, baseURL: api)
        #expect(try await client.request(NumberEndpoint()) == 2)
        let steps = try #require(recording.cassette.interactions.first).steps
        #expect(recording.cassette.interactions.count == 1)
        #expect(steps.map(\.name) == ["attempted", "retrying", "attempted"])
        #expect(steps.map(\.level) == [.debug, .notice, .debug])
        #expect(steps[1].text.hasPrefix("503 Service Unavailable: retrying in "))
        #expect(steps.map(\.time) == [.milliseconds(30), .milliseconds(30), .milliseconds(60)])
    }

    @Test func `a recorder inside a stack records which attempt an exchange is`() async throws {
        let client = server().recording(into: recording, baseURL: api).retrying(time: .leaping)
        #expect(try await client.request(NumberEndpoint()) == 2)
        #expect(recording.cassette.interactions.map { $0.steps.map(\.text) } == [[], ["attempt 2 of the call"]])
    }

    @Test func `the steps are in the file and in the page`() async throws {
        let client = server().retrying(time: .leaping).recording(into: recording, baseURL: api)
        _ = try await client.request(NumberEndpoint())
        let har = try recording.cassette.har().data
        #expect(
            String(decoding: har, as: UTF8.self).contains(
                #""name": "retrying", "level": "notice", "text": "503 Service"#))
        var report = HARReport()
        try report.add(har: har, named: "retried.har")
        #expect(String(decoding: report.html(), as: UTF8.self).contains(#""g":["attempted","retrying","attempted"]"#))
    }

    @Test func `a failed refresh is recorded without the credential`() async throws {
        let client = MockClient { request in
            request.context.emit(.noCredential(because: "the token t0ken-t0ken-t0ken-1 is refused"))
            return try .json("1", to: request)
        }.recording(into: recording, baseURL: api)
        _ = try await client.request(NumberEndpoint(headers: ["Authorization": "Bearer t0ken-t0ken-t0ken-1"]))
        let har = try recording.cassette.har().data
        #expect(String(decoding: har, as: UTF8.self).contains("is refused"))
        #expect(!String(decoding: har, as: UTF8.self).contains("t0ken-t0ken-t0ken-1"))
    }
}
