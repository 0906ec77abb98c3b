/// Something that happened to a call, and when: what logs and metrics are made of.
public struct CallEvent: Sendable {
    /// The time since the call began.
    public private(set) var elapsed: Duration

    /// What happened.
    public private(set) var step: CallStep

    package let watched: WatchedCall

    package init(_ watched: WatchedCall, elapsed: Duration, step: CallStep) {
        (self.watched, self.elapsed, self.step) = (watched, elapsed, step)
    }

    /// The call, counted from 1 by whoever watches.
    public var call: UInt64 { watched.number }

    /// What was asked, as it came: with its secrets.
    public var request: APIRequest { watched.request }

    /// The next thing that happened to the same call.
    package mutating func go(to step: CallStep, elapsed: Duration) {
        (self.step, self.elapsed) = (step, elapsed)
    }
}
