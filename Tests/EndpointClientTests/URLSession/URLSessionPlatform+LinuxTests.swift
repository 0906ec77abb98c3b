#if canImport(FoundationNetworking)
    import EndpointTesting
    import Testing

    /// What is particular to `URLSession` on Linux.
    @Suite struct URLSessionPlatformLinuxTests {
        /// `URLSession` passes it to libcurl in a form that libcurl cannot read.
        @Test func `an IPv6 literal is refused`() async throws {
            let client = URLSessionClient(baseURL: try #require(URL(string: "http://[::1]:1")))
            await #expect(throws: RequestError(.host("[::1]"))) { try await client.get("x") }
            #expect(client.callsUnderWay == 0)
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
#endif
