#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient
    @testable import EndpointTesting

    /// A transfer whose callbacks a test calls in place of libcurl: nothing is sent.
    final class IdleTransfer {
        let loop: CURLLoop
        let pool: CURLPool
        let connection: Connection
        let exchange: Exchange
        let transfer: CURLTransfer
        /// How often the transfer has ended, and how often the client has sent the request again.
        let ends = Tally()
        let repetitions = Tally()

        /// A transfer of a GET, or of an upload, for a call that waits.
        init(
            _ method: HTTPMethod = .get, to url: String = "http://127.0.0.1/x", body: Data? = nil,
            wantsStream: Bool = false, bodyLimit: Int = 100, idle: Duration? = nil, connecting: Duration? = nil,
            clock: TestClock = TestClock(), beside other: IdleTransfer? = nil
        ) throws {
            let settings = CURLSettings(.init(), unixSocket: nil)
            loop = try other?.loop ?? CURLLoop(try CURLInbox(), try CURLLibrary.shared.get())
            pool = try other?.pool ?? CURLPool(settings, loop)
            connection = try other?.connection ?? Connection(pool, loop)
            var request = URLRequest(url: try #require(URL(string: url)))
            request.httpMethod = method.rawValue
            request.httpBody = body
            var call = APIRequest(request, for: RawEndpoint(request))
            call.wantsStream = wantsStream
            var resolved = try RequestResolver(baseURL: try #require(URL(string: "http://127.0.0.1"))).resolve(call)
            resolved.connectLimit = connecting.map { Deadline.Limit($0, from: .client) }
            let time = clock.time
            exchange = Exchange(
                resolved, bodyLimit: bodyLimit, call: nil, limit: nil, idle: idle.map { .init($0, from: .client) },
                in: ExchangeTable(calls: 1, streams: 1, time: time),
                onRepeat: { [repetitions] in repetitions.add() })
            let job = CURLJob(exchange: exchange, settings: pool.settings) {}
            transfer = try CURLTransfer(job, in: pool, wake: {}, onEnd: { [ends] in ends.add() })
        }

        deinit {
            transfer.cancel()
        }

        /// Receives the lines of a head. Returns whether libcurl may continue.
        @discardableResult func receive(_ lines: String...) -> Bool {
            lines.allSatisfy { line in
                let bytes = Array((line + "\r\n").utf8)
                return bytes.withUnsafeBytes(transfer.receiveHead) == bytes.count
            }
        }

        @discardableResult func receiveBody(_ text: String) -> Bool {
            let bytes = Array(text.utf8)
            return bytes.withUnsafeBytes(transfer.receiveBody) == bytes.count
        }

        func hear(_ text: String) {
            Array(text.utf8).withUnsafeBytes(transfer.hears)
        }

        /// libcurl is about to send the request.
        @discardableResult func send() -> Bool { transfer.mayBeSent(over: connection.ends) }

        /// What a next request may do with the connection.
        var claim: CURLSockets.Claim { pool.claimSocket(connection.ends, isNew: false) }

        /// The result, after the transfer has ended.
        func response() async throws -> APIResponse { try await exchange.response {} }

        /// The error of the call, after the transfer has ended.
        func error() async throws -> URLError {
            try await #require(throws: URLError.self) { try await response() }
        }

        /// Performs an action while a caller waits for the response, and returns what it gets. It is cancelled
        /// afterwards.
        func whileAwaited(_ action: () -> Void) async -> Result<APIResponse, any Error> {
            let call = Task { [exchange] in try await exchange.response {} }
            while !exchange.isAwaited { await Task.yield() }
            action()
            call.cancel()
            return await call.result
        }
    }

    /// A connection to a socket of this test that the pool has opened.
    final class Connection {
        let descriptor: Int32
        let ends: CURLSockets.Ends
        private let pool: CURLPool
        /// The pool has no strong reference to it.
        private let loop: CURLLoop
        private let listener: Int32
        private var peer: LoopbackSocket?
        private var isOpen = true

        init(_ pool: CURLPool, _ loop: CURLLoop) throws {
            (self.pool, self.loop) = (pool, loop)
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

        /// Lets the other side send bytes, which have arrived afterwards.
        func deliver(_ text: String) {
            let peer = peer ?? LoopbackSocket(descriptor: accept(listener, nil, nil))
            self.peer = peer
            peer.deliver(text)
        }

        /// Reads this many bytes that have arrived.
        func take(_ count: Int) {
            var bytes = [UInt8](repeating: 0, count: count)
            _ = recv(descriptor, &bytes, count, 0)
        }

        /// libcurl closes the connection.
        func close() {
            guard isOpen else { return }
            isOpen = false
            _ = pool.closeSocket(descriptor)
        }

        deinit {
            close()
            peer?.close()
            _ = Glibc.close(listener)
        }
    }
#endif
