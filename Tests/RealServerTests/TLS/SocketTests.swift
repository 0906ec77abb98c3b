#if os(Linux)
    import EndpointTesting
    import Testing

    /// Addresses that only `CURLClient` can reach.
    @Suite(.only(.curl)) struct SocketTests {
        @Test func `a client calls a server on a Unix-domain socket`() async throws {
            let client = CURLClient(
                unixSocket: try RealServer.file("nginx.sock").path,
                baseURL: try #require(URL(string: "http://localhost")))
            let file = try RandomFile(1_000_000)
            let seen: [String: String] = try await client.json(.get("x"))
            #expect(seen == ["scheme": "http", "protocol": "HTTP/1.1", "host": "localhost", "uri": "/x"])
            try await concurrently(64) { _ in
                let data = try await client.data(.get("files/1000000"))
                #expect(try data == file.data())
            }
            let upload = RawUploadEndpoint<ReceivedBody>(body: .file(file.url), path: "proxied/digest")
            #expect(try await client.upload(upload).sha256 == file.sha256)
        }

        @Test func `a missing Unix-domain socket means that the host can't be reached`() async throws {
            let client = CURLClient(
                unixSocket: try RealServer.file("missing.sock").path,
                baseURL: try #require(URL(string: "http://localhost")))
            let error = try await #require(throws: URLError.self) { try await client.data(.get("x")) }
            #expect(error.code == .cannotConnectToHost)
        }

        @Test(.enabled(if: RealServer.ipv6.url != nil, "no IPv6 here"), arguments: ["[::1]", "[0:0:0:0:0:0:0:1]"])
        func `a client calls a server on an IPv6 address`(host: String) async throws {
            let url = try #require(RealServer.ipv6.url(host: host))
            let client = CURLClient(environment: RealEnvironment(baseURL: url))
            let response = try await client.answer(.get("x"))
            #expect(response.status == 200)
            #expect(response.metrics?.remoteAddress == "::1")
        }
    }
#endif
