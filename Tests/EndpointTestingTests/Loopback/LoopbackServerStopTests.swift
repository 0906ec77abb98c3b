import EndpointTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct LoopbackServerStopTests {
    private let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `hangs up a connection that waits for a request`() async throws {
        let server = try LoopbackServer.immediate { _ in .status(200) }
        let end = try await server.connected { client in
            client.send(request)
            _ = client.readResponse()
            server.stop()
            return client.read()
        }
        #expect(end == .closed)
        await server.connectionsClosed()
        #expect(server.requests.count == 1)
    }

    @Test func `hangs up a stalled answer`() async throws {
        let server = try LoopbackServer.immediate { _ in .stall }
        async let end = server.connected { client in
            client.send(request)
            return client.read()
        }
        _ = await server.received(1)
        server.stop()
        #expect(try await end == .closed)
        await server.connectionsClosed()
    }

    @Test func `does not wait for a handler that never ends`() async throws {
        let server = try LoopbackServer { _ in
            await withUnsafeContinuation { (_: UnsafeContinuation<LoopbackReply, Never>) in }
        }
        async let end = server.connected { client in
            client.send(request)
            return client.read()
        }
        _ = await server.received(1)
        server.stop()
        #expect(try await end == .closed)
        await server.connectionsClosed()
    }

    @Test func `cancels a handler, even if its client has sent more`() async throws {
        let (cancellations, cancelled) = AsyncStream.makeStream(of: Bool.self)
        let isHandling = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { _ in
            isHandling.signal()
            await Gate().wait()
            cancelled.yield(Task.isCancelled)
            return .status(200)
        }
        let end = try await server.connected { client in
            client.send(request)
            isHandling.wait()
            client.send(request)
            server.stop()
            return client.read()
        }
        #expect(await cancellations.first { _ in true } == true)
        #expect(end == .closed || end == .reset)
    }

    @Test func `refuses new connections`() async throws {
        let server = try LoopbackServer.immediate { _ in .status(200) }
        server.stop()
        await #expect(throws: WireError(code: ECONNREFUSED)) { try await server.connected { _ in } }
    }

    @Test func `happens by itself when nobody holds the server`() async throws {
        var server: LoopbackServer? = try LoopbackServer.immediate { _ in .stall }
        let port = try #require(server?.port)
        server = nil
        #expect(try LoopbackServer(port: port) { _ in .status(200) }.port == port)
    }

    @Test func `may come from a handler`() async throws {
        let itself = Itself()
        try await expectHangup(from: itself, LoopbackServer { _ in itself.stop() })
    }

    @Test func `may come from the connection's own thread`() async throws {
        let itself = Itself()
        try await expectHangup(from: itself, .immediate { _ in itself.stop() })
    }

    @Test func `ends a wait for requests with those that came`() async throws {
        let server = try LoopbackServer.immediate { _ in .status(200) }
        async let received = server.received(2)
        try await server.connected { client in
            client.send(request)
            _ = client.readResponse()
        }
        server.stop()
        #expect(await received.count == 1)
    }

    @Test func `cancellation ends a wait for requests, too`() async throws {
        let server = try LoopbackServer.immediate { _ in .status(200) }
        let waiting = Task { await server.received(1) }
        waiting.cancel()
        #expect(await waiting.value.isEmpty)
    }

    private func expectHangup(from itself: Itself, _ server: LoopbackServer) async throws {
        itself.hold(server)
        let end = try await server.connected { client in
            client.send(request)
            return client.read()
        }
        #expect(end == .closed)
        await server.connectionsClosed()
    }

    /// A server that its own replies can stop.
    private struct Itself: Sendable {
        private let server = Locked<LoopbackServer?>(nil)

        func hold(_ server: LoopbackServer) {
            self.server.withLock { $0 = server }
        }

        func stop() -> LoopbackReply {
            server.withLock { $0 }?.stop()
            return .status(200)
        }
    }
}
