import EndpointTesting
import Testing

@Suite struct LoopbackServerStopTests {
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
        let server = try LoopbackServer { _ in
            await Gate().wait()
            cancelled.yield(Task.isCancelled)
            return .status(200)
        }
        async let end = server.connected { client in
            client.send(request + request)
            return client.read()
        }
        _ = await server.received(1)
        server.stop()
        #expect(await cancellations.first { _ in true } == true)
        #expect(try await end == .closed)
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

    @Test func `may come from the server's own thread`() async throws {
        let (servers, hand) = AsyncStream.makeStream(of: LoopbackServer.self)
        let server = try LoopbackServer { _ in
            await servers.first { _ in true }?.stop()
            return .status(200)
        }
        hand.yield(server)
        let end = try await server.connected { client in
            client.send(request)
            return client.read()
        }
        #expect(end == .closed)
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
}
