/// A call that a listener is told about.
package final class ObservedCall: Sendable {
    package let number: UInt64
    package let request: APIRequest
    package let start: Duration
    private let listener: @Sendable (CallStep, ObservedCall) -> Void

    /// A call that begins now.
    package init(
        _ number: UInt64, _ request: consuming APIRequest, at start: Duration,
        _ listener: @escaping @Sendable (CallStep, ObservedCall) -> Void
    ) {
        self.number = number
        self.request = request
        self.start = start
        self.listener = listener
    }

    /// Tells the listener what happens now.
    package func emit(_ step: CallStep) {
        listener(step, self)
    }
}
