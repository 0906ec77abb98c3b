import EndpointTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct LoopbackReplyTests {
    private let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    private let letters = LoopbackResponse(body: Data("abcdef".utf8))

    @Test func `a response has a reason, its own headers in order, and a length`() async throws {
        let response = LoopbackResponse(
            status: 404, headers: ["B": "2", "A": "1", "b": "3"], body: Data("abc".utf8))
        let server = try LoopbackServer.immediate { _ in .response(response) }
        let answer = try await server.connected { client in
            client.send(request)
            return client.readResponse()
        }
        #expect(answer == "HTTP/1.1 404 Not Found\r\nB: 2\r\nA: 1\r\nb: 3\r\nContent-Length: 3\r\n\r\nabc")
    }

    @Test func `convenience replies set the media type and the status`() async throws {
        let replies: [String: LoopbackReply] = [
            "/json": .json("{}", status: 201), "/text": .text("é"), "/data": .data(Data([65])),
            "/status": .status(503, headers: ["Retry-After": "1"]), "/redirect": .redirect(to: "/json"),
        ]
        let server = try LoopbackServer.immediate { replies[$0.path] ?? .status(404) }
        let answers = try await server.connected { client in
            ["/json", "/text", "/data", "/status", "/redirect"].map { path in
                client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
                return client.readResponse()
            }
        }
        #expect(
            answers == [
                "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 2\r\n\r\né",
                "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 1\r\n\r\nA",
                "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 302 Found\r\nLocation: /json\r\nContent-Length: 0\r\n\r\n",
            ])
    }

    @Test func `a HEAD response has the length and no body`() async throws {
        let server = try LoopbackServer.immediate { _ in .text("abc") }
        let answer = try await server.answer(to: "HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(answer.contains("Content-Length: 3\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: [204, 304]) func `a status without a body sends none`(_ status: Int) async throws {
        let server = try LoopbackServer.immediate { _ in .text("abc", status: status) }
        let answer = try await server.answer(to: "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(!answer.contains("Content-Length"))
        #expect(answer.hasSuffix("\r\n\r\n"))
    }

    @Test func `an announced length isn't corrected`() async throws {
        let server = try LoopbackServer.immediate { _ in
            .response(
                LoopbackResponse(headers: ["content-length": "9", "Connection": "close"], body: Data("abc".utf8)))
        }
        let answer = try await server.answer(to: request)
        #expect(answer == "HTTP/1.1 200 OK\r\ncontent-length: 9\r\nConnection: close\r\n\r\nabc")
    }

    @Test func `a large body arrives whole`() async throws {
        let body = String(repeating: "0123456789abcdef", count: 200_000)
        let server = try LoopbackServer.immediate { _ in .text(body) }
        let answer = try await server.answer(to: "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(answer.hasSuffix("\r\n\r\n\(body)"))
    }

    @Test func `closing without an answer is an orderly end`() async throws {
        try await expect(.closeWithoutAnswer, gives: "", .closed)
    }

    @Test func `a close stays orderly when the client has sent more`() async throws {
        let server = try LoopbackServer.immediate { _ in .closeWithoutAnswer }
        let end = try await server.connected { client in
            client.send(request + String(repeating: "x", count: 40_000))
            return client.readToEnd().end
        }
        #expect(end == .closed)
    }

    @Test func `a reset resets the connection`() async throws {
        try await expect(.reset, gives: "", .reset)
    }

    @Test func `a cut answer announces more than it sends`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
        try await expect(.cut(letters, afterBodyBytes: 2), gives: head + "ab", .closed)
        try await expect(.cut(letters, afterBodyBytes: 0), gives: head, .closed)
        try await expect(.cut(letters, afterBodyBytes: -1), gives: head, .closed)
        try await expect(.cut(letters, afterBodyBytes: 99), gives: head + "abcdef", .closed)
    }

    @Test func `a cut answer may end with a reset`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
        try await expect(.cutThenReset(letters, afterBodyBytes: 2), gives: head + "ab", .reset)
    }

    @Test func `raw bytes are sent unchanged, then the connection is closed`() async throws {
        try await expect(.raw(Data("\0 HTTP/9.9\n".utf8), close: true), gives: "\0 HTTP/9.9\n", .closed)
    }

    @Test func `raw bytes close the connection if the client asks for it`() async throws {
        let server = try LoopbackServer.immediate { _ in .raw(Data("raw".utf8), close: false) }
        let seen = try await server.connected { client in
            client.send("GET / HTTP/1.0\r\nHost: h\r\n\r\n")
            return client.readToEnd()
        }
        #expect(seen.text == "raw")
        #expect(seen.end == .closed)
    }

    @Test func `raw bytes may leave the connection open`() async throws {
        let server = try LoopbackServer.immediate { .raw(Data($0.target.utf8), close: $0.target == "/2") }
        let text = try await server.connected { client in
            client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n")
            let first = client.read()
            client.send("GET /2 HTTP/1.1\r\nHost: h\r\n\r\n")
            return [first, client.read(), client.read()]
        }
        #expect(text == [.bytes("/1"), .bytes("/2"), .closed])
        #expect(server.connectionCount == 1)
    }

    @Test func `a stall lasts until the client has gone`() async throws {
        let server = try LoopbackServer.immediate { $0.target == "/" ? .stall : .status(200) }
        let reads = try await server.connected { client in
            client.send(request)
            client.send("GET /more HTTP/1.1\r\nHost: h\r\n\r\n")
            client.setTimeout(milliseconds: 100)
            let first = client.read()
            client.setTimeout(seconds: 300)
            client.sendEnd()
            return [first, client.read()]
        }
        #expect(reads == [.silence, .closed])
        await server.connectionsClosed()
        #expect(server.requestCount == 1)
    }

    private func expect(
        _ reply: LoopbackReply, gives text: String, _ end: WireRead, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let server = try LoopbackServer.immediate { _ in reply }
        let seen = try await server.connected { client in
            client.send(request)
            return client.readToEnd()
        }
        #expect(seen.text == text, sourceLocation: sourceLocation)
        #expect(seen.end == end, sourceLocation: sourceLocation)
    }
}

@Suite(.timeLimit(.minutes(10))) struct StreamedReplyTests {
    private let request = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `each element is a chunk, sent as soon as it comes`() async throws {
        let (stream, pace) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(body: Data("begin".utf8)), stream) }
        let answer = try await server.connected { client in
            client.send(request)
            var pieces = [client.read(until: "begin\r\n")]
            pace.yield(Data("one".utf8))
            pieces.append(client.read(until: "one\r\n"))
            pace.yield(Data())
            pace.yield(Data(repeating: 120, count: 17))
            pieces.append(client.read(until: "x\r\n"))
            pace.finish()
            return pieces + [client.read(until: "\r\n\r\n")]
        }
        #expect(answer.first == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n")
        #expect(answer.dropFirst() == ["3\r\none\r\n", "11\r\nxxxxxxxxxxxxxxxxx\r\n", "0\r\n\r\n"])
    }

    @Test func `the connection is kept after the last chunk`() async throws {
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), Self.stream("a")) }
        let answers = try await server.connected { client in
            (1...2).map { _ in
                client.send(request)
                return client.read(until: "0\r\n\r\n")
            }
        }
        #expect(answers.map { $0.hasSuffix("\r\n\r\n1\r\na\r\n0\r\n\r\n") } == [true, true])
        #expect(server.connectionCount == 1)
    }

    @Test func `the elements of a stream with a length aren't sent as chunks`() async throws {
        let response = LoopbackResponse(headers: ["Content-Length": "4"])
        let server = try LoopbackServer { _ in .stream(response, Self.stream("ab", "cd")) }
        let answers = try await server.connected { client in
            client.send(request + request)
            return [client.readResponse(), client.readResponse()]
        }
        #expect(answers == Array(repeating: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd", count: 2))
    }

    @Test func `a stream that is shorter than its length ends the connection`() async throws {
        let response = LoopbackResponse(headers: ["Content-Length": "5"])
        let server = try LoopbackServer { _ in .stream(response, Self.stream("ab", "cd")) }
        #expect(try await server.answer(to: request).hasSuffix("\r\n\r\nabcd"))
    }

    @Test func `a response to HTTP 1.0 has no chunks`() async throws {
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), Self.stream("ab", "cd")) }
        let answer = try await server.answer(to: "GET / HTTP/1.0\r\n\r\n")
        #expect(answer == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabcd")
    }

    @Test func `a HEAD doesn't wait for the stream and terminates it`() async throws {
        let (stream, pace) = AsyncStream.makeStream(of: Data.self)
        let termination = Termination(of: pace)
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), stream) }
        let answer = try await server.answer(to: "HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(answer.hasSuffix("\r\n\r\n"))
        await termination.wait()
    }

    @Test func `a cut stream has no last chunk`() async throws {
        let server = try LoopbackServer { _ in .cutStream(LoopbackResponse(), Self.stream("ab", "cd")) }
        let answer = try await server.answer(to: request)
        #expect(answer.hasSuffix("\r\n\r\n2\r\nab\r\n2\r\ncd\r\n"))
    }

    @Test(arguments: ["HTTP/1.0", "HTTP/1.1"])
    func `a cut stream isn't taken for a whole body`(version: String) async throws {
        let length: HeaderFields = version == "HTTP/1.1" ? ["Content-Length": "5"] : [:]
        let server = try LoopbackServer { _ in .cutStream(LoopbackResponse(headers: length), Self.stream("ab", "cd")) }
        let end = try await server.connected { client in
            client.send("GET / \(version)\r\nHost: h\r\n\r\n")
            return client.readToEnd().end
        }
        #expect(end == (version == "HTTP/1.1" ? .closed : .reset))
    }

    @Test func `a raw stream sends just its elements`() async throws {
        let server = try LoopbackServer { _ in .rawStream(Self.stream("HTTP/1.1 2", "00 OK\r\n", "X")) }
        #expect(try await server.answer(to: request) == "HTTP/1.1 200 OK\r\nX")
    }

    @Test func `the stream is cancelled when the client disconnects`() async throws {
        let (stream, pace) = AsyncStream.makeStream(of: Data.self)
        let termination = Termination(of: pace)
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), stream) }
        try await server.connected { client in
            client.send(request)
            _ = client.read(until: "\r\n\r\n")
        }
        await termination.wait()
        await server.connectionsClosed()
    }

    @Test func `the stream is cancelled when the server stops`() async throws {
        let (stream, pace) = AsyncStream.makeStream(of: Data.self)
        let termination = Termination(of: pace)
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), stream) }
        let end = try await server.connected { client in
            client.send(request)
            _ = client.read(until: "\r\n\r\n")
            server.stop()
            return client.read()
        }
        #expect(end == .closed)
        await termination.wait()
    }

    @Test func `stopping a server ends a stream to a client that doesn't read`() async throws {
        let pull = AsyncStream<Data> { Data(repeating: 120, count: 1 << 20) }
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), pull) }
        try await server.connected { client in
            client.send(request)
            _ = client.read(until: "\r\n\r\n")
            server.stop()
        }
        await server.connectionsClosed()
    }

    private static func stream(_ elements: String...) -> AsyncStream<Data> {
        AsyncStream { pace in
            for element in elements { pace.yield(Data(element.utf8)) }
            pace.finish()
        }
    }

    /// Waits for the termination of a stream.
    private struct Termination: Sendable {
        private let stream: AsyncStream<Void>

        init(of pace: AsyncStream<Data>.Continuation) {
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            self.stream = stream
            pace.onTermination = { _ in continuation.finish() }
        }

        func wait() async {
            for await _ in stream {}
        }
    }
}
