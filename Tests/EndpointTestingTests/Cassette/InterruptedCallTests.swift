#if canImport(Glibc)
    import Synchronization
    import Testing

    @testable import EndpointTesting

    /// How often the handler of the signal has run. A handler may do nothing but count.
    private let signals = Atomic(0)

    /// Signals that interrupt system calls, as those of profilers and timers do. No other test uses this one.
    @Suite(.timeLimit(.minutes(10))) struct InterruptedCallTests {
        @Test func `a signal doesn't end the wait for the lock of a folder`() throws {
            let folder = try TemporaryFolder()
            let holder = open(folder.url.path, O_RDONLY | O_CLOEXEC)
            defer { close(holder) }
            #expect(flock(holder, LOCK_EX) == 0)
            let before = signals.load(ordering: .relaxed)
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in signals.add(1, ordering: .relaxed) }
            #expect(sigaction(SIGUSR1, &action, nil) == 0)  // Without SA_RESTART, so that calls fail with EINTR.
            let waiter = BlockingPromise<pthread_t>(), saved = BlockingPromise<Bool>()
            let end = BlockingPromise<Void>()
            Thread.start {
                var own = sigset_t()  // The threads of tests block signals, and a new thread inherits that.
                sigemptyset(&own)
                sigaddset(&own, SIGUSR1)
                pthread_sigmask(SIG_UNBLOCK, &own, nil)
                waiter.resolve(pthread_self())
                saved.resolve((try? folder.cassette().save(Cassette([.number(1)]))) != nil)
                _ = end.wait()  // A signal for a thread that has ended would go astray.
            }
            let thread = try #require(waiter.wait())
            for sent in 1...200 where !saved.isResolved(within: .nanoseconds(0)) {
                pthread_kill(thread, SIGUSR1)
                while signals.load(ordering: .relaxed) - before < sent { sched_yield() }
            }
            #expect(flock(holder, LOCK_UN) == 0)
            #expect(saved.wait() == true)
            end.resolve(())
        }
    }
#endif
