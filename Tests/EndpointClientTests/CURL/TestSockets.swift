#if os(Linux)
    import Testing

    @testable import EndpointTesting

    /// A server behind any kind of listening socket, which a ``LoopbackServer`` has on 127.0.0.1 only. Each connection
    /// has a thread.
    final class SocketServer: Sendable {
        /// The port that it listens on; 0 for a Unix-domain socket.
        let port: UInt16

        private let state = ServerState(keepsRequests: true)
        private let descriptor: Int32

        /// Accepts the connections of a socket that listens. `serve` is called on a thread of its own for each.
        private init(_ descriptor: Int32, _ serve: @escaping @Sendable (LoopbackConnection, ServerState) -> Void) {
            (self.descriptor, port) = (descriptor, Self.port(of: descriptor))
            Thread.start { [state] in
                while case let accepted = accept(descriptor, nil, nil), accepted >= 0 {
                    SocketPlatform.prepare(accepted)
                    guard let connection = state.open(LoopbackSocket(descriptor: accepted)) else { break }
                    Thread.start { serve(connection, state) }
                }
                close(descriptor)
            }
        }

        deinit {
            for connection in state.stop() { connection.disconnect() }
            shutdown(descriptor, Int32(SHUT_RDWR))
        }

        /// Answers the requests to an address.
        convenience init(
            on address: Address, handler: @escaping @Sendable (RecordedRequest) async -> LoopbackReply
        ) throws {
            self.init(try address.listen()) { connection, state in
                ConnectionThread(
                    connection: connection, state: state, options: LoopbackOptions(), handler: .async(handler)
                ).run()
            }
        }

        /// Calls a closure with the number and the socket of each connection to 127.0.0.1, and closes it afterwards.
        convenience init(_ serve: @escaping @Sendable (Int, LoopbackSocket) -> Void) throws {
            self.init(try Address.ipv4.listen()) { connection, state in
                connection.socket.disableDelay()
                serve(connection.number, connection.socket)
                connection.close()
                state.remove(connection)
            }
        }

        /// Every complete request so far, in order of arrival.
        var requests: [RecordedRequest] { state.requests }

        /// The number of connections accepted so far.
        var connectionCount: Int { state.acceptedCount }

        /// Suspends until no connection is open.
        func connectionsClosed() async {
            await state.waitForClosedConnections(downTo: 0)
        }

        /// Where a server listens.
        enum Address {
            case ipv4
            case ipv6
            case unix(String)

            /// A socket that listens there, on any free port.
            func listen(backlog: Int32 = SOMAXCONN) throws -> Int32 {
                let descriptor: Int32
                let isBound: Bool
                switch self {
                case .ipv4:
                    descriptor = socket(AF_INET, SocketPlatform.stream, 0)
                    isBound = SocketPlatform.bind(descriptor, to: 0) != nil
                case .ipv6:
                    descriptor = socket(AF_INET6, SocketPlatform.stream, 0)
                    var address = sockaddr_in6()
                    address.sin6_family = sa_family_t(AF_INET6)
                    address.sin6_addr = in6addr_loopback
                    isBound = Self.bind(descriptor, to: address)
                case .unix(let path):
                    descriptor = socket(AF_UNIX, SocketPlatform.stream, 0)
                    var address = sockaddr_un()
                    address.sun_family = sa_family_t(AF_UNIX)
                    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
                    isBound = Self.bind(descriptor, to: address)
                }
                try #require(isBound && Glibc.listen(descriptor, backlog) == 0, "\(String(cString: strerror(errno)))")
                return descriptor
            }

            private static func bind<SystemAddress>(_ descriptor: Int32, to address: SystemAddress) -> Bool {
                withUnsafePointer(to: address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<SystemAddress>.size)) == 0
                    }
                }
            }
        }

        /// The port of a socket of the internet.
        static func port(of descriptor: Int32) -> UInt16 {
            var address = sockaddr_in6()
            var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let family = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(descriptor, $0, &size) == 0 ? Int32($0.pointee.sa_family) : 0
                }
            }
            // The port is at the same place in the addresses of both families.
            return family == AF_UNIX ? 0 : UInt16(bigEndian: address.sin6_port)
        }
    }

    extension LoopbackSocket {
        /// Reads up to the end of a head, and returns it; nil at the end of the connection.
        func readHead() -> String? {
            var (text, byte) = ([UInt8](), [UInt8](repeating: 0, count: 1))
            while !text.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                guard receive(into: &byte) == 1 else { return nil }
                text += byte
            }
            return String(decoding: text, as: UTF8.self)
        }

        /// Reads this many bytes, or those before the end of the connection.
        func readText(_ count: Int) -> String { String(decoding: readBytes(count), as: UTF8.self) }

        /// Reads this many bytes, or those before the end of the connection.
        func readBytes(_ count: Int) -> [UInt8] {
            var (bytes, byte) = ([UInt8](), [UInt8](repeating: 0, count: 1))
            while bytes.count < count, receive(into: &byte) == 1 { bytes += byte }
            return bytes
        }

        /// Sends a text, and returns when the other side's system has received it, whether it has been read or not.
        func deliver(_ text: String) {
            guard transmit(Data(text.utf8)) else { return }
            var waiting: Int32 = 1
            while ioctl(descriptor, UInt(TIOCOUTQ), &waiting) == 0, waiting > 0, !isDisconnected { sched_yield() }
        }
    }

    /// A path for a Unix-domain socket, whose file is removed with this object.
    final class SocketPath: Sendable {
        let path = "/tmp/endpoint-\(UUID().uuidString.prefix(8)).sock"

        deinit {
            unlink(path)
        }
    }
#endif
