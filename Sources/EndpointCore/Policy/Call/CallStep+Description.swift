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
