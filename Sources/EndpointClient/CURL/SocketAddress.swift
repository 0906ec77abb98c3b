#if os(Linux)
    /// The address and the port of an end of a TCP connection.
    struct SocketAddress: Hashable {
        /// Four bytes for IPv4, sixteen for IPv6. An IPv4 address in IPv6 (RFC 4291 §2.5.5.2) counts as IPv4.
        let address: [UInt8]
        let port: UInt16

        /// An address as text, such as `127.0.0.1` or `fe80::1%eth0`; nil if it is neither.
        init?(_ text: String, port: Int32) {
            guard let port = UInt16(exactly: port), port != 0 else { return nil }
            var (short, long) = (in_addr(), in6_addr())
            let bare = String(text.prefix { $0 != "%" })
            if inet_pton(AF_INET, bare, &short) == 1 {
                self.init(withUnsafeBytes(of: short) { Array($0) }, port)
            } else if inet_pton(AF_INET6, bare, &long) == 1 {
                self.init(withUnsafeBytes(of: long) { Array($0) }, port)
            } else {
                return nil
            }
        }

        /// The local end of a socket; nil if it is not connected, or not of the internet.
        static func local(of descriptor: Int32) -> SocketAddress? {
            SocketAddress { getsockname(descriptor, $0, $1) }
        }

        /// The other end of a socket; nil if it is not connected, or not of the internet.
        static func peer(of descriptor: Int32) -> SocketAddress? {
            SocketAddress { getpeername(descriptor, $0, $1) }
        }

        private init(_ address: [UInt8], _ port: UInt16) {
            let isMapped = address.count == 16 && address.starts(with: Self.mapped)
            self.address = isMapped ? Array(address.suffix(4)) : address
            self.port = port
        }

        private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

        private init?(_ read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let isRead = withUnsafeMutablePointer(to: &storage) { storage in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { read($0, &length) == 0 }
            }
            guard isRead else { return nil }
            let end: ([UInt8], in_port_t)? = withUnsafeBytes(of: storage) { bytes in
                switch Int32(storage.ss_family) {
                case AF_INET:
                    let value = bytes.load(as: sockaddr_in.self)
                    return (withUnsafeBytes(of: value.sin_addr) { Array($0) }, value.sin_port)
                case AF_INET6:
                    let value = bytes.load(as: sockaddr_in6.self)
                    return (withUnsafeBytes(of: value.sin6_addr) { Array($0) }, value.sin6_port)
                default: return nil
                }
            }
            guard let (address, port) = end, port != 0 else { return nil }
            self.init(address, UInt16(bigEndian: port))
        }
    }
#endif
