#if os(Linux)
    internal import CLibCURL

    /// The connections of one client, and the transfers that use them: a multi handle of libcurl.
    final class CURLPool {
        let settings: CURLSettings
        let library: CURLLibrary
        private unowned let loop: CURLLoop
        private let multi: OpaquePointer
        private var transfers: [OpaquePointer: CURLTransfer] = [:]
        private var idleHandles: [CURLHandle] = []
        private var sockets = CURLSockets()
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
                { easy, socket, what, context, _ in
                    CURLPool.of(context).watch(socket, what, for: easy)
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

        private func watch(_ socket: Int32, _ what: Int32, for easy: OpaquePointer) {
            loop.watch(socket, what, for: self)
            sockets.watch(socket, what != CURLMulti.pollRemove)
            transfers[easy]?.isWatched(for: what)
        }

        private func setTimer(_ milliseconds: Int) {
            loop.setTimer(of: settings.id, in: milliseconds < 0 ? nil : milliseconds)
        }

        /// The round of the engine's thread.
        var round: Int { loop.round }

        /// Performs an action as soon as libcurl has returned: its callbacks must not start or end transfers.
        func afterwards(_ action: @escaping () -> Void) {
            loop.afterwards(action)
        }

        // Look-ups.

        /// Whether a transfer may look a name up now. If not, it ends, and is started again when it may.
        func mayLookUp(_ name: CURLLookUps.Name, for transfer: ObjectIdentifier) -> Bool {
            loop.lookUps.begin(name, for: transfer)
        }

        /// A transfer waits for no look-up any more.
        func leaveLookUps(_ transfer: ObjectIdentifier) {
            loop.lookUps.leave(transfer)
        }

        /// A transfer needs its look-up no longer.
        func endLookUp(_ name: CURLLookUps.Name, of transfer: ObjectIdentifier, _ outcome: CURLLookUps.Outcome) {
            loop.endLookUp(name, of: transfer, outcome)
        }

        // Transfers.

        /// A handle for a transfer, which ``end(_:)`` returns to the pool.
        func makeHandle() throws -> CURLHandle {
            try idleHandles.popLast() ?? CURLHandle(settings, library)
        }

        /// Starts a transfer, or starts it again after it has ended.
        ///
        /// - Throws: `URLError` when libcurl refuses it.
        func start(_ transfer: CURLTransfer) throws {
            let isNew = transfers.updateValue(transfer, forKey: transfer.handle.easy) == nil
            if !isNew { clibcurl_multi_remove(multi, transfer.handle.easy) }
            if !library.hasRequestCallback, sockets.hasUnexpectedBytes(isReadable: Self.isReadable) {
                transfer.handle.set(CURLOption.freshConnection, 1)
            }
            try add(transfer.handle)
        }

        /// - Throws: `URLError` when libcurl refuses the handle.
        func add(_ handle: CURLHandle) throws {
            let code = clibcurl_multi_add(multi, handle.easy)
            guard code == 0 else { throw URLError.refusedTransfer(code) }
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
            if events & clibcurl_event_in != 0 { mask |= CURLMulti.selectIn }
            if events & clibcurl_event_out != 0 { mask |= CURLMulti.selectOut }
            if events & clibcurl_event_error != 0 { mask |= CURLMulti.selectError }
            loop.stalls.duringCall { clibcurl_multi_act(multi, socket, mask) }
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

        /// How many bytes may wait in a socket before libcurl reads more of a body. A larger buffer would hide that an
        /// upload advances slowly: no byte is read while it drains, which may take longer than the limit `idle`.
        private static let unsentLimit: Int32 = 128 << 10

        /// Opens a socket for libcurl.
        func openSocket(_ family: Int32, _ type: Int32, _ protocolNumber: Int32) -> Int32 {
            let descriptor = clibcurl_open_socket(family, type, protocolNumber, Self.unsentLimit)
            if descriptor >= 0 { sockets.open(descriptor) }
            return descriptor
        }

        /// A transfer uses a socket, or none any more.
        func use(_ socket: Int32?, for transfer: ObjectIdentifier) {
            loop.stalls.use(socket, for: transfer)
        }

        func closeSocket(_ descriptor: Int32) -> Int32 {
            sockets.close(descriptor)
            loop.stalls.forget(descriptor)
            return clibcurl_close_socket(descriptor)
        }

        /// Records that a request is about to be sent over the connection with these ends, which have to be those of a
        /// new one if `isNew`. Nil stands for ends that are not of the internet.
        func claimSocket(_ ends: CURLSockets.Ends?, isNew: Bool) -> CURLSockets.Claim {
            guard let ends else { return .unknown }
            return sockets.claim(ends, isNew: isNew, ends: CURLSockets.Ends.init(of:), isReadable: Self.isReadable)
        }

        /// The request that was sent over a socket has been answered.
        func releaseSocket(_ descriptor: Int32, isHTTP2: Bool) {
            sockets.release(descriptor, isHTTP2: isHTTP2)
        }

        /// Records that no further request may be sent over a socket.
        func retireSocket(_ descriptor: Int32) {
            sockets.retire(descriptor)
        }

        private static func isReadable(_ descriptor: Int32) -> Bool {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 0) > 0
        }
    }

    extension CURLSockets.Ends {
        /// The ends that libcurl reports; nil if the connection is not of the internet.
        init?(localPort: Int32, peer: SocketAddress?) {
            guard let port = UInt16(exactly: localPort), port != 0, let peer else { return nil }
            self.init(localPort: port, peer: peer)
        }

        /// The ends of a socket; nil if it is not connected, or not of the internet.
        init?(of descriptor: Int32) {
            guard let local = SocketAddress.local(of: descriptor), let peer = SocketAddress.peer(of: descriptor) else {
                return nil
            }
            self.init(localPort: local.port, peer: peer)
        }
    }

    extension URLError {
        static let outOfResources = URLError(
            .resourceUnavailable, description: "libcurl has no memory or no file descriptor left.")

        /// A transfer that libcurl does not start, with its reason (`CURLM_…`).
        static func refusedTransfer(_ code: Int32) -> URLError {
            URLError(.resourceUnavailable, description: "libcurl cannot start another transfer: error \(code).")
        }
    }
#endif
