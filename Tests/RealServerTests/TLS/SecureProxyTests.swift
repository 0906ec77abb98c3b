#if os(Linux)
    import EndpointTesting
    import Testing

    /// Proxies that are reached over TLS, with tinyproxy behind `.ci/real_servers/front.py`.
    ///
    /// `api.real.test` is this machine under a name that is not a loopback name.
    @Suite(.only(.curl)) struct SecureProxyTests {
        private func client(_ server: RealServer, password: String = "geheim", port: Int? = nil) throws -> CURLClient {
            let own = try String(contentsOf: RealServer.file("front.port"), encoding: .utf8)
            let proxy = CURLClient.Proxy(
                .https, host: "localhost", port: try #require(UInt16(port.map { "\($0)" } ?? own)), username: "ann",
                password: password)
            return CURLClient(
                environment: RealEnvironment(baseURL: try #require(server.url(host: "api.real.test"))),
                limits: .init(deadline: .seconds(60)), options: .init(proxy: proxy))
        }

        @Test func `a request without TLS goes over TLS to the proxy, with its password`() async throws {
            let response = try await client(.httpbin).answer(.get("get", query: ["show_env": 1]))
            let text = String(decoding: response.data, as: UTF8.self)
            #expect(response.status == 200)
            #expect(text.contains("tinyproxy"))
            #expect(!text.contains("Proxy-Authorization"))
        }

        @Test(arguments: [RealServer.tls, .http2])
        func `a request with TLS goes through a tunnel in the TLS of the proxy`(server: RealServer) async throws {
            let client = try client(server)
            let (up, down) = (try RandomFile(1_000_000), try RandomFile(1_000_000))
            #expect(try await client.answer(.get("files/1000000")).data == down.data())
            let upload = RawUploadEndpoint<ReceivedBody>(body: .file(up.url), path: "proxied/digest")
            #expect(try await client.upload(upload).sha256 == up.sha256)
            let log = try String(contentsOf: RealServer.file("tinyproxy.log"), encoding: .utf8)
            #expect(log.contains("CONNECT api.real.test:\(try #require(server.url?.port)) "))
        }

        @Test(arguments: [RealServer.httpbin, .tls])
        func `a wrong password for the proxy is refused by the proxy`(server: RealServer) async throws {
            let client = try client(server, password: "falsch-4711")
            if server == .httpbin {
                // What tinyproxy answers to wrong credentials; without any it would be 407.
                #expect(try await client.answer(.get("get")).status == 401)
            } else {
                let error = try await #require(throws: URLError.self) { try await client.data(.get("x")) }
                #expect(error.code == .cannotConnectToHost, "\(error.localizedDescription)")
                #expect(!"\(error) \(error.errorUserInfo)".contains("4711"))
            }
        }

        /// The server with such a certificate stands for the proxy.
        @Test(arguments: [RealServer.unknown, .expired, .elsewhere, .selfsigned])
        func `a proxy with an invalid certificate gets nothing`(proxy: RealServer) async throws {
            let client = try client(.httpbin, password: "falsch-4711", port: try #require(proxy.url?.port))
            let error = try await #require(throws: URLError.self) { try await client.data(.get("get")) }
            #expect(error.code == .serverCertificateUntrusted, "\(error.localizedDescription)")
            #expect(!"\(error) \(error.errorUserInfo)".contains("4711"))
        }
    }
#endif
