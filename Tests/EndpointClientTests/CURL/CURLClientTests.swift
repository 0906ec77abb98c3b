#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    extension CURLClient {
        /// A client for a server of this test.
        init(_ server: LoopbackServer, limits: Limits = .patient, time: TimeSource = .system) {
            self.init(baseURL: server.url.appendingPathComponent("v1"), limits: limits, time: time)
        }

        fileprivate init(_ server: SocketServer, host: String = "127.0.0.1") throws {
            self.init(baseURL: try #require(URL(string: "http://\(host):\(server.port)/v1")))
        }
    }

    /// An environment that allows cleartext to other machines.
    struct OpenEnvironment: APIEnvironment {
        let baseURL: URL
        let headers: HeaderFields = [:]
        let allowsInsecureConnections = true

        init(_ base: String) throws {
            baseURL = try #require(URL(string: base))
        }
    }

    @Suite struct CURLClientTests {
        // Metrics.

        @Test func `the first exchange has the times of its connection`() async throws {
            let server = try LoopbackServer { _ in .text("ok") }
            let metrics = try #require(try await CURLClient(server).get("x").metrics)
            #expect(metrics.isReusedConnection == false)
            #expect(metrics.httpVersion == "HTTP/1.1")
            #expect(metrics.remoteAddress == "127.0.0.1")
            #expect(metrics.tls == nil)
            let connect = try #require(metrics.connect)
            let times = try [metrics.requestStart, metrics.firstByte, metrics.total].map { try #require($0) }
            #expect(connect > .zero && connect <= times[0])
            #expect(times == times.sorted())
        }

        @Test func `the next exchange over the same connection has no connection times`() async throws {
            let server = try LoopbackServer { _ in .text("ok") }
            let client = CURLClient(server)
            let first = try #require(try await client.get("a").metrics)
            for _ in 0..<3 {
                let next = try #require(try await client.get("b").metrics)
                #expect(next.isReusedConnection == true)
                #expect(next.nameLookup == nil && next.connect == nil && next.tls == nil)
                #expect(next.connectionID != nil && next.connectionID == first.connectionID)
                #expect(next.remoteAddress == "127.0.0.1")
                #expect(next.firstByte != nil && next.total != nil)
            }
            #expect(server.connectionCount == 1)
        }

        @Test func `each connection has a name of its own`() async throws {
            let server = try LoopbackServer { _ in .status(200, headers: ["Connection": "close"]) }
            let client = CURLClient(server)
            let first = try #require(try await client.get("a").metrics)
            let second = try #require(try await client.get("b").metrics)
            #expect(second.isReusedConnection == false)
            #expect(first.connectionID != second.connectionID)
        }

        // Heads.

        @Test func `any number of interim responses is skipped`() async throws {
            let interim =
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\nA: x\r\n\r\nHTTP/1.1 103 Hints\r\nB: x\r\n\r\n"
            let server = try LoopbackServer { _ in
                .raw(Data((interim + "HTTP/1.1 200 OK\r\nC: y\r\nContent-Length: 2\r\n\r\nok").utf8), close: false)
            }
            let client = CURLClient(server)
            for _ in 0..<2 {
                let response = try await client.get("x")
                #expect(response.http.statusCode == 200)
                #expect(response.data == Data("ok".utf8))
                #expect(response.http.value(forHTTPHeaderField: "A") == nil)
                #expect(response.http.value(forHTTPHeaderField: "C") == "y")
            }
            #expect(server.connectionCount == 1)
        }

        @Test func `trailers don't become headers`() async throws {
            let server = try LoopbackServer { _ in
                .raw(
                    Data(
                        "HTTP/1.1 200 OK\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nA: c\r\nD: e\r\n\r\n"
                            .utf8),
                    close: false)
            }
            let client = CURLClient(server)
            for _ in 0..<2 {
                let response = try await client.get("x")
                #expect(response.data == Data("ok".utf8))
                #expect(response.http.value(forHTTPHeaderField: "A") == "b")
                #expect(response.http.value(forHTTPHeaderField: "D") == nil)
            }
        }

        @Test(arguments: [
            "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nA: b", "HTTP/1.1 200 OK\r\nA: b\r\n",
            "HTTP/1.1 103 Early Hints\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n",
        ])
        func `a connection that ends inside a head is an error`(head: String) async throws {
            let server = try LoopbackServer { _ in .raw(Data(head.utf8), close: true) }
            let client = CURLClient(server)
            let error = try await #require(throws: URLError.self) { try await client.get("x") }
            #expect(error.code == .networkConnectionLost)
            #expect(error.localizedDescription.hasPrefix("GET /v1/x → "))
        }

        @Test(arguments: [
            "HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 200 OK\r\nContent-Length: 2, 3\r\n\r\nok",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
            "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok", "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok",
        ])
        func `a malformed head is a bad response, and its connection is closed`(answer: String) async throws {
            let server = try LoopbackServer { request in
                request.path == "/v1/x" ? .raw(Data(answer.utf8), close: false) : .text("ok")
            }
            let client = CURLClient(server)
            let error = try await #require(throws: URLError.self) { try await client.get("x") }
            #expect(error.code == .badServerResponse)
            await server.connectionsClosed()
            #expect(try await client.get("y").data == Data("ok".utf8))
        }

        @Test(arguments: [1, 1000])
        func `the error for a head that is too long says so`(lines: Int) async throws {
            let line = "A: " + String(repeating: "a", count: 400_000 / lines) + "\r\n"
            let server = try LoopbackServer { _ in
                .raw(Data(("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: lines) + "\r\n").utf8), close: false)
            }
            let client = CURLClient(server)
            let error = try await #require(throws: URLError.self) { try await client.get("x") }
            #expect(error.code == .dataLengthExceedsMaximum)
            await server.connectionsClosed()
        }

        // Addresses.

        @Test(.enabled(if: hasIPv6)) func `a base URL can have an IPv6 literal`() async throws {
            let server = try SocketServer(on: .ipv6) { .text("\($0.header("Host") ?? "") \($0.target)") }
            let client = try CURLClient(server, host: "[::1]")
            for isReused in [false, true] {
                let response = try await client.get("x")
                #expect(response.data == Data("[::1]:\(server.port) /v1/x".utf8))
                #expect(response.metrics?.remoteAddress == "::1")
                #expect(response.metrics?.isReusedConnection == isReused)
            }
            #expect(server.connectionCount == 1)
        }

        @Test(.enabled(if: hasIPv6)) func `a redirect to an IPv6 literal is followed`() async throws {
            let target = try SocketServer(on: .ipv6) { .text($0.target) }
            let server = try LoopbackServer { _ in .redirect(to: "//[::1]:\(target.port)/y") }
            #expect(try await CURLClient(server).get("x").data == Data("/y".utf8))
        }

        private static let hasIPv6 = (try? SocketServer.Address.ipv6.listen()).map { close($0) } != nil

        @Test func `a client calls a server on a Unix-domain socket`() async throws {
            let path = SocketPath()
            let server = try SocketServer(on: .unix(path.path)) { .text("\($0.header("Host") ?? "") \($0.target)") }
            let client = CURLClient(
                unixSocket: path.path, baseURL: try #require(URL(string: "http://localhost/v1.43")))
            for number in 1...3 {
                let response = try await client.get("info")
                #expect(response.data == Data("localhost /v1.43/info".utf8))
                #expect(response.metrics?.isReusedConnection == false)
                #expect(response.metrics?.remoteAddress == nil)
                #expect(response.metrics?.connectionID == nil)
                #expect(server.connectionCount == number)
            }
            try await client.upload(SendEndpoint(.data(bytes(300_000)), to: "load"))
            #expect(server.requests.last?.body == bytes(300_000))
            await server.connectionsClosed()
        }

        @Test func `a missing Unix-domain socket means that the host can't be reached`() async throws {
            let client = CURLClient(
                unixSocket: SocketPath().path, baseURL: try #require(URL(string: "http://localhost")))
            let error = try await #require(throws: URLError.self) { try await client.get("x") }
            #expect(error.code == .cannotConnectToHost)
        }

        /// libcurl takes all of these for 127.0.0.1.
        @Test(arguments: ["127.1", "2130706433", "0x7f000001", "0177.0.0.1"])
        func `a number in place of an address is refused`(host: String) async throws {
            let server = try LoopbackServer { _ in .status(204) }
            let client = CURLClient(environment: try OpenEnvironment("http://\(host):\(server.port)/v1"))
            await #expect(throws: RequestError.self) { try await client.get("x") }
            #expect(server.connectionCount == 0)
            await client.isIdle()
        }

        @Test func `the path and the query are sent unchanged`() async throws {
            let server = try LoopbackServer { .text($0.target) }
            let client = CURLClient(baseURL: try #require(URL(string: "http://LOCALHOST:\(server.port)/v1")))
            let url = try #require(URL(string: "http://localhost:\(server.port)/v1/a;b/%41//c?q=%20'&&r"))
            let response = try await client.send(
                APIRequest(URLRequest(url: url), for: RawEndpoint(URLRequest(url: url))))
            #expect(response.data == Data("/v1/a;b/%41//c?q=%20'&&r".utf8))
        }

        // Many at once.

        @Test func `sixty-four calls at once don't disturb each other when half of them are cancelled`() async throws {
            let server = try LoopbackServer { request in
                request.path.hasSuffix("stall") ? .stall : .text(String(repeating: request.target, count: 1000))
            }
            let client = CURLClient(server, limits: .init(idle: nil, concurrentCallsPerOrigin: 64))
            let stalling = (0..<32).map { _ in Task { try await client.get("stall") } }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<320 {
                    group.addTask {
                        let expected = String(repeating: "/v1/\(number)", count: 1000)
                        let data = try await client.get("\(number)").data
                        #expect(data == Data(expected.utf8))
                    }
                }
                try await group.waitForAll()
            }
            for call in stalling { call.cancel() }
            for call in stalling { await #expect(throws: CancellationError.self) { try await call.value } }
            await client.isIdle()
        }
    }
#endif
