#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    @Suite struct CURLClientUploadTests {
        private let gate = StreamGate()

        private func gated(_ count: Int, length: Int64? = nil) -> SendEndpoint {
            SendEndpoint(.stream(GatedStream(gate, count: count), length: length))
        }

        @Test(arguments: [nil, 3] as [Int64?])
        func `a stream that waits blocks no other call`(length: Int64?) async throws {
            let server = try LoopbackServer { .text($0.text) }
            let client = CURLClient(server)
            let endpoint = gated(3, length: length)
            let upload = Task { try await client.upload(endpoint) }
            for read in 1...3 {
                try await gate.reads.reached(read)
                for _ in 0..<20 { _ = try await client.get("x") }
                _ = try await CURLClient(server).get("x")
                gate.open()
            }
            if length == nil { gate.open() }
            try await upload.value
            try await gate.closings.reached(1)
            let request = try #require(server.requests.last)
            #expect(request.body == Data("xxx".utf8))
            #expect(request.isChunked == (length == nil))
        }

        @Test func `an upload that waits for its stream is cancelled at once, and its connection closed`() async throws
        {
            let server = try LoopbackServer { _ in .status(204) }
            let client = CURLClient(server)
            let endpoint = gated(3)
            let upload = Task { try await client.upload(endpoint) }
            try await gate.reads.reached(1)
            await server.connectionsAccepted(1)
            upload.cancel()
            await #expect(throws: CancellationError.self) { try await upload.value }
            await client.isIdle()
            await server.connectionsClosed()
            #expect(server.requestCount == 0)
            #expect(gate.closings.count == 0)
            gate.open()
            try await gate.closings.reached(1)
        }

        /// The server reads nothing, so that the system's buffers fill up.
        @Test func `an upload that waits for the server is cancelled at once, and its connection closed`() async throws
        {
            let (accepted, closed) = (Tally(), DispatchSemaphore(value: 0))
            let server = try SocketServer { _, _ in
                accepted.add()
                closed.wait()
            }
            defer { closed.signal() }
            let client = CURLClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
            let (file, sent) = (try TemporaryFile(Data(count: 64 << 20)), Tally())
            let upload = Task {
                try await client.upload(SendEndpoint(.file(file.url)), progress: .handler { _ in sent.add() })
            }
            try await accepted.reached(1)
            try await sent.reached(1)
            upload.cancel()
            await #expect(throws: CancellationError.self) { try await upload.value }
            await client.isIdle()
        }

        @Test(arguments: [1, 300_000, 5_000_001])
        func `a file is sent whole, and again after a redirect`(count: Int) async throws {
            let server = try LoopbackServer { $0.path == "/v1/cover" ? .redirect(307, to: "to") : .status(204) }
            let file = try TemporaryFile(bytes(count))
            try await CURLClient(server).upload(SendEndpoint(.file(file.url)))
            #expect(server.requests.map(\.body) == [bytes(count), bytes(count)])
            #expect(server.requests.map(\.isChunked) == [false, false])
        }

        /// The file is cut when the first request has arrived; its length was announced for the second one too.
        @Test func `an upload of a file that has become shorter fails and says by how much`() async throws {
            let file = try TemporaryFile(bytes(1_000_000))
            let url = file.url
            let server = try LoopbackServer { _ in
                truncate(url.path, 400_000)
                return .redirect(307, to: "to")
            }
            let client = CURLClient(server)
            let error = try await #require(throws: RequestError.self) {
                try await client.upload(SendEndpoint(.file(url)))
            }
            #expect(
                error.description.hasSuffix("The body cannot be sent: its stream ended after 400000 of 1000000 bytes."))
            #expect(server.requestCount == 1)
            await client.isIdle()
            await server.connectionsClosed()
        }

        @Test func `a body is sent again from its start when a kept connection was closed`() async throws {
            let server = try LoopbackServer { request in
                request.path == "/v1/second" && request.connection == 1 ? .closeWithoutAnswer : .text("ok")
            }
            let client = CURLClient(server)
            let file = try TemporaryFile(bytes(700_000))
            _ = try await client.get("first")
            try await client.upload(SendEndpoint(.file(file.url), to: "second"))
            let sent = server.requests.filter { $0.path == "/v1/second" }
            #expect(sent.map(\.body) == [bytes(700_000), bytes(700_000)])
            #expect(sent.map(\.connection) == [1, 2])
        }

        @Test func `an answer before the body has been sent ends an upload that waits`() async throws {
            let server = try SocketServer { _, socket in
                guard socket.readHead() != nil else { return }
                socket.deliver("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno")
                while socket.readHead() != nil {}
            }
            let client = CURLClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
            let endpoint = gated(3)
            let error = try await #require(throws: HTTPError.self) { try await client.upload(endpoint) }
            #expect(error.status == 403)
            await client.isIdle()
            gate.open()
            try await gate.closings.reached(1)
        }
    }
#endif
