extension TimeSource {
    /// A time source whose sleeps end at once: its time then leaps to the end of the sleep.
    ///
    /// So the waits of a ``ClientStack`` around a client that answers from memory take no real time, and count towards
    /// the deadlines of a call as usual. A time limit ends what takes too long in real time.
    static var leaping: TimeSource {
        let system = TimeSource.system
        let leaps = Locked(Duration.zero)
        let now: @Sendable () -> Duration = { system.now() + leaps.withLock { $0 } }
        return TimeSource(
            now: now,
            sleep: { end in
                try Task.checkCancellation()
                leaps.withLock { $0 = max($0, end - system.now()) }
                await Task.yield()
                try Task.checkCancellation()
            },
            alarm: { time, call in system.alarm(time - leaps.withLock { $0 }, call) },
            date: {
                Date(timeIntervalSince1970: system.date().timeIntervalSince1970 + leaps.withLock { $0 }.inSeconds)
            },
            random: system.random, isSystem: true)
    }
}

extension ClientTraits {
    /// These traits for a client that answers from memory: no request leaves it, signed or not, and each is a span.
    var leaping: ClientTraits {
        var traits = self
        traits.time = .leaping
        traits.signsRequests = true
        traits.tracesRequests = true
        return traits
    }
}
