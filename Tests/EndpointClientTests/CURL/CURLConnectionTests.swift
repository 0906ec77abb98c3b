#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// Which connections are reused, and what is on them.
    @Suite struct CURLConnectionTests {
        private static let right = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nright"
        private static let stale = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstale"

        private static let repetitions = 100

        /// A server that answers the first request of its first connection, and sends other bytes later, when `late` is
        /// opened. All other requests get correct responses.
        private func server(_ answer: String, then rest: String, late: DispatchSemaphore, sent: Tally) throws
            -> SocketServer
        {
            try SocketServer { number, socket in
                guard socket.readHead() != nil else { return }
                if number == 1 {
                    socket.deliver(answer)
                    late.wait()
                    socket.deliver(rest)
                    sent.add()
                } else {
                    socket.deliver(Self.right)
                }
                while socket.readHead() != nil { socket.deliver(Self.right) }
            }
        }

        private func client(_ server: SocketServer) throws -> CURLClient {
            CURLClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
        }

        private func send(_ method: HTTPMethod, _ client: CURLClient) async throws -> APIResponse {
            let request = try URLRequest(method, "x")
            return try await client.send(APIRequest(request, for: RawEndpoint(request)))
        }

        /// None of these responses can have a body, but some servers send one.
        @Test(arguments: [
            (HTTPMethod.head, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"),
            (.get, "HTTP/1.1 204 No Content\r\n\r\n"),
            (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"),
            (.post, "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n"),
        ])
        func `bytes after an answer without a body aren't taken for the next answer`(
            method: HTTPMethod, answer: String
        ) async throws {
            for _ in 0..<Self.repetitions {
                let (late, sent) = (DispatchSemaphore(value: 0), Tally())
                let server = try server(answer, then: Self.stale, late: late, sent: sent)
                let client = try client(server)
                #expect(try await send(method, client).data.isEmpty)
                late.signal()
                try await sent.reached(1)
                #expect(try await send(.get, client).data == Data("right".utf8))
            }
        }

        @Test(arguments: [(HTTPMethod.head, 200), (.get, 204), (.post, 204), (.get, 304)])
        func `the connection of an answer that can't have a body isn't used again`(
            method: HTTPMethod, status: Int
        ) async throws {
            let server = try LoopbackServer { _ in .status(status) }
            let client = CURLClient(server)
            for _ in 0..<3 {
                let response = try await send(method, client)
                #expect(response.http.statusCode == status)
                #expect(response.metrics?.isReusedConnection == false)
            }
            #expect(server.connectionCount == 3)
        }

        @Test(
            .enabled(if: (try? CURLLibrary.shared.get())?.hasRequestCallback == true),
            arguments: [HTTPMethod.get, .post, .put])
        func `an answer that nobody asked for isn't taken for the next one`(method: HTTPMethod) async throws {
            for _ in 0..<Self.repetitions {
                let (late, sent) = (DispatchSemaphore(value: 0), Tally())
                let server = try server(Self.right, then: Self.stale, late: late, sent: sent)
                let client = try client(server)
                let first = try await send(.get, client)
                #expect(first.data == Data("right".utf8))
                late.signal()
                try await sent.reached(1)
                let second = try await send(method, client)
                #expect(second.data == Data("right".utf8))
                #expect(second.metrics?.isReusedConnection == false)
            }
        }

        @Test func `an answer right after another one isn't taken for the next one`() async throws {
            for _ in 0..<Self.repetitions {
                let (late, sent) = (DispatchSemaphore(value: 0), Tally())
                late.signal()
                let server = try server(Self.right + Self.stale, then: "", late: late, sent: sent)
                let client = try client(server)
                for _ in 0..<2 { #expect(try await send(.get, client).data == Data("right".utf8)) }
            }
        }

        @Test(arguments: [
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n5\r\nright\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nright\r\n0\r\n\r\n",
        ])
        func `a connection whose answer has two kinds of framing is closed`(answer: String) async throws {
            let (late, sent) = (DispatchSemaphore(value: 0), Tally())
            late.signal()
            let server = try server(answer, then: "", late: late, sent: sent)
            let client = try client(server)
            for isReused in [false, false, true] {
                let response = try await send(.get, client)
                #expect(response.data == Data("right".utf8))
                #expect(response.metrics?.isReusedConnection == isReused)
            }
        }

        @Test(arguments: [HTTPMethod.post, .patch])
        func `a request without a body that a server may have acted on is sent once`(method: HTTPMethod)
            async throws
        {
            let server = try LoopbackServer { $0.path == "/v1/first" ? .text("ok") : .closeWithoutAnswer }
            let client = CURLClient(server)
            _ = try await client.request(RawEndpoint(URLRequest(method, "first")))
            let second = RawEndpoint(try URLRequest(method, "second"))
            let error = await #expect(throws: URLError.self) { try await client.request(second) }
            #expect(error?.code == .networkConnectionLost)
            #expect(server.requests.filter { $0.path == "/v1/second" }.count == 1)
        }

        @Test func `connections of one client aren't used by another`() async throws {
            let server = try LoopbackServer { _ in .text("ok") }
            let (first, second) = (CURLClient(server), CURLClient(server))
            for client in [first, second, first, second] { _ = try await client.get("x") }
            #expect(server.connectionCount == 2)
        }

        @Test func `a client that is dropped closes its connections after its calls have ended`() async throws {
            let server = try LoopbackServer { _ in .text("ok") }
            var client: CURLClient? = CURLClient(server)
            _ = try await client?.get("x")
            #expect(server.openConnections == 1)
            client = nil
            await server.connectionsClosed()
        }

        /// The queue of the socket is full, so that the connection is never made.
        @Test func `a call that is connecting is cancelled at once`() async throws {
            let descriptor = try SocketServer.Address.ipv4.listen(backlog: 0)
            defer { close(descriptor) }
            let url = try #require(URL(string: "http://127.0.0.1:\(SocketServer.port(of: descriptor))"))
            let first = CURLClient(baseURL: url)
            let client = CURLClient(baseURL: url)
            let calls = (0..<4).map { _ in Task { try await first.get("x") } }
            while first.callsUnderWay < 5 { await Task.yield() }
            let call = Task { try await client.get("x") }
            while client.callsUnderWay < 2 { await Task.yield() }
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            await client.isIdle()
            for call in calls { call.cancel() }
            for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
            await first.isIdle()
        }
    }
#endif
