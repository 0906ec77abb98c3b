#if canImport(FoundationNetworking)
    import EndpointTesting
    import Testing

    /// What URLSession would add on Linux if it were let.
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
    }
#endif
