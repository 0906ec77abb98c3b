#if canImport(FoundationNetworking)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// Defaults and repeats of `URLSession` on Linux that the client prevents.
    @Suite struct URLSessionPlatformLinuxTests {
        private struct Untyped: UploadEndpoint {
            typealias Content = Void

            let body: Data

            func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
                (try .post("cover"), .data(body))
            }
        }

        @Test(arguments: [0, 1, 100_000])
        func `a body without a type is no form`(count: Int) async throws {
            let server = try LoopbackServer { _ in .status(204) }
            try await URLSessionClient(server).upload(Untyped(body: bytes(count)))
            #expect(server.requests.map { $0.header("Content-Type") } == [nil])
        }

        @Test func `a post without a body is no form either`() async throws {
            let server = try LoopbackServer { _ in .status(204) }
            let request = try URLRequest.post("cover")
            _ = try await URLSessionClient(server).request(RawEndpoint(request))
            #expect(server.requests.map { $0.header("Content-Type") } == [nil])
        }

        /// Sends to a server that reads a request and closes a connection that was kept open; returns how often it got the body.
        private func tries(
            _ method: HTTPMethod, headers: [String: String] = [:], _ error: inout URLError?
        ) async throws -> Int {
            let server = try LoopbackServer { $0.path == "/v1/first" ? .status(204) : .closeWithoutAnswer }
            let client = URLSessionClient(server)
            try await client.upload(SendEndpoint(.data(bytes(1000)), to: "first"))
            let request = try URLRequest(method, "second", headers: headers, body: .binary(bytes(1000)))
            error = await #expect(throws: URLError.self) { try await client.request(RawEndpoint(request)) }
            return server.requests.filter { $0.path == "/v1/second" && $0.body == bytes(1000) }.count
        }

        @Test(arguments: [HTTPMethod.post, .patch])
        func `what a server may have acted on is not sent again behind the caller's back`(method: HTTPMethod)
            async throws
        {
            var error: URLError?
            #expect(try await tries(method, &error) == 1)
            #expect(error?.code == .networkConnectionLost)
            #expect(
                error?.localizedDescription
                    == "The connection broke after the \(method) had been sent; the server may have acted on it.")
        }

        @Test func `what may be repeated is sent again, whole`() async throws {
            var error: URLError?
            #expect(try await tries(.put, &error) == 2)
            #expect(try await tries(.post, headers: ["idempotency-key": "1"], &error) == 2)
        }

        @Test(arguments: [0, 1000])
        func `what was read is not taken for unsent because no other connection can be opened`(count: Int)
            async throws
        {
            let itself = Locked<LoopbackServer?>(nil)
            defer { itself.withLock { $0 = nil } }
            let server = try LoopbackServer { request in
                guard request.path == "/v1/second" else { return .status(204) }
                itself.withLock { $0 }?.stop()
                return .closeWithoutAnswer
            }
            itself.withLock { $0 = server }
            let client = URLSessionClient(server)
            let body: HTTPBody? = count == 0 ? nil : .binary(bytes(count))
            _ = try await client.request(RawEndpoint(URLRequest(.post, "first", body: body)))
            let second = RawEndpoint(try URLRequest(.post, "second", body: body))
            let error = await #expect(throws: URLError.self) { try await client.request(second) }
            #expect(error?.code == .networkConnectionLost)
            #expect(server.requests.filter { $0.path == "/v1/second" }.count == 1)
        }

        @Test(arguments: [0, 1000])
        func `a server that was never there has seen nothing`(count: Int) async throws {
            let client = URLSessionClient(baseURL: try RefusedPort().url)
            let request = try URLRequest(.post, "x", body: count == 0 ? nil : .binary(bytes(count)))
            let error = await #expect(throws: URLError.self) {
                try await client.retryingAtOnce().request(RawEndpoint(request))
            }
            #expect(error?.code == .cannotConnectToHost)
            #expect(error?.retries?.attempts.count == 3)
        }

        /// Dispatch has 255 threads that may block.
        @Test func `more clients than Dispatch has threads can start at once`() async throws {
            let server = try LoopbackServer { _ in .text("ok") }
            let clients = (0..<160).map { _ in URLSessionClient(server, limits: .init(deadline: .seconds(60))) }
            try await withThrowingTaskGroup { group in
                for client in clients {
                    group.addTask { try await client.get("x").data }
                    group.addTask { try await client.request(RawEndpoint(.post("x", body: .text("body")))) }
                }
                for try await data in group { #expect(data == Data("ok".utf8)) }
            }
        }
    }

    @Suite struct ContentLengthStreamTests {
        /// Reads a stream of `held` bytes that were announced as `announced`. The tracker has the reason of a failure.
        private func read(_ held: Int, announced: Int64?) -> (data: Data, last: Int, tracker: UploadTracker) {
            let tracker = UploadTracker(total: announced, report: nil)
            let body = RequestBody(length: announced) { InputStream(data: bytes(held)) }
            let stream = ContentLengthStream(body, tracker: tracker)
            stream.open()
            var (data, buffer, last) = (Data(), [UInt8](repeating: 0, count: 7), 0)
            while stream.hasBytesAvailable {
                last = stream.read(&buffer, maxLength: buffer.count)
                if last <= 0 { break }
                data.append(contentsOf: buffer[..<last])
            }
            return (data, last, tracker)
        }

        @Test(arguments: [(10, 10), (20, 10), (7, 7), (1, 1)])
        func `gives what was announced`(held: Int, announced: Int) {
            let result = read(held, announced: Int64(announced))
            #expect(result.data == bytes(announced))
            #expect(result.tracker.fault == nil)
        }

        @Test func `gives everything where nothing was announced`() {
            let result = read(100, announced: nil)
            #expect(result.data == bytes(100))
            #expect(result.tracker.fault == nil)
        }

        @Test(arguments: [0, 6, 7, 9])
        func `fails when there is less`(held: Int) {
            let result = read(held, announced: 10)
            #expect(result.last == -1)
            #expect(result.tracker.fault == RequestError(.body("its stream ended after \(held) of 10 bytes.")))
        }

        @Test func `fails when there is no stream`() {
            let tracker = UploadTracker(total: 1, report: nil)
            let stream = ContentLengthStream(RequestBody(length: 1) { nil }, tracker: tracker)
            stream.open()
            var byte: UInt8 = 0
            #expect(stream.read(&byte, maxLength: 1) == -1)
            #expect(tracker.fault == RequestError(.body("its stream cannot be read.")))
        }

        /// `URLSession` may read again after a failure, and would take an end of the stream for the end of the body.
        @Test func `a stream that cannot be read never ends`() {
            let stream = ContentLengthStream(.unreadable, tracker: nil)
            stream.open()
            var byte: UInt8 = 0
            #expect(stream.read(&byte, maxLength: 1) == -1)
            #expect(stream.hasBytesAvailable)
            #expect(stream.read(&byte, maxLength: 1) == -1)
        }
    }
#endif
