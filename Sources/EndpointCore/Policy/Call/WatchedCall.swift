/// A call that a listener is told about.
package final class WatchedCall: Sendable {
    package let number: UInt64
    package let request: APIRequest
    private let start: Duration
    private let listener: CallListener

    /// A call that begins now.
    package init(_ number: UInt64, _ request: consuming APIRequest, _ listener: CallListener) {
        start = listener.now()
        self.number = number
        self.request = request
        self.listener = listener
    }

    /// Tells the listener what happens now.
    package func tell(_ step: consuming CallStep) {
        listener.hear(step, of: self) { listener.now() - start }
    }

    /// Tells the listener what the call begins with.
    package func tellAtStart(_ step: consuming CallStep) {
        listener.hear(step, of: self) { .zero }
    }
}
