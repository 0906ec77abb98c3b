import EndpointTesting
import Testing

/// Against a real server that fails in every way it can.
@Suite struct RetryingClientServerTests {
    private static let half = LoopbackResponse(body: bytes(1000))

    static let failures: [LoopbackReply] = [
        .closeWithoutAnswer, .reset, .cut(half, afterBodyBytes: 500), .cutThenReset(half, afterBodyBytes: 500),
        .status(408), .status(500), .status(502), .status(503), .status(504),
        .raw(Data("no HTTP at all\r\n\r\n".utf8), close: true),
    ]

    @Test(arguments: failures.indices) func `what is not safe to repeat is sent once`(index: Int) async throws {
        let server = try LoopbackServer { _ in Self.failures[index] }
        let client = URLSessionClient(server).retryingAtOnce()
        _ = try? await client.upload(SendEndpoint(.data(bytes(1000)), .post))
        #expect(server.requests.map(\.body) == [bytes(1000)])
    }

    /// Each kind of body, and what it is read from.
    private func bodies() throws -> [(UploadEndpointBody, TemporaryFile?)] {
        let file = try TemporaryFile(bytes(50_000))
        return [
            (.data(bytes(50_000)), nil), (.file(file.url), file),
            (.stream(InputStream(data: bytes(50_000)), length: 50_000), nil),
        ]
    }

    @Test(arguments: failures.indices.dropLast(), 0..<3) func `what is safe has a fresh body each time`(
        index: Int, kind: Int
    )
        async throws
    {
        let server = try LoopbackServer { _ in Self.failures[index] }
        let client = URLSessionClient(server).retryingAtOnce()
        let (body, file) = try bodies()[kind]
        _ = try? await client.upload(SendEndpoint(body, .put))
        #expect(server.requests.map(\.body) == Array(repeating: bytes(50_000), count: 3))
        withExtendedLifetime(file) {}
    }

    @Test(arguments: [true, false]) func `a server that stalls or drips is given up, and tried again`(stalls: Bool)
        async throws
    {
        let clock = TestClock()
        let server = try LoopbackServer { _ in
            guard !stalls else { return .stall }
            return .stream(LoopbackResponse(), AsyncStream { $0.yield(Data("x".utf8)) })
        }
        let limits = URLSessionClient.Limits(deadline: nil, idle: nil)
        let client = URLSessionClient(server, limits: limits, clock: clock)
            .timingOut(eachAttemptAfter: .seconds(4), clock: clock).retrying(clock: clock, random: { 0 })
        let call = Task { try await client.send(.get, "x") }
        await server.outlast(3, of: .seconds(4), on: clock)
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
        #expect(error?.retries?.attempts.count == 3)
    }

    @Test func `a cancelled wait ends the call at once`() async throws {
        let clock = TestClock(), server = try LoopbackServer { _ in .status(503, headers: ["Retry-After": "30"]) }
        let client = URLSessionClient(server).retrying(clock: clock)
        let call = Task { try await client.send(.get, "x") }
        await clock.sleepers(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(server.requestCount == 1)
        #expect(clock.sleeperCount == 0)
    }
}
