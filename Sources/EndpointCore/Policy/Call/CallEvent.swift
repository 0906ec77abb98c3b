/// Something that happened to a call, and when: what logs and metrics are made of.
public struct CallEvent: Sendable {
    /// The call, counted from 1 by whoever watches.
    public let call: UInt64

    /// What was asked, as it came: with its secrets.
    public let request: APIRequest

    /// The time since the call began.
    public let elapsed: Duration

    /// What happened.
    public let step: CallStep

    /// An event by its parts.
    public init(call: UInt64, request: APIRequest, elapsed: Duration, step: CallStep) {
        self.call = call
        self.request = request
        self.elapsed = elapsed
        self.step = step
    }
}
