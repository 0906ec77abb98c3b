#if os(Linux)
    internal import CLibCURL

    /// The connections of one client, and the transfers that use them: a multi handle of libcurl.
    final class CURLPool {
        /// A socket that libcurl uses, recorded so that it can be checked before it is reused.
        private struct Socket {
            var localPort: UInt16?
            var uses = 0
            var active = 0
            var isHTTP2 = false
            var isRetired = false
        }

        let settings: CURLSettings
        let library: CURLLibrary
        private unowned let loop: CURLLoop
        private let multi: OpaquePointer
        private var transfers: [OpaquePointer: CURLTransfer] = [:]
        private var idleHandles: [CURLHandle] = []
        private var sockets: [Int32: Socket] = [:]
        private var lastUse = CURLLoop.now
        private var isClosing = false
        private(set) var isClosed = false

        /// - Throws: `URLError` when there is no memory or no file descriptor left.
        init(_ settings: CURLSettings, _ loop: CURLLoop) throws {
            guard let multi = clibcurl_multi_init() else { throw URLError.outOfResources }
            (self.settings, self.loop, self.multi, library) = (settings, loop, multi, loop.library)
            clibcurl_multi_set_long(multi, CURLMulti.maximumConnections, 256)
            clibcurl_multi_set_callbacks(
                multi,
                { _, socket, what, context, _ in
                    CURLPool.of(context).watch(socket, what)
                    return CURLAnswer.ok
                },
                { _, milliseconds, context in
                    CURLPool.of(context).setTimer(milliseconds)
                    return CURLAnswer.ok
                }, Unmanaged.passUnretained(self).toOpaque())
        }

        /// The pool that a callback of libcurl is for.
        static func of(_ context: UnsafeMutableRawPointer?) -> CURLPool {
            Unmanaged<CURLPool>.fromOpaque(context!).takeUnretainedValue()
        }

        private func watch(_ socket: Int32, _ what: Int32) {
            loop.watch(socket, what, for: self)
        }

        private func setTimer(_ milliseconds: Int) {
            loop.setTimer(of: settings.id, in: milliseconds < 0 ? nil : milliseconds)
        }

        /// The round of the engine's thread.
        var round: Int { loop.round }

        // Transfers.

        /// A handle for a transfer, which ``end(_:)`` returns to the pool.
        func makeHandle() throws -> CURLHandle {
            try idleHandles.popLast() ?? CURLHandle(settings, library)
        }

        func start(_ transfer: CURLTransfer) {
            transfers[transfer.handle.easy] = transfer
            clibcurl_multi_add(multi, transfer.handle.easy)
        }

        /// Restarts a transfer whose request has not been sent.
        func restart(_ transfer: CURLTransfer) {
            clibcurl_multi_remove(multi, transfer.handle.easy)
            clibcurl_multi_add(multi, transfer.handle.easy)
        }

        /// Removes a transfer. If it is running, its connection is closed.
        func end(_ transfer: CURLTransfer) {
            guard transfers.removeValue(forKey: transfer.handle.easy) != nil else { return }
            clibcurl_multi_remove(multi, transfer.handle.easy)
            lastUse = CURLLoop.now
            if library.canReuseHandles, idleHandles.count < 32, !isClosing { idleHandles.append(transfer.handle) }
            closeIfIdle()
        }

        /// Makes libcurl handle a socket that is ready, or its timers.
        func act(on socket: Int32, _ events: UInt32) {
            var mask: Int32 = 0
            if events & EPOLLIN.rawValue != 0 { mask |= CURLMulti.selectIn }
            if events & EPOLLOUT.rawValue != 0 { mask |= CURLMulti.selectOut }
            if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { mask |= CURLMulti.selectError }
            clibcurl_multi_act(multi, socket, mask)
            var code: Int32 = 0
            while !isClosed, let easy = clibcurl_multi_next_done(multi, &code) { transfers[easy]?.finish(code) }
        }

        // Closing.

        /// Closes the connections once all transfers have ended.
        func close() {
            isClosing = true
            closeIfIdle()
        }

        func isIdle(since time: UInt64) -> Bool { transfers.isEmpty && lastUse < time }

        private func closeIfIdle() {
            guard isClosing, !isClosed, transfers.isEmpty else { return }
            isClosed = true
            idleHandles = []
            clibcurl_multi_cleanup(multi)
        }

        // Sockets.

        /// Opens a socket for libcurl.
        func openSocket(_ family: Int32, _ type: Int32, _ protocolNumber: Int32) -> Int32 {
            let descriptor = socket(family, type | Int32(SOCK_CLOEXEC.rawValue), protocolNumber)
            if descriptor >= 0 { sockets[descriptor] = Socket() }
            return descriptor
        }

        func closeSocket(_ descriptor: Int32) -> Int32 {
            sockets[descriptor] = nil
            return Glibc.close(descriptor)
        }

        /// Records that a request is about to be sent over the connection with a local port. Returns its socket, if it
        /// is known, and whether the connection must not be used.
        ///
        /// That is if it is retired, or if it has unexpected bytes, which would be read as the response. On an HTTP/2
        /// connection late bytes belong to a stream that has ended. On a new TLS connection there may be session
        /// tickets.
        ///
        /// - Parameter isNew: whether the connection has to be a new one.
        func claimSocket(localPort: Int32, isNew: Bool) -> (socket: Int32?, isStale: Bool) {
            guard let port = UInt16(exactly: localPort), port != 0, let descriptor = descriptor(of: port),
                var socket = sockets[descriptor]
            else { return (nil, false) }
            let isKept = socket.uses > 0 && socket.active == 0 && !socket.isHTTP2
            if socket.isRetired || isKept && (isNew || Self.isReadable(descriptor)) { return (nil, true) }
            socket.uses += 1
            socket.active += 1
            sockets[descriptor] = socket
            return (descriptor, false)
        }

        /// The request that was sent over a socket has been answered.
        func releaseSocket(_ descriptor: Int32, isHTTP2: Bool) {
            sockets[descriptor]?.active -= 1
            if isHTTP2 { sockets[descriptor]?.isHTTP2 = true }
        }

        /// Records that no further request may be sent over a socket. With HTTP/2 others may still be waiting for
        /// responses on it.
        func retireSocket(_ descriptor: Int32) {
            sockets[descriptor]?.isRetired = true
        }

        private func descriptor(of port: UInt16) -> Int32? {
            if let known = sockets.first(where: { $0.value.localPort == port }) { return known.key }
            for descriptor in sockets.keys where sockets[descriptor]?.localPort == nil {
                guard let found = Self.localPort(of: descriptor) else { continue }
                sockets[descriptor]?.localPort = found
                if found == port { return descriptor }
            }
            return nil
        }

        private static func localPort(of descriptor: Int32) -> UInt16? {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            return withUnsafeMutablePointer(to: &address) { storage in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    guard getsockname(descriptor, pointer, &length) == 0 else { return nil }
                    let port: in_port_t? =
                        switch Int32(pointer.pointee.sa_family) {
                        case AF_INET: UnsafeRawPointer(pointer).load(as: sockaddr_in.self).sin_port
                        case AF_INET6: UnsafeRawPointer(pointer).load(as: sockaddr_in6.self).sin6_port
                        default: nil
                        }
                    return port.flatMap { $0 == 0 ? nil : UInt16(bigEndian: $0) }
                }
            }
        }

        private static func isReadable(_ descriptor: Int32) -> Bool {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 0) > 0
        }
    }

    extension URLError {
        static let outOfResources = URLError(
            .unknown, description: "libcurl has run out of memory or file descriptors.")
    }
#endif
