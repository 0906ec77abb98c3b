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
    }

    /// A name whose lookup blocks.
    private struct Stall {
        private let path: String

        init(_ name: String) throws {
            path = try RealServer.file("\(name).stall").path
            try #require(mkfifo(path, 0o600) == 0 || errno == EEXIST)
        }

        /// Waits until the lookup has started, and returns the descriptor that blocks it.
        func hasBegun() async -> Int32 {
            await withCheckedContinuation { continuation in
                Thread { continuation.resume(returning: open(path, O_WRONLY)) }.start()
            }
        }
    }
#endif
