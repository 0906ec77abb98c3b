/// Who is told what happens to calls. The clock comes in as a function.
package final class CallListener: Sendable {
    let now: @Sendable () -> Duration
    private let wants: (@Sendable (CallStep, APIRequest) -> Bool)?
    private let tell: @Sendable (CallEvent) -> Void

    /// A listener to steps that it wants to know of; nil for all of them.
    package init(
        now: @escaping @Sendable () -> Duration, wants: (@Sendable (CallStep, APIRequest) -> Bool)? = nil,
        _ tell: @escaping @Sendable (CallEvent) -> Void
    ) {
        (self.now, self.wants, self.tell) = (now, wants, tell)
    }

    func hear(_ step: consuming CallStep, of call: WatchedCall, elapsed: () -> Duration) {
        if let wants, !wants(step, call.request) { return }
        tell(CallEvent(call, elapsed: elapsed(), step: step))
    }
}
