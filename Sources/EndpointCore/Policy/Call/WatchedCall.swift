/// A call that a listener is told about. The clock comes in as a function.
package final class WatchedCall: Sendable {
    package let number: UInt64
    package let request: APIRequest
    private let start: Duration
    private let now: @Sendable () -> Duration
    private let listener: @Sendable (CallEvent) -> Void

    /// A call that begins now.
    package init(
        _ number: UInt64, _ request: APIRequest, now: @escaping @Sendable () -> Duration,
        listener: @escaping @Sendable (CallEvent) -> Void
    ) {
        (self.number, self.request, self.now, self.listener) = (number, request, now, listener)
        start = now()
    }

    /// Tells the listener what happens now.
    package func tell(_ step: CallStep) {
        listener(CallEvent(self, elapsed: now() - start, step: step))
    }

    /// Tells the listener what the call begins with.
    package func tellAtStart(_ step: CallStep) {
        listener(CallEvent(self, elapsed: .zero, step: step))
    }
}
