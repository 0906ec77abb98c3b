#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// Process-wide state: threads, file descriptors and environment. Each test has a process of its
    /// own.
    @Suite struct CURLEngineTests {
        @Test func `the thread ends and all sockets are closed when the last client is gone`() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { request in
                    request.path == "/v1/stall" ? .stall : .text("ok")
                }
                var descriptors: Int?
                for _ in 0..<5 {
                    var clients: [CURLClient] = (0..<10).map { _ in CURLClient(server) }
                    for client in clients { _ = try await client.get("x") }
                    let stalled = Task { [client = clients[0]] in try await client.get("stall") }
                    while clients[0].callsUnderWay < 2 { await Task.yield() }
                    #expect(ThisProcess.threads(named: "CURLEngine") > 0)
                    clients = []
                    stalled.cancel()
                    await #expect(throws: CancellationError.self) { try await stalled.value }
                    while ThisProcess.threads(named: "CURL") > 0 { await Task.yield() }
                    await server.connectionsClosed()
                    let first = descriptors ?? ThisProcess.descriptorCount
                    descriptors = first
                    // One that is left ends the process.
                    alarm(120)
                    while ThisProcess.descriptorCount > first { await Task.yield() }
                }
            }
        }

        @Test func `a thousand clients at once have eight threads at most`() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _ in .text("ok") }
                let clients = (0..<1000).map { _ in CURLClient(server) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for client in clients { group.addTask { _ = try await client.get("x") } }
                    try await group.waitForAll()
                }
                #expect(server.openConnections == 1000)
                #expect((1...8).contains(ThisProcess.threads(named: "CURL")))
                for client in clients { #expect(try await client.get("x").metrics?.isReusedConnection == true) }
            }
        }

        @Test func `an upload that is stopped leaves no thread`() async {
            await #expect(processExitsWith: .success) {
                let (server, gate) = (try LoopbackServer { _ in .status(204) }, StreamGate())
                let upload = Task {
                    try await CURLClient(server).upload(SendEndpoint(.stream(GatedStream(gate, count: 1000))))
                }
                try await gate.reads.reached(1)
                #expect(ThisProcess.threads(named: "CURLUpload") == 1)
                upload.cancel()
                await #expect(throws: CancellationError.self) { try await upload.value }
                // The thread reads up to four pieces ahead before it is stopped.
                gate.open(8)
                while ThisProcess.threads(named: "CURL") > 0 { await Task.yield() }
            }
        }

        // Proxies.

        @Test func `the proxy of the environment is used, but not for this machine`() async {
            await #expect(processExitsWith: .success) {
                let proxy = try LoopbackServer { .text("proxied \($0.target)") }
                let server = try LoopbackServer { _ in .text("direct") }
                setenv("http_proxy", "http://user:canary@127.0.0.1:\(proxy.port)", 1)
                let client = CURLClient(environment: try OpenEnvironment("http://service.invalid/v1"))
                let response = try await client.get("x?a=b")
                #expect(response.data == Data("proxied http://service.invalid/v1/x?a=b".utf8))
                #expect(response.metrics?.remoteAddress == "127.0.0.1")
                #expect(proxy.requests.first?.header("Host") == "service.invalid")
                #expect(proxy.requests.first?.header("Proxy-Authorization") == "Basic dXNlcjpjYW5hcnk=")
                for host in ["127.0.0.1", "localhost"] {
                    let near = CURLClient(baseURL: try #require(URL(string: "http://\(host):\(server.port)")))
                    #expect(try await near.get("x").data == Data("direct".utf8))
                }
                #expect(proxy.requestCount == 1)
            }
        }

        @Test func `the proxy of the environment can be switched off`() async {
            await #expect(processExitsWith: .success) {
                let proxy = try LoopbackServer { _ in .text("proxied") }
                setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
                let environment = try OpenEnvironment("http://service.invalid/v1")
                let client = CURLClient(environment: environment, options: .init(usesEnvironmentProxies: false))
                let error = await #expect(throws: URLError.self) { try await client.get("x") }
                #expect(error?.code == .cannotFindHost)
                setenv("no_proxy", "service.invalid", 1)
                let exempt = CURLClient(environment: environment)
                await #expect(throws: URLError.self) { try await exempt.get("x") }
                #expect(proxy.connectionCount == 0)
            }
        }

        @Test func `an error doesn't show the credentials of a proxy`() async {
            await #expect(processExitsWith: .success) {
                let refusing = try LoopbackServer { _ in .closeWithoutAnswer }
                for port in [Int(try #require(try RefusedPort().url.port)), Int(refusing.port)] {
                    for scheme in ["http", "https"] {
                        setenv("\(scheme)_proxy", "http://canary:canary@127.0.0.1:\(port)", 1)
                        let client = CURLClient(environment: try OpenEnvironment("\(scheme)://service.invalid"))
                        let error = try await #require(throws: URLError.self) { try await client.get("x") }
                        var text = "\(error) \(error.errorUserInfo)"
                        dump(error, to: &text)
                        #expect(!text.contains("canary"))
                    }
                }
                #expect(refusing.requestCount > 0)
            }
        }
    }

    /// This process, as Linux describes it.
    enum ThisProcess {
        /// The threads whose name begins with a text.
        static func threads(named name: String) -> Int {
            let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            return tasks.filter { task in
                (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8))?.hasPrefix(name) == true
            }.count
        }

        /// The open file descriptors.
        static var descriptorCount: Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
        }
    }
#endif
