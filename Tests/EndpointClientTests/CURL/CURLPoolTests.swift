#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient
    @testable import EndpointTesting

    @Suite struct CURLPoolTests {
        private let settings = CURLSettings(.init(), unixSocket: nil)
        private let clock = TestClock()

        /// A loop that does not run: nothing is sent.
        private func loop(_ library: CURLLibrary? = nil) throws -> CURLLoop {
            let own = try CURLLibrary.shared.get()  // Opens libcurl.
            return CURLLoop(try CURLInbox(), library ?? own)
        }

        /// This machine's libcurl, as one whose handles can be reused.
        private var reusing: CURLLibrary {
            get throws {
                let own = try CURLLibrary.shared.get()
                return own.canReuseHandles ? own : CURLLibrary(version: 0x080101, hasHTTP2: own.hasHTTP2)
            }
        }

        private func transfer(
            in pool: CURLPool, _ exchange: Exchange? = nil, onEnd: @escaping () -> Void = {}
        ) throws -> CURLTransfer {
            let job = CURLJob(exchange: try exchange ?? .sample(clock: clock), settings: settings) {}
            return try CURLTransfer(job, in: pool, wake: {}, onEnd: onEnd)
        }

        /// libcurl refuses a handle that it already has (`CURLM_ADDED_ALREADY`).
        @Test(.timeLimit(.minutes(1)))
        func `a call whose transfer libcurl refuses fails on this machine, and leaves nothing behind`()
            async throws
        {
            let loop = try loop()
            let pool = try CURLPool(settings, loop)
            let exchange = try Exchange.sample(clock: clock)
            let ends = Tally()
            weak var handle: CURLHandle?
            do {
                let transfer = try transfer(in: pool, exchange) { ends.add() }
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

        // Handles.

        @Test func `up to 32 handles are kept for later transfers`() throws {
            let loop = try loop(reusing)
            let pool = try CURLPool(settings, loop)
            let transfers = try (0..<40).map { _ in try transfer(in: pool) }
            for transfer in transfers { transfer.start() }
            for transfer in transfers { transfer.cancel() }
            let used = Set(transfers.map { ObjectIdentifier($0.handle) })
            #expect(used.count == 40)
            let next = try (0..<40).map { _ in try pool.makeHandle() }
            #expect(used.intersection(next.map { ObjectIdentifier($0) }).count == 32)
            pool.close()
        }

        @Test func `a handle is used once where libcurl would write to freed memory`() throws {
            let loop = try loop(CURLLibrary(version: 0x075300, hasHTTP2: false))
            let pool = try CURLPool(settings, loop)
            let first = try transfer(in: pool)
            first.start()
            first.cancel()
            #expect(try pool.makeHandle() !== first.handle)
            pool.close()
        }

        @Test func `a pool that is closing keeps no handle`() throws {
            let loop = try loop(reusing)
            let pool = try CURLPool(settings, loop)
            weak var handle: CURLHandle?
            let last = try transfer(in: pool)
            last.start()
            do {
                let first = try transfer(in: pool)
                handle = first.handle
                first.start()
                pool.close()
                first.cancel()
            }
            #expect(handle == nil)
            #expect(!pool.isClosed)
            last.cancel()
            #expect(pool.isClosed)
        }

        // Closing.

        @Test func `a pool is idle since its last transfer has ended`() throws {
            let loop = try loop()
            let pool = try CURLPool(settings, loop)
            let transfer = try transfer(in: pool)
            transfer.start()
            #expect(!pool.isIdle(since: .max))
            let before = CURLLoop.now
            transfer.cancel()
            #expect(pool.isIdle(since: .max))
            #expect(!pool.isIdle(since: before))
            transfer.cancel()
            #expect(!pool.isClosed)
            pool.close()
            #expect(pool.isClosed)
            pool.close()
        }

        // Look-ups.

        @Test func `32 names are looked up at the same time`() throws {
            let loop = try loop()
            let pool = try CURLPool(settings, loop)
            let exchanges = try (0...32).map { _ in try Exchange.sample(clock: clock) }
            let begun = exchanges.enumerated().map { number, exchange in
                pool.mayLookUp(.init(client: settings.id, host: "\(number)", port: 80), for: ObjectIdentifier(exchange))
            }
            #expect(begun == Array(repeating: true, count: 32) + [false])
            pool.close()
        }

        // Sockets.

        @Test func `a socket that cannot be opened isn't recorded`() throws {
            let loop = try loop()
            let pool = try CURLPool(settings, loop)
            #expect(pool.openSocket(-1, Int32(SOCK_STREAM.rawValue), 0) < 0)
            let peer = try #require(SocketAddress("127.0.0.1", port: 80))
            #expect(CURLSockets.Ends(localPort: Int32(0), peer: peer) == nil)
            #expect(CURLSockets.Ends(localPort: Int32(70_000), peer: peer) == nil)
            #expect(pool.claimSocket(nil, isNew: false) == .unknown)
            pool.close()
        }
    }
#endif
