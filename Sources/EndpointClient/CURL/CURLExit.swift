#if os(Linux)
    /// Stops the threads of all engines when the process ends.
    ///
    /// OpenSSL frees its tables in a handler of `exit`, and a thread that still uses them crashes. Handlers run in the
    /// reverse order of their registration: this one is registered after OpenSSL's, and runs before it.
    enum CURLExit {
        private struct State {
            var isExiting = false
            var inboxes: [ObjectIdentifier: CURLInbox] = [:]
        }

        private static let threadName = "CURLEngine"
        private static let state = Locked(State())
        private static let isRegistered = atexit { CURLExit.holdAll() } == 0

        /// An engine's thread, which is stopped when the process ends. Libcurl must have been initialised.
        ///
        /// - Throws: `URLError` when the process is ending.
        static func startThread(_ inbox: CURLInbox, _ body: @escaping @Sendable () -> Void) throws {
            _ = isRegistered
            let id = ObjectIdentifier(inbox)
            try state.withLock { state in
                guard !state.isExiting else { throw URLError(.cancelled, description: "The process is ending.") }
                state.inboxes[id] = inbox
            }
            Thread.start(named: threadName) {
                body()
                state.withLock { $0.inboxes[id] = nil }
                // The process may have started to exit after the engine's last round.
                for case .hold(let held) in inbox.take() { hold(held) }
            }
        }

        /// If `exit` is called on an engine's thread itself, by the code of a program, that thread has already stopped.
        /// The wait has a time limit in case a thread hangs.
        private static func holdAll() {
            let held = DispatchSemaphore(value: Thread.current.name == threadName ? 1 : 0)
            let count = state.withLock { state in
                state.isExiting = true
                // Inside the lock, so that a thread that ends later finds the command in its inbox.
                for inbox in state.inboxes.values { inbox.post(.hold(held)) }
                return state.inboxes.count
            }
            for _ in 0..<count { _ = held.wait(timeout: .now() + .seconds(10)) }
        }

        /// Permanently ends this thread's use of libcurl.
        static func hold(_ held: DispatchSemaphore) -> Never {
            held.signal()
            while true { pause() }
        }
    }
#endif
