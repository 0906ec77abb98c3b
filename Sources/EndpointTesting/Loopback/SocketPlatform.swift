/// The differences between the socket APIs of the platforms.
enum SocketPlatform {
    #if canImport(Darwin)
        /// Darwin has no such flag; `prepare` sets `SO_NOSIGPIPE` instead.
        static let noSignal: Int32 = 0
        static let stream = SOCK_STREAM
    #else
        /// With this flag, `send` on a broken connection returns an error and raises no signal.
        static let noSignal = Int32(MSG_NOSIGNAL)
        #if canImport(Glibc)
            static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #else
            static let stream = SOCK_STREAM
        #endif
    #endif

    /// Sets the options that every descriptor needs: child processes do not inherit it, and on Darwin a broken
    /// connection raises no signal.
    static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Makes calls on the descriptor blocking or not. On Darwin only, an accepted socket inherits this from its
    /// listener.
    static func setBlocking(_ isBlocking: Bool, _ descriptor: Int32) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, isBlocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK)
    }

    /// Binds a socket to a port of 127.0.0.1, to any free one for 0, and returns the port; nil if it is not available.
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

    /// Closes a descriptor.
    static func close(_ descriptor: Int32) {
        _ = systemClose(descriptor)
    }

    /// The address 127.0.0.1 with this port.
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

// Inside a type with methods of the same names, the system's functions need other names.
private let systemBind = bind
private let systemClose = close
