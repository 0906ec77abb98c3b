#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// Trailers of responses (RFC 9110 §6.5) over HTTP/1.1 (RFC 9112 §7.1.2). Those of HTTP/2 are in `HTTP2Tests`.
    @Suite(.timeLimit(.minutes(5))) struct CURLTrailerTests {
        private struct LinesEndpoint: StreamEndpoint {
            typealias Content = String

            let framing = LineFraming()

            func makeRequest() throws -> URLRequest { try .get("lines") }
        }

        /// A server that sends a head, a body of one chunk, and trailers.
        private func server(
            _ trailers: String, head: String = "HTTP/1.1 200 OK\r\nA: head", ends: String = "\r\n", closes: Bool = false
        ) throws -> LoopbackServer {
            let text = "\(head)\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbody\n\r\n0\r\n\(trailers)\(ends)"
            return try LoopbackServer { _ in .raw(Data(text.utf8), close: closes) }
        }

        @Test(
            arguments: [
                ("", [:]), ("Digest: x\r\n", ["Digest": "x"]),
                ("B: 1\r\nA: 2\r\nb: 3\r\n", ["B": "1", "A": "2", "b": "3"]),
                ("Content-Length: 9\r\n", ["Content-Length": "9"]), ("Empty:\r\n", ["Empty": ""]),
                ("Transfer-Encoding: gzip\r\nLocation: /x\r\n", ["Transfer-Encoding": "gzip", "Location": "/x"]),
            ] as [(String, HeaderFields)])
        func `a response has the trailers that follow its body, and they are no headers`(
            text: String, trailers: HeaderFields
        ) async throws {
            let server = try server(text)
            let client = CURLClient(server)
            for _ in 0..<2 {
                let response = try await client.get("x")
                #expect(response.trailers == trailers)
                #expect(response.headers == ["A": "head", "Transfer-Encoding": "chunked"])
                #expect(response.http.value(forHTTPHeaderField: "Content-Length") == nil)
                #expect(response.data == Data("body\n".utf8))
            }
            #expect(server.connectionCount == 1)
        }

        @Test func `the fields of an interim response and of a redirect are no trailers`() async throws {
            let hints = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
            let chunks = "Transfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\nFrom: redirect\r\n\r\n"
            let server = try LoopbackServer { request in
                let answer =
                    request.path == "/v1/x"
                    ? "HTTP/1.1 302 Found\r\nLocation: y\r\n" + chunks
                    : hints + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                return .raw(Data(answer.utf8), close: false)
            }
            let response = try await CURLClient(server).get("x")
            #expect(response.data == Data("ok".utf8))
            #expect(response.trailers.isEmpty)
        }

        @Test(arguments: ["A: b", "A: b\r\n", "Digest: x\r\nA"])
        func `a connection that ends inside the trailers is an error`(trailers: String) async throws {
            let server = try server(trailers, ends: "", closes: true)
            let error = try await #require(throws: URLError.self) { try await CURLClient(server).get("x") }
            #expect(error.code == .networkConnectionLost)
        }

        @Test func `trailers are limited like a head, and no part of longer ones is returned`() async throws {
            let line = "A: \(String(repeating: "a", count: 1000))\r\n"
            let count = ResponseHeadReader.limit / line.utf8.count
            let (long, longer) = (
                try server(String(repeating: line, count: count)), try server(String(repeating: line, count: count + 1))
            )
            #expect(try await CURLClient(long).get("x").trailers.count == count)
            let error = try await #require(throws: URLError.self) { try await CURLClient(longer).get("x") }
            #expect(error.code == .dataLengthExceedsMaximum)
        }

        // Streams.

        @Test func `a stream has its trailers when it has been read to its end`() async throws {
            let (pieces, answer) = AsyncStream<Data>.makeStream()
            let server = try LoopbackServer { _ in .rawStream(pieces) }
            let client = CURLClient(server)
            answer.yield(Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbody\n\r\n".utf8))
            let (http, lines) = try await client.stream(LinesEndpoint()).open()
            #expect(http.value(forHTTPHeaderField: "Digest") == nil)
            #expect(lines.trailers.isEmpty)
            answer.yield(Data("0\r\nDigest: x\r\n\r\n".utf8))
            for try await line in lines { #expect(line == "body") }
            #expect(lines.trailers == ["Digest": "x"])
        }

        @Test func `a stream whose trailers are cut off throws, and has none`() async throws {
            let server = try server("Digest: x\r\n", ends: "", closes: true)
            let client = CURLClient(server)
            let lines = try await client.stream(LinesEndpoint()).open().contents
            await #expect(throws: URLError.self) { for try await _ in lines {} }
            #expect(lines.trailers.isEmpty)
        }

        @Test func `the trailers of a stream don't keep its connection open`() async throws {
            let server = try LoopbackServer { _ in .stream(LoopbackResponse(), AsyncStream { _ in }) }
            let lines = try await CURLClient(server).stream(LinesEndpoint()).open().contents
            var reading: ContentStream<LinesEndpoint>.AsyncIterator? = lines.makeAsyncIterator()
            withExtendedLifetime(reading) {}
            reading = nil
            await server.connectionsClosed()
            #expect(lines.trailers.isEmpty)
        }

        /// libcurl joins the lines that arrive while the transfer pauses.
        @Test func `trailers that arrive while nobody reads are complete`() async throws {
            let server = try SocketServer { _, socket in
                guard socket.readHead() != nil else { return }
                let size = String(BodyChannel.capacity, radix: 16)
                let body = String(repeating: "a", count: BodyChannel.capacity)
                socket.deliver("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n\(body)\r\n")
                socket.deliver("4\r\nlast\r\n0\r\nA: 1\r\nB: 2\r\nA: 3\r\n\r\n")
                _ = socket.readHead()
            }
            let client = CURLClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
            var request = APIRequest(try .get("x"), for: LinesEndpoint())
            request.wantsStream = true
            let response = try await client.send(request)
            guard case .stream(let stream) = response.body else {
                Issue.record("The body is no stream.")
                return
            }
            var chunks = stream.makeAsyncIterator()
            // The first chunk is as large as the channel, so that the transfer has paused.
            var count = 0
            while let chunk = try await chunks.next() { count += chunk.count }
            #expect(count == BodyChannel.capacity + 4)
            #expect(response.trailers == ["A": "1", "B": "2", "A": "3"])
            #expect(stream.trailers == response.trailers)
        }
    }
#endif
