/// A call that a listener is told about.
package final class WatchedCall: Sendable {
    package let number: UInt64
    package let request: APIRequest
    package let start: Duration
    private let listener: @Sendable (CallStep, WatchedCall) -> Void

    /// A call that begins now.
    package init(
        _ number: UInt64, _ request: consuming APIRequest, at start: Duration,
        _ listener: @escaping @Sendable (CallStep, WatchedCall) -> Void
    ) {
        self.number = number
        self.request = request
        self.start = start
        self.listener = listener
    }

    /// Tells the listener what happens now.
    package func tell(_ step: CallStep) {
        listener(step, self)
    }
}
