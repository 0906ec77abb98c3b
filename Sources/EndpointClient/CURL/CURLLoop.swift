#if os(Linux)
    internal import CLibCURL

    /// The loop of an engine's thread: it waits for sockets, timers and commands, and passes them to the pools of its
    /// clients.
    ///
    /// It is confined to that thread, and so is everything that it holds.
    final class CURLLoop {
        let library: CURLLibrary
        private let inbox: CURLInbox
        private var pools: [ObjectIdentifier: CURLPool] = [:]
        private var transfers: [ObjectIdentifier: CURLTransfer] = [:]
        private var poolBySocket: [Int32: CURLPool] = [:]
        private var timers: [ObjectIdentifier: UInt64] = [:]
        private var nextSweep = CURLLoop.sweepInterval + CURLLoop.now
        private var isStopped = false
        private var actions: [() -> Void] = []
        var lookUps = CURLLookUps(limit: 32)

        var stalls: CURLStalls { inbox.stalls }

        /// How often the thread has waited: events in one round happen at about the same time.
        private(set) var round = 0

        init(_ inbox: CURLInbox, _ library: CURLLibrary) {
            (self.inbox, self.library) = (inbox, library)
        }

        /// Runs until the engine has been deallocated and all its exchanges have ended.
        func run() {
            var events = [epoll_event](repeating: epoll_event(), count: 64)
            while !(isStopped && pools.isEmpty) {
                let count = epoll_wait(inbox.poll, &events, Int32(events.count), timeout)
                round &+= 1
                for event in events.prefix(max(0, Int(count))) {
                    handle(event)
                    performActions()
                }
                fireTimers()
                performActions()
                sweep()
            }
        }

        private func handle(_ event: epoll_event) {
            guard event.data.fd != inbox.wakeup else {
                var count: eventfd_t = 0
                eventfd_read(inbox.wakeup, &count)
                for command in inbox.take() { perform(command) }
                return
            }
            poolBySocket[event.data.fd]?.act(on: event.data.fd, event.events)
        }

        /// Performs an action as soon as libcurl has returned.
        func afterwards(_ action: @escaping () -> Void) {
            actions.append(action)
        }

        func performActions() {
            while !actions.isEmpty {
                let due = actions
                actions = []
                for action in due { action() }
            }
        }

        /// Starts the transfers that waited for a look-up which has ended, or fails them with its error.
        func endLookUp(_ name: CURLLookUps.Name, of transfer: ObjectIdentifier, _ outcome: CURLLookUps.Outcome) {
            let next = lookUps.end(name, of: transfer, outcome)
            guard !next.proceeding.isEmpty || !next.failing.isEmpty else { return }
            afterwards { [unowned self] in
                for id in next.proceeding { transfers[id]?.start() }
                if case .failed(let failure) = outcome {
                    for id in next.failing { transfers[id]?.fail(failure) }
                }
            }
        }

        private func perform(_ command: EngineCommand) {
            switch command {
            case .start(let job): start(job)
            case .cancel(let exchange): transfers[exchange]?.cancel()
            case .resume(let exchange): transfers[exchange]?.resume()
            case .closePool(let id):
                pools[id]?.close()
                removeIfClosed(id)
            case .stop: isStopped = true
            case .hold(let held): CURLExit.hold(held)
            }
        }

        private func start(_ job: CURLJob) {
            let id = ObjectIdentifier(job.exchange)
            guard job.exchange.isAwaited else { return job.done() }
            do {
                let pool = try pool(for: job.settings)
                let wake: @Sendable () -> Void = { [inbox] in inbox.post(.resume(id)) }
                let transfer = try CURLTransfer(job, in: pool, wake: wake) { [unowned self] in
                    transfers[id] = nil
                    job.done()
                    removeIfClosed(job.settings.id)
                }
                transfers[id] = transfer
                transfer.start()
            } catch {
                job.exchange.complete(.failure(error))
                job.done()
            }
        }

        private func pool(for settings: CURLSettings) throws -> CURLPool {
            if let pool = pools[settings.id] { return pool }
            let pool = try CURLPool(settings, self)
            pools[settings.id] = pool
            return pool
        }

        private func removeIfClosed(_ id: ObjectIdentifier) {
            guard pools[id]?.isClosed == true else { return }
            pools[id] = nil
            timers[id] = nil
        }

        // Sockets and timers, as the pools report them.

        /// Watches a socket for the pool, until it is no longer needed or its transfer pauses.
        func watch(_ socket: Int32, _ events: Int32, for pool: CURLPool) {
            let isWanted = events & (CURLMulti.pollIn | CURLMulti.pollOut) != 0 && events & CURLMulti.pollRemove == 0
            guard isWanted else {
                poolBySocket[socket] = nil
                epoll_ctl(inbox.poll, EPOLL_CTL_DEL, socket, nil)
                return
            }
            var mask: UInt32 = 0
            if events & CURLMulti.pollIn != 0 { mask |= clibcurl_event_in }
            if events & CURLMulti.pollOut != 0 { mask |= clibcurl_event_out }
            var event = epoll_event(events: mask, data: epoll_data(fd: socket))
            let isKnown = poolBySocket.updateValue(pool, forKey: socket) != nil
            if !isKnown || epoll_ctl(inbox.poll, EPOLL_CTL_MOD, socket, &event) != 0 {
                epoll_ctl(inbox.poll, EPOLL_CTL_ADD, socket, &event)
            }
        }

        /// Sets the only timer of a pool; nil for none.
        func setTimer(of pool: ObjectIdentifier, in milliseconds: Int?) {
            timers[pool] = milliseconds.map { Self.now + UInt64(clamping: $0) * 1_000_000 }
        }

        /// Each timer is handled once. If libcurl sets it again for now, the sockets are handled first.
        private func fireTimers() {
            guard !timers.isEmpty else { return }
            let now = Self.now
            for pool in timers.compactMap({ $0.value <= now ? $0.key : nil }) {
                timers[pool] = nil
                pools[pool]?.act(on: CURLMulti.timeout, 0)
            }
        }

        /// Closes the connections of clients that have been idle for too long for libcurl to reuse them.
        private func sweep() {
            let now = Self.now
            guard now >= nextSweep else { return }
            nextSweep = now + Self.sweepInterval
            for (id, pool) in pools where pool.isIdle(since: now - Self.idleTime) {
                pool.close()
                removeIfClosed(id)
            }
        }

        /// How long the thread may sleep, in milliseconds, for `epoll_wait`.
        private var timeout: Int32 {
            let now = Self.now
            let next = timers.values.reduce(pools.isEmpty ? nil : nextSweep) { min($0 ?? $1, $1) }
            guard let next else { return -1 }
            return next <= now ? 0 : Int32(clamping: (next - now + 999_999) / 1_000_000)
        }

        static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

        private static let sweepInterval: UInt64 = 30_000_000_000

        /// libcurl does not reuse a connection that has been idle for 118 s.
        private static let idleTime: UInt64 = 120_000_000_000
    }
#endif
