#if os(Linux) || os(macOS)
    import EndpointTesting
    import Testing

    /// Proof 5: the printed line, run by a shell and curl, sends the same request: 300 of them, 3,000 with `ENDPOINT_THOROUGH=1`.
    @Suite(.enabled("curl is not installed") { Shell.hasCURL }) struct CURLRoundTripTests {
        private static let count = isThorough ? 3000 : 300
        private static let batch = 100

        @Test(arguments: stride(from: 0, to: count, by: batch).map { $0 })
        func `the printed line sends the same request`(start: Int) async throws {
            let server = try LoopbackServer.immediate { _ in .status(204) }
            let requests = try (start..<start + Self.batch).map { try FuzzedRequest($0, to: server.url) }
            try await run(requests.map { "\($0.command)" }, base: server.url)
            #expect(server.requestCount == requests.count)
            for (sent, received) in zip(requests, server.requests) { check(sent, received) }
        }

        /// Runs lines one after the other in one shell, with a curl that asks nobody's settings and prints nothing.
        private func run(_ lines: [String], base: URL) async throws {
            let prelude = "curl() { command curl -q -s -o /dev/null --noproxy '*' --max-time 60 \"$@\"; }\n"
            let script = try TemporaryFile(Data((prelude + lines.joined(separator: "\n") + "\n").utf8))
            let environment = ["BASE_URL": base.absoluteString, "PATH": "/usr/bin:/bin", "SCRIPT": script.url.path]
            _ = try await Shell.run(". \"$SCRIPT\"", environment: environment)
            withExtendedLifetime(script) {}
        }

        private func check(_ sent: FuzzedRequest, _ received: RecordedRequest) {
            #expect(received.method == sent.urlRequest.httpMethod, "\(sent.command)")
            #expect(received.target == sent.target, "\(sent.command)")
            #expect(received.body == sent.body, "\(sent.command)")
            for (name, value) in sent.urlRequest.allHTTPHeaderFields ?? [:] {
                #expect(received.header(name) == value, "\(name) in \(sent.command)")
            }
            let type = sent.urlRequest.value(forHTTPHeaderField: "Content-Type")
            #expect(received.header("Content-Type") == type, "\(sent.command)")
        }
    }
#endif
