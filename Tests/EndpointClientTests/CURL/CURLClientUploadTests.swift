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
            let (file, sent) = (try TemporaryFile(Data(count: 8 << 20)), Tally())
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

        // Answers before the end of the body.

        @Test(
            .timeLimit(.minutes(1)),
            arguments: [
                "Content-Length: 2\r\n\r\nok", "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            ])
        func `a complete answer ends an upload whose stream waits`(answer: String) async throws {
            let server = try SocketServer { _, socket in
                guard socket.readHead() != nil else { return }
                socket.deliver("HTTP/1.1 200 OK\r\n" + answer)
                while socket.readHead() != nil {}
            }
            // libcurl 8.5 does not tell that it awaits nothing more.
            let version = try CURLLibrary.shared.get().version
            if answer.contains("chunked"), (0x080000..<0x080e00).contains(version) { return }
            let client = CURLClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
            let response = try await client.send(gated(3).makeAPIRequest())
            #expect(response.data == Data("ok".utf8))
            await client.isIdle()
            gate.open()
            try await gate.closings.reached(1)
        }

        /// The server reads nothing of the body, so that the system's buffers fill up.
        @Test(.timeLimit(.minutes(1)))
        func `a complete answer ends an upload that the server doesn't read`() async throws {
            let answered = DispatchSemaphore(value: 0)
            let server = try SocketServer { _, socket in
                guard socket.readHead() != nil else { return }
                socket.deliver("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                answered.wait()
            }
            defer { answered.signal() }
            let client = CURLClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
            let file = try TemporaryFile(Data(count: 64 << 20))
            let response = try await client.send(SendEndpoint(.file(file.url)).makeAPIRequest())
            #expect(response.data == Data("ok".utf8))
            await client.isIdle()
        }

        /// Neither side has more than one byte at a time.
        @Test(.timeLimit(.minutes(1)))
        func `a reader and a writer may wait for each other`() async throws {
            let server = try SocketServer { _, socket in
                guard socket.readHead() != nil else { return }
                socket.deliver("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                for _ in 1...5 {
                    guard socket.readText(6) == "1\r\nx\r\n" else { return }
                    socket.deliver("1\r\ny\r\n")
                }
                if socket.readText(5) == "0\r\n\r\n" { socket.deliver("0\r\n\r\n") }
            }
            let client = CURLClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
            var request = try gated(5).makeAPIRequest()
            request.wantsStream = true
            guard case .stream(let stream) = try await client.send(request).body else {
                Issue.record("The body is no stream.")
                return
            }
            var chunks = stream.makeAsyncIterator()
            for read in 1...5 {
                try await gate.reads.reached(read)
                gate.open()
                #expect(try await chunks.next() == Data("y".utf8))
            }
            gate.open()
            #expect(try await chunks.next() == nil)
        }

        // Progress.

        @Test(.timeLimit(.minutes(1)))
        func `a progress closure that waits blocks no other call`() async throws {
            let server = try LoopbackServer { _ in .text("ok") }
            let (client, called, goOn) = (CURLClient(server), Tally(), DispatchSemaphore(value: 0))
            let upload = Task {
                try await client.upload(
                    SendEndpoint(.data(bytes(1_000_000))),
                    progress: .handler { _ in
                        called.add()
                        goOn.wait()
                        goOn.signal()
                    })
            }
            try await called.reached(1)
            for _ in 0..<20 { _ = try await client.get("x") }
            goOn.signal()
            try await upload.value
            #expect(called.count > 1)
        }

        /// A large buffer drains without a sign that the upload advances.
        @Test func `the socket of an upload holds few bytes that aren't sent`() async throws {
            let server = try LoopbackServer { _ in .text("ok") }
            let client = CURLClient(server)
            _ = try await client.get("x")
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
            let descriptor = try #require(names.first { SocketAddress.peer(of: $0)?.port == server.port })
            var (limit, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
            let notSentLowAt: Int32 = 25  // TCP_NOTSENT_LOWAT
            #expect(getsockopt(descriptor, Int32(IPPROTO_TCP), notSentLowAt, &limit, &size) == 0)
            #expect(limit == 128 << 10)
        }

        // Broken connections.

        /// The server closes a kept connection while a long body is being sent.
        @Test(arguments: 0..<20)
        func `an upload over a kept connection that breaks is sent again once`(number: Int) async throws {
            let server = try SocketServer { connection, socket in
                guard socket.readHead() != nil else { return }
                socket.deliver("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                guard connection == 1, let head = socket.readHead() else { return }
                // The more it reads, the later the connection breaks.
                #expect(head.hasPrefix("PUT"))
                _ = socket.readText(number * 10_000)
            }
            let client = CURLClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
            let repetitions = Tally()
            var request = try SendEndpoint(.data(bytes(4_000_000))).makeAPIRequest()
            request.context = request.context.observed { step in
                if case .repeated = step { repetitions.add() }
            }
            // libcurl does not reuse a connection that has been idle for 118 s.
            let status = try await withTaskExecutorPreference(OwnThread()) {
                _ = try await client.get("x")
                return try await client.send(request).http.statusCode
            }
            #expect(status == 200)
            // Before 7.80 libcurl does not tell that it repeats a request.
            if try CURLLibrary.shared.get().hasRequestCallback { #expect(repetitions.count == 1) }
            #expect(server.connectionCount == 2)
        }

        /// The server closes the connection after its answer, with most of the body unread.
        @Test func `a complete answer counts although the rest of the body cannot be sent`() async throws {
            let server = try SocketServer { _, socket in
                guard socket.readHead() != nil else { return }
                socket.deliver("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            let client = CURLClient(baseURL: try #require(URL(string: "http://127.0.0.1:\(server.port)")))
            for _ in 0..<20 {
                let request = try SendEndpoint(.data(bytes(4_000_000))).makeAPIRequest()
                #expect(try await client.send(request).data == Data("ok".utf8))
            }
        }
    }
#endif
