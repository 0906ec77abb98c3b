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
            CURLLoop(try CURLInbox(), try library ?? CURLLibrary.shared.get())
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
            #expect(CURLSockets.Ends(localPort: 0, peer: peer) == nil)
            #expect(CURLSockets.Ends(localPort: 70_000, peer: peer) == nil)
            #expect(pool.claimSocket(nil, isNew: false) == .unknown)
            pool.close()
        }

        /// The rest of a body is read while the socket drains, so that an upload that advances slowly isn't idle.
        @Test func `128 KiB of a body wait in a socket`() throws {
            let loop = try loop()
            let pool = try CURLPool(settings, loop)
            let connection = try Connection(pool)
            var (limit, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
            let status = getsockopt(connection.descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &limit, &size)
            #expect(status == 0)
            #expect(limit == 128 << 10)
            pool.close()
        }

        /// A connection whose request was sent, and how the transfer may end.
        private func claimAfter(_ end: (CURLTransfer, Exchange) -> Void) throws -> CURLSockets.Claim {
            let loop = try loop()
            let pool = try CURLPool(settings, loop)
            let connection = try Connection(pool)
            let exchange = try Exchange.sample(idle: .seconds(1), clock: clock)
            let transfer = try transfer(in: pool, exchange)
            #expect(transfer.mayBeSent(over: connection.ends))
            end(transfer, exchange)
            defer { pool.close() }
            return withExtendedLifetime(connection) { pool.claimSocket(connection.ends, isNew: false) }
        }

        /// With HTTP/2 the connection stays open for other requests.
        @Test func `the connection of an exchange that has timed out isn't used again`() throws {
            let timedOut = try claimAfter { transfer, exchange in
                clock.advance(by: .seconds(2))
                exchange.expireBeforeStart()
                #expect(exchange.hasTimedOut)
                transfer.cancel()
            }
            #expect(timedOut == .stale)
            let cancelled = try claimAfter { transfer, _ in transfer.cancel() }
            guard case .granted(_, isKept: true) = cancelled else {
                Issue.record("\(cancelled) after a cancellation")
                return
            }
        }

        @Test(arguments: [(56, true), (16, true), (92, false), (42, false)] as [(Int32, Bool)])
        func `a connection that failed isn't used again, one whose stream was reset is`(
            code: Int32, isStale: Bool
        ) throws {
            let claim = try claimAfter { transfer, _ in transfer.finish(code) }
            #expect((claim == .stale) == isStale, "\(claim)")
        }

        @Test func `a connection with a refused stream isn't used again`() throws {
            let claim = try claimAfter { transfer, _ in
                Array("REFUSED_STREAM, retrying a fresh connect\n".utf8).withUnsafeBytes(transfer.hears)
                transfer.finish(92)
            }
            #expect(claim == .stale)
        }
    }

    /// A connection to a socket of this test that the pool has opened.
    private final class Connection {
        let descriptor: Int32
        let ends: CURLSockets.Ends
        private let pool: CURLPool
        private let listener: Int32

        init(_ pool: CURLPool) throws {
            self.pool = pool
            listener = try SocketServer.Address.ipv4.listen()
            descriptor = pool.openSocket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = SocketServer.port(of: listener).bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            let isConnected = withUnsafePointer(to: address) { [descriptor] pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
            try #require(isConnected)
            ends = try #require(CURLSockets.Ends(of: descriptor))
        }

        deinit {
            _ = pool.closeSocket(descriptor)
            close(listener)
        }
    }
#endif
