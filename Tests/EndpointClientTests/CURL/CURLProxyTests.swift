#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// Proxies of a client's own.
    @Suite struct CURLProxyTests {
        private func client(_ kind: CURLClient.Proxy.Kind, _ port: UInt16) throws -> CURLClient {
            let proxy = CURLClient.Proxy(
                kind, host: "127.0.0.1", port: port, username: "user", password: "canary")
            return CURLClient(
                environment: try OpenEnvironment("http://service.invalid/v1"), options: .init(proxy: proxy))
        }

        @Test func `calls go through the proxy with its credentials`() async throws {
            let proxy = try LoopbackServer { .text("proxied \($0.target)") }
            let response = try await client(.http, proxy.port).get("x")
            #expect(response.data == Data("proxied http://service.invalid/v1/x".utf8))
            #expect(proxy.requests.first?.header("Proxy-Authorization") == "Basic dXNlcjpjYW5hcnk=")
        }

        /// RFC 1928 and RFC 1929.
        @Test func `a SOCKS proxy gets the name of the server and the credentials`() async throws {
            let seen = Locked<[String]>([])
            let proxy = try SocketServer { _, socket in
                func note(_ bytes: [UInt8]) { seen.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
                func text() { note(socket.readBytes(Int(socket.readBytes(1).first ?? 0))) }
                _ = socket.readBytes(Int(socket.readBytes(2).last ?? 0))
                socket.deliver("\u{5}\u{2}")
                _ = socket.readBytes(1)
                text()
                text()
                socket.deliver("\u{1}\0")
                _ = socket.readBytes(4)
                text()
                _ = socket.readBytes(2)
                socket.deliver("\u{5}\0\0\u{1}\0\0\0\0\0\0")
                guard let head = socket.readHead() else { return }
                note(Array(head.utf8.prefix { $0 != 13 }))
                socket.deliver("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
            #expect(try await client(.socks5, proxy.port).get("x").data == Data("ok".utf8))
            #expect(seen.withLock { $0 } == ["user", "canary", "service.invalid", "GET /v1/x HTTP/1.1"])
        }

        @Test func `calls to this machine don't go through the proxy`() async throws {
            let server = try LoopbackServer { _ in .text("direct") }
            let proxy = CURLClient.Proxy(.http, host: "127.0.0.1", port: 1)
            let client = CURLClient(baseURL: server.url, options: .init(proxy: proxy))
            #expect(try await client.get("x").data == Data("direct".utf8))
        }

        @Test func `the exceptions of the environment don't apply to a proxy of the client's own`() async {
            await #expect(processExitsWith: .success) {
                setenv("no_proxy", "service.invalid", 1)
                let proxy = try LoopbackServer { _ in .text("proxied") }
                let own = CURLClient.Proxy(.http, host: "127.0.0.1", port: proxy.port)
                let client = CURLClient(
                    environment: try OpenEnvironment("http://service.invalid"),
                    options: .init(usesEnvironmentProxies: false, proxy: own))
                #expect(try await client.get("x").data == Data("proxied".utf8))
            }
        }

        @Test func `the credentials of a proxy are shown by neither an error nor a description`() async throws {
            let refused = try #require(try RefusedPort().url.port.flatMap { UInt16(exactly: $0) })
            for kind in [CURLClient.Proxy.Kind.http, .socks5] {
                let error = try await #require(throws: URLError.self) { try await client(kind, refused).get("x") }
                #expect(error.code == .cannotConnectToHost || error.code == .networkConnectionLost)
                #expect(!"\(error) \(error.errorUserInfo)".contains("canary"))
            }
            let proxy = CURLClient.Proxy(.http, host: "proxy.example", port: 80, username: "u", password: "canary")
            #expect("\(proxy)" == "http proxy proxy.example:80")
            #expect(!"\(CURLClient.Options(proxy: proxy))".contains("canary"))
        }
    }
#endif
