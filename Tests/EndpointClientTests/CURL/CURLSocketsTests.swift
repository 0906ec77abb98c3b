#if os(Linux)
    import Testing

    @testable import EndpointClient
    @testable import EndpointTesting

    @Suite struct CURLSocketsTests {
        private func ends(_ port: Int32, _ peer: String = "192.0.2.1", _ peerPort: Int32 = 443) throws
            -> CURLSockets.Ends
        {
            try #require(CURLSockets.Ends(localPort: port, peer: SocketAddress(peer, port: peerPort)))
        }

        /// Claims the connection of a local port, to a peer, among sockets with the given ends.
        private func claim(
            _ sockets: inout CURLSockets, _ wanted: CURLSockets.Ends, isNew: Bool = false,
            among known: [Int32: CURLSockets.Ends], readable: Set<Int32> = []
        ) -> CURLSockets.Claim {
            sockets.claim(wanted, isNew: isNew, ends: { known[$0] }, isReadable: readable.contains)
        }

        private func sockets(_ descriptors: Int32...) -> CURLSockets {
            var sockets = CURLSockets()
            for descriptor in descriptors { sockets.open(descriptor) }
            return sockets
        }

        @Test func `a kept connection with unread bytes is stale, a new one isn't`() throws {
            var sockets = sockets(3)
            let known = [Int32(3): try ends(5000)]
            #expect(try claim(&sockets, ends(5000), among: known, readable: [3]) == .granted(3, isKept: false))
            sockets.release(3, isHTTP2: false)
            #expect(try claim(&sockets, ends(5000), among: known) == .granted(3, isKept: true))
            sockets.release(3, isHTTP2: false)
            #expect(try claim(&sockets, ends(5000), among: known, readable: [3]) == .stale)
            #expect(try claim(&sockets, ends(5000), isNew: true, among: known) == .stale)
        }

        /// The version is recorded with the first response, and two requests share only a connection of HTTP/2.
        @Test func `bytes for a request that is under way don't make its connection stale`() throws {
            var sockets = sockets(3)
            let known = [Int32(3): try ends(5000)]
            #expect(try claim(&sockets, ends(5000), among: known) == .granted(3, isKept: false))
            #expect(try claim(&sockets, ends(5000), among: known, readable: [3]) == .granted(3, isKept: true))
        }

        @Test func `only a connection that no request uses can have unexpected bytes`() {
            var sockets = sockets(3, 4)
            sockets.watch(3, true)
            #expect(!sockets.hasUnexpectedBytes { $0 == 3 })
            #expect(sockets.hasUnexpectedBytes { $0 == 4 })
            sockets.watch(3, false)
            #expect(sockets.hasUnexpectedBytes { $0 == 3 })
            sockets.close(3)
            #expect(!sockets.hasUnexpectedBytes { $0 == 3 })
        }

        @Test func `connections from one port to two peers are told apart`() throws {
            var sockets = sockets(3, 4)
            let (first, second) = (try ends(5000), try ends(5000, "192.0.2.2"))
            let known = [Int32(3): first, 4: second]
            for _ in 0..<2 {
                for (wanted, descriptor) in [(first, Int32(3)), (second, 4)] {
                    let claim = claim(&sockets, wanted, among: known, readable: [7 - descriptor])
                    guard case .granted(descriptor, _) = claim else {
                        Issue.record("\(claim) for \(descriptor)")
                        continue
                    }
                    sockets.release(descriptor, isHTTP2: false)
                }
            }
            #expect(claim(&sockets, first, among: known, readable: [3]) == .stale)
            #expect(claim(&sockets, second, among: known, readable: [4]) == .stale)
        }

        @Test func `a peer of another name is found by its port, unless two have it`() throws {
            var one = sockets(3)
            #expect(
                try claim(&one, ends(5000, "192.0.2.9"), among: [3: ends(5000)]) == .granted(3, isKept: false))
            var two = sockets(3, 4)
            let known = [Int32(3): try ends(5000), 4: try ends(5000, "192.0.2.2")]
            #expect(try claim(&two, ends(5000, "192.0.2.9"), among: known) == .stale)
        }

        @Test func `a connection that isn't known can't be checked`() throws {
            var sockets = sockets(3)
            #expect(try claim(&sockets, ends(5001), among: [3: ends(5000)]) == .unknown)
            sockets.close(3)
            #expect(try claim(&sockets, ends(5000), among: [3: ends(5000)]) == .unknown)
        }

        @Test func `a retired connection is stale, and one with HTTP2 may have late bytes`() throws {
            var sockets = sockets(3)
            let known = [Int32(3): try ends(5000)]
            _ = try claim(&sockets, ends(5000), among: known)
            sockets.release(3, isHTTP2: true)
            #expect(try claim(&sockets, ends(5000), among: known, readable: [3]) == .granted(3, isKept: true))
            sockets.retire(3)
            #expect(try claim(&sockets, ends(5000), among: known) == .stale)
        }

        @Test(
            arguments: [
                ("127.0.0.1", 80, [127, 0, 0, 1]), ("::ffff:127.0.0.1", 80, [127, 0, 0, 1]),
                ("fe80::1%eth0", 80, [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1]),
                ("example", 80, nil), ("", 80, nil), ("127.0.0.1", 0, nil), ("127.0.0.1", 70_000, nil),
            ] as [(String, Int32, [UInt8]?)])
        func `an address is read from its text`(text: String, port: Int32, expected: [UInt8]?) {
            #expect(SocketAddress(text, port: port)?.address == expected)
        }

        /// Linux gives connections to different peers the same local port.
        @Test func `the bytes of another connection from the same port make none stale`() throws {
            let library = try CURLLibrary.shared.get()
            let settings = CURLSettings(.init(), unixSocket: nil)
            let loop = CURLLoop(try CURLInbox(), library)
            let pool = try CURLPool(settings, loop)
            defer { pool.close() }
            let listeners = try (0..<2).map { _ in try SocketServer.Address.ipv4.listen() }
            defer { for listener in listeners { close(listener) } }
            var (descriptors, port) = ([Int32](), UInt16(0))
            for listener in listeners {
                let descriptor = pool.openSocket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                LoopbackSocket(descriptor: descriptor).setOption(SOL_SOCKET, SO_REUSEADDR, Int32(1))
                port = try #require(SocketPlatform.bind(descriptor, to: port))
                try #require(connectLoopback(descriptor, to: SocketServer.port(of: listener)))
                descriptors.append(descriptor)
            }
            defer { for descriptor in descriptors { _ = pool.closeSocket(descriptor) } }
            let ends = try descriptors.map { try #require(CURLSockets.Ends(of: $0)) }
            #expect(Set(ends.map(\.localPort)) == [port])
            for (descriptor, ends) in zip(descriptors, ends) {
                #expect(pool.claimSocket(ends, isNew: false) == .granted(descriptor, isKept: false))
                pool.releaseSocket(descriptor, isHTTP2: false)
            }
            let peer = LoopbackSocket(descriptor: accept(listeners[0], nil, nil))
            defer { peer.close() }
            peer.deliver("stale")
            #expect(pool.claimSocket(ends[0], isNew: false) == .stale)
            #expect(pool.claimSocket(ends[1], isNew: false) == .granted(descriptors[1], isKept: true))
        }

        private func connectLoopback(_ descriptor: Int32, to port: UInt16) -> Bool {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            return withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }
    }
#endif
