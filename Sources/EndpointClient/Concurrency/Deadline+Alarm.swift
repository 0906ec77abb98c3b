extension UploadFlow {
    /// A flow that has not begun.
    package init() {
        let flow = Locked(BodyFlow())
        self.init(
            duration: { flow.withLock { $0.duration } },
            record: { report, now in flow.withLock { $0.record(report, at: now) } })
    }
}

extension Deadline {
    /// Calls a closure when it has passed, and returns a closure that cancels this. If its own time source has no
    /// alarms, those of another one are used.
    package func onExpiry(
        orOn other: TimeSource, _ action: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        guard isExtendable else { return setAlarm(orOn: other, action) }
        let current = Locked<(@Sendable () -> Void)?>({})
        renew(current, orOn: other, action)
        return { current.withLock { $0.take() }?() }
    }

    /// Sets the alarm again as long as the end has moved meanwhile. `current` cancels it, and is nil once cancelled.
    private func renew(
        _ current: Locked<(@Sendable () -> Void)?>, orOn other: TimeSource, _ action: @escaping @Sendable () -> Void
    ) {
        let cancel = setAlarm(orOn: other) {
            if timeLeft > .zero { renew(current, orOn: other, action) } else { action() }
        }
        let isCancelled = current.withLock { current in
            if current != nil { current = cancel }
            return current == nil
        }
        if isCancelled { cancel() }
    }
}
