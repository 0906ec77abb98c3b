import Testing

@testable import EndpointTesting

@Suite(.timeLimit(.minutes(10))) struct LoopbackServerTests {
    private let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    private let lastRequest = "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"

    @Test func `a server answers and records a request as in its documentation`() async throws {
        let server = try LoopbackServer { request in .json(#"{"id": "1"}"#) }
        _ = try await server.answer(to: "GET /v1/books/1 HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(await server.received(1).first?.target == "/v1/books/1")
    }

    @Test func `the URL of a server has its port`() throws {
        let server = try LoopbackServer { _ in .status(200) }
        #expect(server.port != 0)
        #expect(server.url.absoluteString == "http://127.0.0.1:\(server.port)")
    }

    @Test func `a port that is in use is an error`() throws {
        let server = try LoopbackServer { _ in .status(200) }
        #expect(throws: LoopbackError(port: server.port, code: EADDRINUSE)) {
            try LoopbackServer(port: server.port) { _ in .status(200) }
        }
        #expect(server.openConnections == 0)
    }

    @Test func `a port is free again after stop`() throws {
        let first = try LoopbackServer.withOwnPort { _ in .status(200) }
        first.stop()
        first.stop()
        let second = try LoopbackServer(port: first.port) { _ in .status(200) }
        #expect(second.port == first.port)
    }

    @Test func `a handler gets the request and may take its time`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            await gate.wait()
            return .text(request.target)
        }
        async let answer = server.answer(to: "GET /a%2Fb?c HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(await server.received(1).map(\.target) == ["/a%2Fb?c"])
        gate.open()
        #expect(try await answer.hasSuffix("\r\n\r\n/a%2Fb?c"))
    }

    @Test func `a connection is kept, and its requests are numbered`() async throws {
        let server = try LoopbackServer.immediate { .text($0.target) }
        for _ in 1...2 {
            let answers = try await server.connected { client in
                ["/1", "/2", "/3"].map { target in
                    client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
                    return client.readResponse()
                }
            }
            #expect(answers.map { $0.suffix(2) } == ["/1", "/2", "/3"])
        }
        #expect(server.connectionCount == 2)
        #expect(server.requests.map(\.connection) == [1, 1, 1, 2, 2, 2])
        #expect(server.requests.map(\.target) == ["/1", "/2", "/3", "/1", "/2", "/3"])
    }

    @Test func `pipelined requests are answered in order`() async throws {
        let server = try LoopbackServer { .text($0.target) }
        let text = (1...50).map { "GET /\($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined()
        let answers = try await server.connected { client in
            client.send(text)
            return (1...50).map { _ in client.readResponse() }
        }
        #expect(answers.map { $0.split(separator: "/").last } == (1...50).map { "\($0)" })
        #expect(server.requests.map(\.target) == (1...50).map { "/\($0)" })
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    ]) func `a connection is closed if the client asks for it`(_ text: String) async throws {
        let server = try LoopbackServer.immediate { _ in .text("a") }
        let seen = try await server.connected { client in
            client.send(text)
            return client.readToEnd()
        }
        #expect(seen.text.contains("Connection: close\r\n"))
        #expect(seen.end == .closed)
    }

    @Test func `a client that expects a 100 gets it`() async throws {
        let server = try LoopbackServer.immediate { _ in .status(200) }
        let (interim, answer) = try await server.connected { client in
            client.send("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\n")
            let interim = client.read(until: "\r\n\r\n")
            client.send("abc")
            return (interim, client.readResponse())
        }
        #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(server.requests.first?.text == "abc")
    }

    @Test func `a malformed request is answered but not recorded`() async throws {
        let server = try LoopbackServer.immediate { _ in .status(200) }
        let seen = try await server.connected { client in
            client.send("GET / HTTP/1.1\nHost: h\n\n")
            return client.readToEnd()
        }
        #expect(seen.text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(seen.end == .closed)
        #expect(server.requests.isEmpty)
    }

    @Test func `a client that sends too much can still read the reason`() async throws {
        let server = try LoopbackServer.immediate(options: LoopbackOptions(bodyLimit: 1_000)) { _ in .status(200) }
        let (isSent, seen) = try await server.connected { client in
            client.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 9000000\r\n\r\n")
            let isSent = client.send(String(repeating: "x", count: 9_000_000))
            return (isSent, client.readToEnd())
        }
        #expect(isSent)
        #expect(seen.text.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
        #expect(seen.end == .closed)
    }

    @Test func `a body that isn't kept has a checksum`() async throws {
        let options = LoopbackOptions(bodies: .checksummed, keepsRequests: false)
        let (sums, sum) = AsyncStream.makeStream(of: UInt64?.self)
        let server = try LoopbackServer.immediate(options: options) { request in
            sum.yield(request.bodyChecksum)
            return .text("\(request.bodyByteCount) \(request.body.count)")
        }
        let body = String(repeating: "0123456789abcdef", count: 100_000)
        let answer = try await server.answer(
            to: "PUT / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 1600000\r\n\r\n\(body)")
        var expected = FNV1a()
        expected.add(Data(body.utf8))
        #expect(answer.hasSuffix("\r\n\r\n1600000 0"))
        #expect(await sums.first { _ in true } == expected.value)
        #expect(server.requests.isEmpty)
        #expect(server.requestCount == 1)
    }

    @Test func `a client that gives up inside a request leaves nothing behind`() async throws {
        let server = try LoopbackServer.immediate { _ in .status(200) }
        for text in ["", "GET", "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nab"] {
            try await server.connected { $0.send(text) }
        }
        await server.connectionsAccepted(3)
        await server.connectionsClosed()
        #expect(server.requests.isEmpty)
        #expect(server.connectionCount == 3)
    }

    @Test func `connections can be waited for until they are closed`() async throws {
        let server = try LoopbackServer.immediate { _ in .status(200) }
        let gates = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        for gate in gates { Task { try await server.connected { _ in gate.wait() } } }
        await server.connectionsAccepted(2)
        let left = Task {
            await server.connectionsClosed()
            return server.openConnections
        }
        gates[0].signal()
        await server.connectionsClosed(downTo: 1)
        for _ in 0..<100 { await Task.yield() }
        #expect(server.openConnections == 1)
        gates[1].signal()
        #expect(await left.value == 0)
    }

    @Test func `two hundred connections are served at once`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            await gate.wait()
            return .text(request.target)
        }
        let answers = try await withThrowingTaskGroup { group in
            for number in 1...200 {
                group.addTask {
                    try await server.answer(to: "GET /\(number) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                }
            }
            #expect(await server.received(200).count == 200)
            #expect(server.openConnections == 200)
            gate.open()
            return try await group.reduce(into: Set()) { $0.insert($1.split(separator: "/").last.map(String.init)) }
        }
        #expect(answers == Set((1...200).map { "\($0)" }))
        await server.connectionsClosed()
        #expect(Set(server.requests.map(\.connection)) == Set(1...200))
    }
}

@Suite(.timeLimit(.minutes(10))) struct LoopbackServerStopTests {
    private let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `stopping a server closes a connection that waits for a request`() async throws {
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

    @Test func `stopping a server closes a stalled answer`() async throws {
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

    @Test func `stopping a server doesn't wait for a handler that never ends`() async throws {
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

    @Test func `stopping a server cancels a handler, even if its client has sent more`() async throws {
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

    @Test func `a stopped server refuses new connections`() async throws {
        let server = try LoopbackServer.withOwnPort { _ in .status(200) }
        server.stop()
        await #expect(throws: WireError(code: ECONNREFUSED)) { try await server.connected { _ in } }
    }

    @Test func `a deallocated server is stopped`() async throws {
        var server: LoopbackServer? = try LoopbackServer.withOwnPort { _ in .stall }
        let port = try #require(server?.port)
        server = nil
        #expect(try LoopbackServer(port: port) { _ in .status(200) }.port == port)
    }

    @Test func `a handler may stop its server`() async throws {
        let reference = ServerReference()
        try await expectHangup(from: reference, LoopbackServer { _ in reference.stop() })
    }

    @Test func `the connection's own thread may stop the server`() async throws {
        let reference = ServerReference()
        try await expectHangup(from: reference, .immediate { _ in reference.stop() })
    }

    @Test func `stopping a server ends a wait for requests with those that came`() async throws {
        let server = try LoopbackServer.immediate { _ in .status(200) }
        async let received = server.received(2)
        try await server.connected { client in
            client.send(request)
            _ = client.readResponse()
        }
        server.stop()
        #expect(await received.count == 1)
    }

    @Test func `cancellation ends a wait for requests too`() async throws {
        let server = try LoopbackServer.immediate { _ in .status(200) }
        let waiting = Task { await server.received(1) }
        waiting.cancel()
        #expect(await waiting.value.isEmpty)
    }

    private func expectHangup(from reference: ServerReference, _ server: LoopbackServer) async throws {
        reference.hold(server)
        let end = try await server.connected { client in
            client.send(request)
            return client.read()
        }
        #expect(end == .closed)
        await server.connectionsClosed()
    }

    /// A reference to a server that its own handler can stop.
    private struct ServerReference: Sendable {
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

extension LoopbackServer {
    /// A server on a free port that the system does not assign by itself, so that it stays free when the server has
    /// stopped.
    fileprivate static func withOwnPort(
        _ handler: @escaping @Sendable (RecordedRequest) async -> LoopbackReply
    ) throws -> LoopbackServer {
        while true {
            do {
                return try LoopbackServer(port: .random(in: 20_000..<32_768), handler: handler)
            } catch let error as LoopbackError where error.code == EADDRINUSE {
                continue
            }
        }
    }
}
