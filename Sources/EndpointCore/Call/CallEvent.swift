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

/// Something that happened to a call, each decision with its reason.
public enum CallStep: Sendable {
    /// The call began.
    case began
    /// An attempt ended, one way or the other.
    case attempted(AttemptReport)
    /// The last attempt failed, and another one follows after a wait.
    case retrying(after: Duration, because: RetryFailure)
    /// The last attempt failed, and no other one follows.
    case gaveUp(GiveUpReason)
    /// The server sent the request elsewhere, and it went.
    case redirected(status: Int, to: Origin)
    /// The call needs a credential that is being refreshed, and waits for it.
    case waitingForCredential
    /// The server refused the credential, and the request is sent again with a newer one.
    case replaying
    /// There was no credential to send.
    case noCredential(because: String)
    /// This call's failure made the breaker open: the server is left alone for so long.
    case breakerOpened(for: Duration)
    /// The breaker closed: the server is well again.
    case breakerClosed
    /// The breaker did not let the call out.
    case breakerRejected(for: Duration)
    /// The answer comes from elsewhere, because of this failure.
    case fellBack(because: String)
    /// Something that whoever built the client should know: a stack out of order.
    case warned(String)
    /// The call ended. The content of an answer may still prove unreadable.
    case ended(Result<APIResponse, any Error>)
}

extension CallStep: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A few words, without secrets: `not tried again: all attempts are used up`.
    public var description: String { words(.standard) }

    public var debugDescription: String { description }

    /// The words alone, so that no dump shows a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension CallStep {
    /// A few words, without what a redaction knows for a secret.
    package func words(_ redaction: Redaction) -> String {
        switch self {
        case .began: "began"
        case .attempted(let report): "\(report)"
        case .retrying(let wait, let failure): "\(failure): tried again in \(wait.brief)"
        case .gaveUp(let reason): "not tried again: \(reason)"
        case .redirected(let status, let origin): "\(HTTPStatus.line(status)): on to \(origin)"
        case .warned(let sentence): "the client is out of order: \(redaction.reason(sentence))"
        case .waitingForCredential: "waits for a credential that is being refreshed"
        case .replaying: "401 Unauthorized: sent again with a new credential"
        case .noCredential(let reason): redaction.reason(reason)
        case .breakerOpened(let pause): "the server keeps failing: it is left alone for \(pause.brief)"
        case .breakerClosed: "the server is well again"
        case .breakerRejected(let pause): "not sent: the server is left alone for another \(pause.brief)"
        case .fellBack(let reason): "\(redaction.reason(reason)): answered from elsewhere"
        case .ended(.success(let response)): "ended with \(response)"
        case .ended(.failure(let error)): "failed: \(redaction.reason(error.localizedDescription))"
        }
    }
}

extension Redaction {
    /// Why something happened, in one line.
    package func reason(_ text: String) -> String { line(text, limit: 4096) }
}

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
