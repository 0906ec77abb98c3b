#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    @Suite struct CURLPoolTests {
        /// libcurl refuses a handle that it already has (`CURLM_ADDED_ALREADY`).
        @Test(.timeLimit(.minutes(1)))
        func `a call whose transfer libcurl refuses fails on this machine, and leaves nothing behind`()
            async throws
        {
            let settings = CURLSettings(.init(), unixSocket: nil)
            let loop = CURLLoop(try CURLInbox(), try CURLLibrary.shared.get())
            let pool = try CURLPool(settings, loop)
            let exchange = try Exchange.sample(clock: TestClock())
            let ends = Tally()
            weak var handle: CURLHandle?
            do {
                let job = CURLJob(exchange: exchange, settings: settings) {}
                let transfer = try CURLTransfer(job, in: pool, wake: {}, onEnd: { ends.add() })
                handle = transfer.handle
                try pool.add(transfer.handle)
                transfer.start()
            }
            #expect(ends.count == 1)
            #expect(pool.isIdle(since: .max))
            let next = try pool.makeHandle()
            // With some versions of libcurl each call has a new handle.
            #expect(handle == nil || next === handle)
            try pool.add(next)
            pool.close()
            #expect(pool.isClosed)
            let error = try await #require(throws: URLError.self) { try await exchange.response {} }
            #expect(error.code == .resourceUnavailable)
            #expect(error.localizedDescription == "libcurl cannot start another transfer: error 7.")
        }
    }
#endif
