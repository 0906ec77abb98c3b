#if canImport(FoundationNetworking)
    import EndpointTesting
    import Testing

    /// What URLSession would do on Linux if it were let.
    @Suite struct URLSessionClientLinuxTests {
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

        /// Dispatch has 255 threads to wait with.
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
#endif
