import EndpointTesting
import Testing

@Suite struct FallingBackClientTests {
    private let mirror = MockClient.always(.status(200, headers: ["X-From": "mirror"]))

    private func answer(_ reply: MockReply) async throws -> String? {
        let client = MockClient.always(reply).fallingBack(to: mirror)
        return try await client.send(.get, "x").http.value(forHTTPHeaderField: "X-From")
    }

    @Test(arguments: [408, 429, 500, 503]) func `a fallback is asked when the server is temporarily unavailable`(
        status: Int
    ) async throws {
        #expect(try await answer(.status(status)) == "mirror")
    }

    @Test(arguments: [200, 304, 400, 401, 404, 501]) func `a fallback isn't asked after any other status`(status: Int)
        async throws
    {
        #expect(try await answer(.status(status)) == nil)
        #expect(mirror.requests.isEmpty)
    }

    @Test(arguments: [URLError.Code.timedOut, .notConnectedToInternet, .cannotFindHost])
    func `a fallback is asked when there is no answer`(code: URLError.Code) async throws {
        #expect(try await answer(.fail(.error(code))) == "mirror")
    }

    @Test func `a fallback is asked when the breaker is open`() async throws {
        let error = BreakerOpenError(host: "x", retryAfter: .seconds(1))
        #expect(try await answer(MockReply { _ in throw error }) == "mirror")
    }

    @Test func `a request that isn't safe to repeat falls back only if it was never sent`() async throws {
        for reply: MockReply in [.fail(.timedOut), .fail(.reset), .status(503)] {
            let client = MockClient.always(reply).fallingBack(to: mirror)
            _ = try? await client.send(.post, "x")
        }
        #expect(mirror.requests.isEmpty)
        _ = try await MockClient.always(.fail(.refused)).fallingBack(to: mirror).send(.post, "x")
        let open = MockReply { _ in throw BreakerOpenError(host: "x", retryAfter: .seconds(1)) }
        _ = try await MockClient.always(open).fallingBack(to: mirror).send(.post, "x")
        _ = try await MockClient.always(.fail(.timedOut)).fallingBack(to: mirror)
            .send(.post, "x", headers: ["Idempotency-Key": "1"])
        #expect(mirror.requests.count == 3)
    }

    @Test func `a custom fallback answer may replace any request`() async throws {
        let client = MockClient.always(.fail(.timedOut)).fallingBack { [mirror] in try await mirror.send($0) }
        #expect(try await client.send(.post, "x").http.statusCode == 200)
    }

    @Test(arguments: [400, 404]) func `an error with a status that isn't an outage is the answer`(status: Int)
        async throws
    {
        let failing = MockReply { request in
            let response = try APIResponse.answer(status, to: request)
            try HTTPError.check(response.http, with: response.data)
            return response
        }
        let client = MockClient.always(failing).fallingBack(to: mirror)
        await #expect(throws: HTTPError.self) { try await client.send(.get, "x") }
        #expect(mirror.requests.isEmpty)
    }

    @Test func `a request that is refused before it is sent doesn't fall back`() async throws {
        let client = MockClient.always(MockReply { _ in throw RequestError(.url("")) }).fallingBack(to: mirror)
        await #expect(throws: RequestError.self) { try await client.send(.get, "x") }
        #expect(mirror.requests.isEmpty)
    }

    @Test func `a failure that the endpoint accepts is the answer`() async throws {
        let client = MockClient.always(.status(503, json: "[1]")).fallingBack(to: mirror)
        #expect(try await client.request(TaxEndpoint()) == [1])
        #expect(mirror.requests.isEmpty)
    }

    @Test func `a cancelled call doesn't fall back`() async throws {
        let client = MockClient { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw URLError(.timedOut)
        }
        let call = Task { [mirror] in try await client.fallingBack(to: mirror).send(.get, "x") }
        await #expect(throws: URLError.self) { try await call.value }
        #expect(mirror.requests.isEmpty)
    }

    @Test func `the error of a failing fallback is the error of the call`() async throws {
        let client = MockClient.always(.status(503)).fallingBack(to: MockClient.always(.fail(.offline)))
        let error = await #expect(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error?.code == .notConnectedToInternet)
    }

    @Test(arguments: [Redaction.off, .showingValues, .standard])
    func `a closure as a fallback leaves the redaction as it is`(redaction: Redaction) {
        let client = MockClient(redaction: redaction) { On(RawEndpoint.self).status(200) }
            .fallingBack { try .json("{}", to: $0) }
        #expect(client.traits.redaction == redaction)
        #expect(!client.traits.tracesRequests)
    }

    @Test func `a custom rule decides when to fall back`() async throws {
        let client = MockClient.always(.status(404)).fallingBack(
            when: { result, _ in (try? result.get().http.statusCode) == 404 }, to: { try .answer(203, to: $0) })
        #expect(try await client.send(.get, "x").http.statusCode == 203)
    }

    @Test(arguments: [(503, "503 Service Unavailable"), (nil, "timed out")] as [(Int?, String)])
    func `the event of a fallback has the reason`(status: Int?, reason: String) async throws {
        let steps = Steps()
        let reply: MockReply = status.map { .status($0) } ?? .fail(.timedOut)
        _ = try await MockClient.always(reply).fallingBack(to: mirror).metering(steps.note).send(.get, "x")
        #expect(steps.all == ["began", "fell back: \(reason)", "ended: 200"])
    }

    @Test func `a fallback outside of retries is asked when they are used up`() async throws {
        let mock = MockClient.always(.status(503))
        _ = try await mock.retryingAtOnce().fallingBack(to: mirror).send(.get, "x")
        #expect(mock.requests.count == 3)
        #expect(mirror.requests.count == 1)
    }
}
