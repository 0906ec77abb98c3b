/// Where the systems' sockets differ.
enum Platform {
    #if canImport(Darwin)
        /// Darwin has no such flag; `prepare` sets `SO_NOSIGPIPE` instead.
        static let noSignal: Int32 = 0
        static let stream = SOCK_STREAM
    #else
        /// A broken connection is an error of `send`, never a signal.
        static let noSignal = Int32(MSG_NOSIGNAL)
        #if canImport(Glibc)
            static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
            static let stream = SOCK_STREAM
        #endif
    #endif

    /// What every descriptor needs: child processes do not get it, and on Darwin a broken connection sends no signal.
    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Makes calls on the descriptor block or not. What a non-blocking listener accepts inherits that on Darwin only.
    static func setBlocking(_ isBlocking: Bool, _ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, isBlocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK)
    }

    /// Gives a socket a port of 127.0.0.1, any free one for 0, and says which; nil if it cannot have it.
    static func bind(_ descriptor: Int32, to port: UInt16) -> UInt16? {
        var address = loopback(port: port)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                systemBind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
            }
        }
        return isBound ? UInt16(bigEndian: address.sin_port) : nil
    }

    /// 127.0.0.1 at this port.
    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        #if canImport(Darwin)
            address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}

/// Inside `Platform`, `bind` is another function.
private let systemBind = bind
