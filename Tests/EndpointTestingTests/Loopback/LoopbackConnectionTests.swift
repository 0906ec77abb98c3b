import EndpointTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct ClientHangupTests {
    private let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `a client that hangs up cancels the handler`() async throws {
        let (cancellations, cancelled) = AsyncStream.makeStream(of: Bool.self)
        let server = try LoopbackServer { _ in
            await Gate().wait()
            cancelled.yield(Task.isCancelled)
            return .status(200)
        }
        try await server.connected { $0.send(request) }
        #expect(await cancellations.first { _ in true } == true)
        await server.connectionsClosed()
    }

    @Test func `a client that hangs up ends the connection of a handler that never ends`() async throws {
        let server = try LoopbackServer { _ in
            await withUnsafeContinuation { (_: UnsafeContinuation<LoopbackReply, Never>) in }
        }
        try await server.connected { $0.send(request) }
        _ = await server.received(1)
        await server.connectionsClosed()
        #expect(server.openConnections == 0)
    }

    @Test func `a client that only sends more hasn't hung up`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            await gate.wait()
            // The server looks at the connection meanwhile.
            for _ in 0..<20 { await Task.yield() }
            return .text(request.target)
        }
        let answers = try await server.connected { client in
            client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n")
            client.send("GET /2 HTTP/1.1\r\nHost: h\r\n\r\n")
            gate.open()
            return [client.readResponse(), client.readResponse()]
        }
        #expect(answers.map { $0.suffix(2) } == ["/1", "/2"])
    }

    @Test func `a client that hangs up in the middle of a large answer ends the connection`() async throws {
        let body = Data(repeating: 120, count: 20_000_000)
        let server = try LoopbackServer.immediate { _ in .data(body) }
        try await server.connected { client in
            client.send(request)
            _ = client.read(1_000)
        }
        await server.connectionsClosed()
        #expect(server.openConnections == 0)
    }

    @Test func `a client still gets an immediate answer after a half-close`() async throws {
        let server = try LoopbackServer.immediate { _ in .text("abc") }
        let answer = try await server.connected { client in
            client.send(request)
            client.sendEnd()
            return client.readToEnd().text
        }
        #expect(answer.hasSuffix("\r\n\r\nabc"))
    }
}

/// Each test has a process of its own, in which nothing else opens descriptors.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"))) struct DescriptorTests {
    @Test func `servers close their file descriptors`() async {
        await #expect(processExitsWith: .success) {
            try await Self.expectNoLeak { _ = try LoopbackServer { _ in .status(200) } }
        }
    }

    @Test func `connections close their file descriptors`() async {
        await #expect(processExitsWith: .success) {
            for target in ["/close", "/reset", "/stay", "/bad\n"] {
                try await Self.expectNoLeak {
                    let server = try LoopbackServer.immediate { request in
                        switch request.target {
                        case "/close": .closeWithoutAnswer
                        case "/reset": .reset
                        default: .status(200)
                        }
                    }
                    try await server.connected { client in
                        client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\r\n")
                        _ = client.read()
                    }
                    await server.connectionsClosed()
                }
            }
        }
    }

    /// Ends the process if a hundred rounds leave more descriptors than the first one did. They are closed shortly
    /// after the round.
    private static func expectNoLeak(_ round: () async throws -> Void) async throws {
        try await round()
        let first = descriptorCount
        for _ in 0..<100 { try await round() }
        alarm(120)
        while descriptorCount > first { await Task.yield() }
    }

    private static var descriptorCount: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}
