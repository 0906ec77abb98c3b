#if os(Linux)
    import EndpointTesting
    import Testing

    /// DNS lookups that do not return: `.ci/real_servers/world.c` blocks them until the other end of a FIFO is closed.
    @Suite(.only(.curl)) struct ResolverTests {
        @Test func `a cancelled look-up blocks neither its caller nor others, and leaves nothing behind`() async throws
        {
            let other = CURLClient(baseURL: try #require(RealServer.http2.url))
            _ = try await other.data(.get("x"))
            let client = ClientKind.curl.client(baseURL: try #require(URL(string: "https://cancelled.stall.test")))
            let stall = try Stall("cancelled")
            let call = Task { try await client.data(.get("x")) }
            let resolver = await stall.hasBegun()
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            for _ in 0..<20 { #expect(try await other.answer(.get("files/65537")).status == 200) }
            #expect((client as? CURLClient)?.callsUnderWay == 1)
            close(resolver)
            while (client as? CURLClient)?.callsUnderWay != 0 { _ = try await other.data(.get("x")) }
        }

        @Test func `a client that is dropped during a look-up ends when the look-up does`() async throws {
            let stall = try Stall("dropped")
            let call = Task {
                let client = CURLClient(baseURL: try #require(URL(string: "https://dropped.stall.test")))
                return try await client.data(.get("x"))
            }
            let resolver = await stall.hasBegun()
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            let other = CURLClient(baseURL: try #require(RealServer.tls.url))
            #expect(try await other.answer(.get("x")).status == 200)
            close(resolver)
            #expect(try await other.answer(.get("x")).status == 200)
        }

        @Test func `look-ups that don't return use a limited number of descriptors and threads`() async throws {
            let stalls = try (0..<192).map { try Stall("silent\($0)") }
            let client = CURLClient()
            let before = try Resources()
            try await concurrently(stalls.count) { index in
                let url = try #require(URL(string: "https://silent\(index).stall.test/x"))
                let call = RawEndpoint(request: URLRequest(url: url))
                await #expect(throws: URLError.self) {
                    try await client.request(call, timeouts: CallTimeouts(call: .milliseconds(100)))
                }
            }
            let during = try Resources()
            #expect(during.descriptors - before.descriptors <= 32 * 5)
            #expect(during.threads - before.threads <= 32 + 8)
            for stall in stalls { stall.end() }
            let other = CURLClient(baseURL: try #require(RealServer.http2.url))
            while client.callsUnderWay != 0 { _ = try await other.data(.get("x")) }
        }
    }

    /// What this process uses of the system.
    private struct Resources {
        let descriptors: Int
        let threads: Int

        init() throws {
            descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        }
    }

    /// A name whose lookup blocks.
    private struct Stall {
        private let path: String

        init(_ name: String) throws {
            path = try RealServer.file("\(name).stall").path
            try #require(mkfifo(path, 0o600) == 0 || errno == EEXIST)
        }

        /// Ends a lookup that has started, and lets one that starts later end at once.
        func end() {
            let both = open(path, O_RDWR | O_NONBLOCK)
            unlink(path)
            close(both)
        }

        /// Waits until the lookup has started, and returns the descriptor that blocks it.
        func hasBegun() async -> Int32 {
            await withCheckedContinuation { continuation in
                Thread { continuation.resume(returning: open(path, O_WRONLY)) }.start()
            }
        }
    }
#endif
