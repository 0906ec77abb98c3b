/// Something that happened to a call, and when: what logs and metrics are made of.
public struct CallEvent: Sendable {
    /// The time since the call began.
    public let elapsed: Duration

    /// What happened.
    public let step: CallStep

    private let watched: WatchedCall

    package init(_ watched: WatchedCall, elapsed: Duration, step: CallStep) {
        (self.watched, self.elapsed, self.step) = (watched, elapsed, step)
    }

    /// The call, counted from 1 by whoever watches.
    public var call: UInt64 { watched.number }

    /// What was asked, as it came: with its secrets.
    public var request: APIRequest { watched.request }
}
