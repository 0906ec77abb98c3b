import Testing

@testable import EndpointClient
@testable import EndpointTesting

/// Limits while a body is transferred.
@Suite struct LiveClientFlowTests {
    private let clock = TestClock()

    /// A stream of so many pieces of 256 KiB, in which a second passes for each.
    private final class PassingStream: InputStream {
        private let clock: TestClock
        private var left: Int

        init(_ pieces: Int, _ clock: TestClock) {
            (self.clock, left) = (clock, pieces * (256 << 10))
            super.init(data: Data())
        }

        override var streamStatus: Stream.Status { left == 0 ? .atEnd : .open }
        override var streamError: (any Error)? { nil }
        override var hasBytesAvailable: Bool { left > 0 }
        override func open() {}
        override func close() {}

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            let count = min(left, maxLength)
            buffer.update(repeating: 0x61, count: count)
            left -= count
            clock.advance(by: .seconds(Double(count) / Double(256 << 10)))
            return count
        }
    }

    private func upload(_ pieces: Int, with client: any APIClient) async throws {
        let clock = clock
        try await client.upload(SendEndpoint(.stream(PassingStream(pieces, clock), length: Int64(pieces << 18))))
    }

    @Test(arguments: Engine.allCases)
    func `a body that flows for 100 s is sent once within a limit of 20 s for each attempt`(engine: Engine)
        async throws
    {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(server, limits: ClientLimits(deadline: nil, idle: nil), time: clock.time)
            .standard { $0.time = clock.time }
        try await upload(100, with: client)
        #expect(server.requests.map(\.body.count) == [100 << 18])
        #expect(clock.time.now() == .seconds(100))
    }

    @Test(arguments: Engine.allCases)
    func `a deadline that is set runs while the body flows`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = engine.client(server, limits: ClientLimits(deadline: nil, idle: nil), time: clock.time)
            .standard { ($0.time, $0.deadline) = (clock.time, .seconds(60)) }
        let error = await #expect(throws: URLError.self) { try await upload(70, with: client) }
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription.contains("60 s, the `deadline` of its client stack") == true)
    }

    /// A server that sends a megabyte each second, so many times, and may never end the body.
    private func server(sending seconds: Int, ends: Bool = true) throws -> LoopbackServer {
        let clock = clock, never = Tally()
        return try LoopbackServer { _ in
            let second = Locked(0)
            let pieces = AsyncStream<Data> {
                let isOver = second.withLock { second in
                    second += 1
                    return second > seconds
                }
                if isOver, !ends { try? await never.reached(1) }
                if isOver { return nil }
                clock.advance(by: .seconds(1))
                return Data(count: 1 << 20)
            }
            return .stream(LoopbackResponse(), pieces)
        }
    }

    @Test(arguments: Engine.allCases)
    func `a response whose body flows for 40 s is not ended by a limit of 20 s for each attempt`(engine: Engine)
        async throws
    {
        let server = try server(sending: 40)
        let client = engine.client(server, limits: ClientLimits(deadline: nil, idle: nil), time: clock.time)
            .standard { $0.time = clock.time }
        let response = try await client.send(.get, "x")
        #expect(response.data.count == 40 << 20)
        #expect(server.requestCount == 1)
    }

    @Test(arguments: Engine.allCases)
    func `the body of a plain response counts for the deadline of the call`(engine: Engine) async throws {
        let server = try server(sending: 70, ends: false)
        let limits = ClientLimits(deadline: nil, idle: nil, responseBytes: .max)
        let client = engine.client(server, limits: limits, time: clock.time)
            .standard { ($0.time, $0.retry) = (clock.time, nil) }
        let error = await #expect(throws: URLError.self) { try await client.send(.get, "x") }
        #expect(error?.localizedDescription.contains("60 s, the default of `standard`") == true)
    }

    @Test(arguments: Engine.allCases)
    func `timeoutInterval is the longest silence, in place of the client's`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = engine.client(server, limits: ClientLimits(deadline: nil, idle: .seconds(600)), time: clock.time)
        var request = try URLRequest.get("x")
        request.timeoutInterval = 7
        let call = Task { [request] in try await client.send(APIRequest(request, for: RawEndpoint(request))) }
        _ = await server.received(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(7))
        let error = await #expect(throws: URLError.self) { try await call.value }
        let sentence = "Nothing was sent or received for 7 s, the `timeoutInterval` of the request."
        #expect(error?.localizedDescription.hasSuffix(sentence) == true)
    }

    /// A server that accepts connections, and never answers the beginning of TLS.
    @Test func `a connection that takes too long ends before anything is sent`() async throws {
        let listener = try LoopbackListener(port: 0)
        defer { listener.stop() }
        let url = try #require(URL(string: "https://127.0.0.1:\(listener.port)"))
        let timeouts = CallTimeouts(connect: .milliseconds(20))
        #if os(Linux)
            let error = await #expect(throws: URLError.self) {
                try await CURLClient(baseURL: url).request(SendEndpoint(.data(bytes(9))), timeouts: timeouts)
            }
            #expect(error?.code == .cannotConnectToHost)
            let sentence = "There was no connection within 0.020 s, the `timeouts.connect` of the call."
            #expect(error?.localizedDescription.hasSuffix(sentence) == true)
        #endif
        let refusal = await #expect(throws: RequestError.self) {
            try await URLSessionClient(baseURL: url).request(SendEndpoint(.data(bytes(9))), timeouts: timeouts)
        }
        #expect(refusal?.description.contains("URLSession has no limit for connecting") == true)
    }

    @Test(arguments: Engine.allCases, [0, -1, Double.nan, -Double.infinity])
    func `a timeoutInterval that cannot be obeyed is refused`(engine: Engine, interval: TimeInterval) async throws {
        var request = try URLRequest.get("x")
        request.timeoutInterval = interval
        let client = engine.client(baseURL: try #require(URL(string: "http://127.0.0.1:1")))
        let error = await #expect(throws: RequestError.self) {
            try await client.send(APIRequest(request, for: RawEndpoint(request)))
        }
        #expect(error?.description.contains("timeoutInterval is \(interval) s, which is not above zero") == true)
    }
}
