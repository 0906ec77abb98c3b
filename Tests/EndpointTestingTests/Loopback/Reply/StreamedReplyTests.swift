import EndpointTesting
import Testing

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

    @Test func `after the last chunk the connection is kept`() async throws {
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

    @Test func `with a length the elements come as they are`() async throws {
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

    @Test func `HTTP 1.0 knows no chunks`() async throws {
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), Self.stream("ab", "cd")) }
        let answer = try await server.answer(to: "GET / HTTP/1.0\r\n\r\n")
        #expect(answer == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabcd")
    }

    @Test func `a HEAD does not wait for the stream, which is over then`() async throws {
        let (stream, pace) = AsyncStream.makeStream(of: Data.self)
        let isOver = Ending(of: pace)
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), stream) }
        let answer = try await server.answer(to: "HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(answer.hasSuffix("\r\n\r\n"))
        await isOver.wait()
    }

    @Test func `a raw stream sends just its elements`() async throws {
        let server = try LoopbackServer { _ in .rawStream(Self.stream("HTTP/1.1 2", "00 OK\r\n", "X")) }
        #expect(try await server.answer(to: request) == "HTTP/1.1 200 OK\r\nX")
    }

    @Test func `the stream is cancelled when the client goes away`() async throws {
        let (stream, pace) = AsyncStream.makeStream(of: Data.self)
        let isOver = Ending(of: pace)
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), stream) }
        try await server.connected { client in
            client.send(request)
            _ = client.read(until: "\r\n\r\n")
        }
        await isOver.wait()
        await server.connectionsClosed()
    }

    @Test func `the stream is cancelled when the server stops`() async throws {
        let (stream, pace) = AsyncStream.makeStream(of: Data.self)
        let isOver = Ending(of: pace)
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), stream) }
        let end = try await server.connected { client in
            client.send(request)
            _ = client.read(until: "\r\n\r\n")
            server.stop()
            return client.read()
        }
        #expect(end == .closed)
        await isOver.wait()
    }

    @Test func `a client that does not read holds the stream up, and stop frees it`() async throws {
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

    /// Tells when a stream is over.
    private struct Ending: Sendable {
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
