#if os(Linux)
    /// The sockets that libcurl has opened for a client, and the requests that use them: a pure value.
    struct CURLSockets {
        /// The two ends of a TCP connection. A local port alone does not identify one: Linux reuses it for another
        /// peer.
        struct Ends: Hashable {
            let localPort: UInt16
            let peer: SocketAddress
        }

        private struct Socket {
            var ends: Ends?
            var uses = 0
            var active = 0
            var isHTTP2 = false
            var isRetired = false
            /// Whether libcurl waits for events of the socket: a request is using it.
            var isWatched = false
        }

        /// What a request may do with a connection.
        enum Claim: Equatable {
            /// It may be sent. `isKept` is whether the connection has carried a request before.
            case granted(Int32, isKept: Bool)
            /// It needs another connection.
            case stale
            /// The connection cannot be checked.
            case unknown
        }

        private var sockets: [Int32: Socket] = [:]

        mutating func open(_ descriptor: Int32) {
            sockets[descriptor] = Socket()
        }

        mutating func close(_ descriptor: Int32) {
            sockets[descriptor] = nil
        }

        /// Records whether libcurl waits for events of a socket.
        mutating func watch(_ descriptor: Int32, _ isWatched: Bool) {
            sockets[descriptor]?.isWatched = isWatched
        }

        /// Whether a connection that no request uses has unexpected bytes, or has ended.
        ///
        /// It is asked where libcurl is too old to ask right before a request is sent (before 7.80).
        func hasUnexpectedBytes(isReadable: (Int32) -> Bool) -> Bool {
            sockets.contains { !$0.value.isWatched && isReadable($0.key) }
        }

        /// Records that a request is about to be sent over the connection with these ends.
        ///
        /// It is stale if it is retired, or if it has unexpected bytes, which would be read as the response. On an
        /// HTTP/2 connection late bytes belong to a stream that has ended. On a new TLS connection there may be session
        /// tickets. If several sockets may be meant, the connection is stale.
        ///
        /// - Parameters:
        ///   - isNew: whether the connection has to be a new one.
        ///   - ends: reads the ends of a socket.
        ///   - isReadable: whether a socket has unread bytes.
        mutating func claim(
            _ wanted: Ends, isNew: Bool, ends: (Int32) -> Ends?, isReadable: (Int32) -> Bool
        ) -> Claim {
            for descriptor in sockets.keys where sockets[descriptor]?.ends == nil {
                sockets[descriptor]?.ends = ends(descriptor)
            }
            let found = candidates(wanted)
            if found.isEmpty { return .unknown }
            let usable = isNew ? found.filter { $0.value.uses == 0 } : found
            guard let (descriptor, socket) = usable.first, usable.count == 1 else { return .stale }
            let isKept = socket.uses > 0
            let mustBeSilent = isKept && socket.active == 0 && !socket.isHTTP2
            if socket.isRetired || mustBeSilent && isReadable(descriptor) { return .stale }
            sockets[descriptor]?.uses += 1
            sockets[descriptor]?.active += 1
            return .granted(descriptor, isKept: isKept)
        }

        /// The sockets with these ends, or else those with the local port, because the peer that libcurl names may be
        /// another one than that of the socket.
        private func candidates(_ wanted: Ends) -> [Int32: Socket] {
            let exact = sockets.filter { $0.value.ends == wanted }
            return exact.isEmpty ? sockets.filter { $0.value.ends?.localPort == wanted.localPort } : exact
        }

        /// The request that was sent over a socket has been answered.
        mutating func release(_ descriptor: Int32, isHTTP2: Bool) {
            sockets[descriptor]?.active -= 1
            if isHTTP2 { sockets[descriptor]?.isHTTP2 = true }
        }

        /// Records that no further request may be sent over a socket. With HTTP/2 others may still be waiting for
        /// responses on it.
        mutating func retire(_ descriptor: Int32) {
            sockets[descriptor]?.isRetired = true
        }
    }
#endif
