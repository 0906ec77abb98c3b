#if os(Linux)
    /// Ends a call of libcurl that does not return, together with the exchange that causes it.
    ///
    /// libcurl 8.5.0 and earlier read frames of HTTP/2 without a byte of content as long as they arrive. No callback
    /// could stop that, no other exchange of the thread would continue, and the exchange could not be removed when its
    /// caller has stopped waiting. So its socket is shut down, and libcurl reads the end of the connection.
    final class CURLStalls: Sendable {
        private struct State {
            /// The number of the last call of libcurl.
            var call: UInt64 = 0
            var isInside = false
            /// The sockets of the exchanges that have been sent.
            var sockets: [ObjectIdentifier: Int32] = [:]
        }

        private let state = Locked(State())
        private let patience: DispatchTimeInterval

        /// - Parameter patience: how long a call of libcurl may go on after an exchange has been stopped.
        init(patience: DispatchTimeInterval = .milliseconds(500)) {
            self.patience = patience
        }

        /// Performs a call of libcurl on the thread of the engine.
        func duringCall(_ call: () -> Void) {
            state.withLock {
                $0.call &+= 1
                $0.isInside = true
            }
            call()
            state.withLock { $0.isInside = false }
        }

        /// An exchange uses a socket, or none any more.
        func use(_ socket: Int32?, for exchange: ObjectIdentifier) {
            state.withLock { $0.sockets[exchange] = socket }
        }

        /// A socket is about to be closed: its number may then stand for something else.
        func forget(_ socket: Int32) {
            state.withLock { state in
                guard state.sockets.values.contains(socket) else { return }
                state.sockets = state.sockets.filter { $0.value != socket }
            }
        }

        /// The caller of an exchange no longer waits. If libcurl is being called, that call must return soon.
        func stop(_ exchange: ObjectIdentifier) {
            guard let call = call(of: exchange) else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [self] in end(call, of: exchange) }
        }

        /// The number of the call of libcurl that is going on; nil if there is none, or if the exchange has no socket.
        func call(of exchange: ObjectIdentifier) -> UInt64? {
            state.withLock { $0.isInside && $0.sockets[exchange] != nil ? $0.call : nil }
        }

        /// Shuts the socket of an exchange down if the call has not returned. The lock keeps it from being closed.
        func end(_ call: UInt64, of exchange: ObjectIdentifier) {
            state.withLock { state in
                guard state.isInside, state.call == call, let socket = state.sockets[exchange] else { return }
                shutdown(socket, Int32(SHUT_RDWR))
            }
        }
    }
#endif
