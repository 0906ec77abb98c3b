#if os(Linux)
    import EndpointTesting
    import Testing

    /// A program may end at any time.
    @Suite(.only(.curl)) struct ExitTests {
        /// OpenSSL frees its tables in a handler of `exit`, while the engine's thread may be using them.
        @Test(arguments: 0..<50)
        func `a process may exit while calls over TLS are under way`(round: Int) async throws {
            await #expect(processExitsWith: .exitCode(7)) {
                // This handler runs after OpenSSL's, so that code that still uses what its handler has freed crashes.
                atexit { usleep(100_000) }
                guard let tls = RealServer.tls.url, let http2 = RealServer.http2.url else { exit(1) }
                let (started, signal) = AsyncStream<Void>.makeStream()
                for index in 0..<16 {
                    // A third of the calls make a connection each, a third use one again, and a third share one.
                    let shared = CURLClient(baseURL: index % 3 == 1 ? http2 : tls)
                    Task.detached {
                        while true {
                            let client = index % 3 == 2 ? CURLClient(baseURL: tls) : shared
                            _ = try await client.data(.get("files/65537"))
                            signal.yield()
                        }
                    }
                }
                var left = Int.random(in: 16..<200)
                for await _ in started {
                    left -= 1
                    if left == 0 { exit(7) }
                }
            }
        }
    }
#endif
