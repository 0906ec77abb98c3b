/// Something that happened to a call, and when: what logs and metrics are made of.
public struct CallEvent: Sendable {
    /// The time since the call began.
    public private(set) var elapsed: Duration

    /// What happened.
    public private(set) var step: CallStep

    package let watched: ObservedCall

    package init(_ watched: ObservedCall, elapsed: Duration, step: CallStep) {
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

extension CallEvent: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What happened, without secrets: `#1 GET books/1 BookEndpoint, 0.120 s: ended with 200 OK, 512 bytes`.
    public var description: String { "#\(call) \(request), \(elapsed.brief): \(step)" }

    public var debugDescription: String { description }

    /// The sentence alone, so that no dump of an event shows a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
