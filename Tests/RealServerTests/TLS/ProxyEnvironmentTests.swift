#if os(Linux)
    import EndpointTesting
    import Testing

    /// Proxies in the environment, with tinyproxy. Each case is a process of its own, because the environment is that
    /// of a process.
    ///
    /// `api.real.test` is this machine under a name that is not a loopback name.
    @Suite(.only(.curl)) struct ProxyEnvironmentTests {
        @Test func `a request without TLS goes to the proxy with its password`() async {
            await #expect(processExitsWith: .success) {
                setenv("http_proxy", try Proxied.proxy(), 1)
                let echo: ProxiedEcho = try await Proxied.client(.httpbin).json(.get("get", query: ["show_env": 1]))
                #expect(echo.headers["Via"]?.contains("tinyproxy") == true)
                #expect(echo.headers["Proxy-Authorization"] == nil)
            }
        }

        @Test func `a request with TLS goes through a tunnel`() async {
            await #expect(processExitsWith: .success) {
                for variable in ["https_proxy", "HTTPS_PROXY", "all_proxy"] {
                    setenv(variable, try Proxied.proxy(), 1)
                    for server in [RealServer.tls, .http2] {
                        let before = try Proxied.tunnels(to: server)
                        let response = try await Proxied.client(server).answer(.get("files/65537"))
                        #expect(try response.data == RandomFile(65_537).data())
                        #expect(try Proxied.tunnels(to: server) > before, "\(variable)")
                    }
                    unsetenv(variable)
                }
            }
        }

        @Test func `an upload arrives whole through a tunnel`() async {
            await #expect(processExitsWith: .success) {
                setenv("https_proxy", try Proxied.proxy(), 1)
                let file = try RandomFile(10_000_000)
                let upload = RawUploadEndpoint<ReceivedBody>(body: .file(file.url), path: "proxied/digest")
                #expect(try await Proxied.client(.http2).upload(upload).sha256 == file.sha256)
            }
        }

        @Test func `hosts in no_proxy, loopback names and a client without proxies use none`() async {
            await #expect(processExitsWith: .success) {
                for variable in ["http_proxy", "https_proxy"] { setenv(variable, "http://127.0.0.1:9", 1) }
                _ = try await #require(throws: URLError.self) { try await Proxied.client(.tls).data(.get("x")) }
                let port = try #require(RealServer.nginx.url?.port)
                for host in ["localhost", "127.0.0.1", "api.localhost"] {
                    let client = CURLClient(baseURL: try #require(URL(string: "http://\(host):\(port)")))
                    #expect(try await client.answer(.get("text")).status == 204)
                }
                let options = CURLClient.Options(usesEnvironmentProxies: false)
                #expect(try await Proxied.client(.tls, options).answer(.get("x")).status == 200)
                #expect(try await Proxied.client(.httpbin, options).answer(.get("get")).status == 200)
                setenv("no_proxy", "other.test,.real.test", 1)
                #expect(try await Proxied.client(.tls).answer(.get("x")).status == 200)
                #expect(try await Proxied.client(.httpbin).answer(.get("get")).status == 200)
            }
        }

        /// The password of the proxy is `s3cr-4711` in all of these.
        @Test func `no proxy failure shows the proxy's credentials`() async {
            await #expect(processExitsWith: .success) {
                let address = try Proxied.address()
                let proxies = [
                    "http://ann:s3cr-4711@\(address)", "http://ann:s3cr-4711@127.0.0.1:9",
                    "http://ann:s3cr-4711@proxy.invalid:8080", "ftp://ann:s3cr-4711@\(address)",
                    "http://ann:s3cr-4711@\(address):x", "http://ann:s3cr-4711@ad dress",
                    "https://ann:s3cr-4711@\(address)",
                    "socks5h://ann:s3cr-4711@\(address)", "http://ann:s3cr-4711@[::1", "ann:s3cr-4711@127.0.0.1:9",
                ]
                let lines = Locked("")
                for proxy in proxies {
                    for variable in ["http_proxy", "https_proxy"] { setenv(variable, proxy, 1) }
                    for server in [RealServer.httpbin, .tls] {
                        let client = try Proxied.client(server).standard { stack in
                            stack.retry = nil
                            stack.attemptDeadline = .seconds(5)
                            stack.logDetails = [.headers, .bodies]
                            stack.log = LogSink { entry in lines.withLock { $0 += "\(entry)\n" } }
                        }
                        let error = await #expect(throws: (any Error).self) { try await client.data(.get("get")) }
                        let texts = [
                            error.map { "\($0)" }, error.map { String(reflecting: $0) }, error?.localizedDescription,
                            error?.userMessage,
                        ]
                        for text in texts { #expect(text?.contains("4711") != true, "\(proxy): \(text ?? "")") }
                        if let error = error as? URLError {
                            #expect(!"\(error.errorUserInfo)".contains("4711"), "\(proxy)")
                        }
                    }
                }
                #expect(!lines.withLock { $0 }.contains("4711"))
            }
        }

        @Test func `a proxy that refuses a tunnel is an error before the request`() async {
            await #expect(processExitsWith: .success) {
                setenv("https_proxy", "http://ann:wrong@\(try Proxied.address())", 1)
                let error = try await #require(throws: URLError.self) { try await Proxied.client(.tls).data(.get("x")) }
                #expect(error.code == .cannotConnectToHost, "\(error.code.rawValue) \(error.localizedDescription)")
            }
        }
    }

    /// Servers by a name that proxies are used for.
    private enum Proxied {
        static func address() throws -> String {
            "127.0.0.1:" + (try String(contentsOf: RealServer.file("proxy.port"), encoding: .utf8))
        }

        static func proxy() throws -> String { "http://ann:geheim@\(try address())" }

        static func client(_ server: RealServer, _ options: CURLClient.Options = .init()) throws -> CURLClient {
            CURLClient(
                environment: RealEnvironment(baseURL: try #require(server.url(host: "api.real.test"))),
                limits: .init(deadline: .seconds(60)), options: options)
        }

        /// How many tunnels to a server the proxy has opened.
        static func tunnels(to server: RealServer) throws -> Int {
            let port = try #require(server.url?.port)
            let log = try String(contentsOf: RealServer.file("tinyproxy.log"), encoding: .utf8)
            return log.components(separatedBy: "CONNECT api.real.test:\(port) ").count - 1
        }
    }

    /// The headers of a request as httpbin received it.
    private struct ProxiedEcho: Decodable {
        let headers: [String: String]
    }
#endif
