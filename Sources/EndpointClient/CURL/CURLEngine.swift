#if os(Linux)
    internal import CLibCURL

    /// A thread that performs the exchanges of many clients. All calls of libcurl are made on it.
    ///
    /// Clients share one engine, or a few on a machine with many processors. The thread begins with the first call, and
    /// ends when the last client of the engine has been deallocated and its exchanges have ended.
    final class CURLEngine: Sendable {
        private let inbox: CURLInbox

        /// - Throws: `URLError` when the process has no file descriptor left, or is ending.
        init(_ library: CURLLibrary) throws {
            let inbox = try CURLInbox()
            self.inbox = inbox
            try CURLExit.startThread(inbox) { CURLLoop(inbox, library).run() }
        }

        deinit {
            inbox.post(.stop)
        }

        func post(_ command: EngineCommand) {
            inbox.post(command)
        }

        /// The caller of an exchange no longer waits.
        func cancel(_ exchange: ObjectIdentifier) {
            inbox.post(.cancel(exchange))
            inbox.stalls.stop(exchange)
        }

        // The engines of the process.

        private struct Shared {
            weak var engine: CURLEngine?
        }

        private static let engines = Locked((shared: [Shared](), next: 0))

        /// One for every four processors, and at most four: a thread performs about 15,000 small exchanges a second.
        private static let count = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount / 4))

        /// The engine for a new client. Clients are distributed evenly.
        static func next(_ library: CURLLibrary) throws -> CURLEngine {
            try engines.withLock { engines in
                if engines.shared.isEmpty { engines.shared = Array(repeating: Shared(), count: count) }
                let index = engines.next % count
                engines.next &+= 1
                if let engine = engines.shared[index].engine { return engine }
                let engine = try CURLEngine(library)
                engines.shared[index].engine = engine
                return engine
            }
        }
    }

    /// A command of a client to an engine.
    enum EngineCommand: Sendable {
        case start(CURLJob)
        /// The caller of an exchange no longer waits.
        case cancel(ObjectIdentifier)
        /// A paused exchange can continue: there are bytes of its request body, or its response is being read.
        case resume(ObjectIdentifier)
        /// The transport with these settings has been deallocated.
        case closePool(ObjectIdentifier)
        /// The engine has been deallocated.
        case stop
        /// The process is ending: the thread must stop using libcurl, and signals when it has.
        case hold(DispatchSemaphore)
    }

    /// The commands that an engine's thread has not processed yet, and the file descriptors that it waits for.
    final class CURLInbox: Sendable {
        /// Becomes readable when there are commands.
        let wakeup: Int32

        /// The descriptors of an engine, ``wakeup`` among them.
        let poll: Int32

        let stalls = CURLStalls()

        private let commands = Locked<[EngineCommand]>([])

        /// - Throws: `URLError` when the process has no file descriptor left.
        init() throws {
            wakeup = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
            poll = epoll_create1(Int32(EPOLL_CLOEXEC))
            var event = epoll_event(events: clibcurl_event_in, data: epoll_data(fd: wakeup))
            guard wakeup >= 0, poll >= 0, epoll_ctl(poll, EPOLL_CTL_ADD, wakeup, &event) == 0 else {
                throw URLError(.resourceUnavailable, description: SystemLimit.sentence)
            }
        }

        deinit {
            close(wakeup)
            close(poll)
        }

        /// Waking the thread is a system call, and only needed for the first command.
        func post(_ command: EngineCommand) {
            let isFirst = commands.withLock { commands in
                commands.append(command)
                return commands.count == 1
            }
            if isFirst { eventfd_write(wakeup, 1) }
        }

        /// Takes all commands.
        func take() -> [EngineCommand] {
            commands.withLock { commands in
                defer { commands = [] }
                return commands
            }
        }
    }

    extension Thread {
        /// Starts a thread for blocking work, which receives no signals: those of a broken connection would end the
        /// process.
        static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
            let thread = Thread {
                // Foundation sets the name of a thread only once it is running.
                clibcurl_set_thread_name(name)
                var signals = sigset_t()
                sigfillset(&signals)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                Thread.current.name = name
                body()
            }
            thread.stackSize = 1 << 20
            thread.start()
        }
    }
#endif
