extension CallStep: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A few words, without secrets: `not tried again: all attempts are used up`.
    public var description: String {
        switch self {
        case .began: "began"
        case .attempted(let report): "\(report)"
        case .retrying(let wait, let failure): "\(failure): tried again in \(wait.brief)"
        case .gaveUp(let reason): "not tried again: \(reason)"
        case .redirected(let status, let origin): "\(HTTPStatus.line(status)): on to \(origin)"
        case .warned(let sentence): "the client is out of order: \(sentence)"
        case .waitingForCredential: "waits for a credential that is being refreshed"
        case .replaying: "401 Unauthorized: sent again with a new credential"
        case .noCredential(let reason): Self.line(reason)
        case .breakerOpened(let pause): "the server keeps failing: it is left alone for \(pause.brief)"
        case .breakerClosed: "the server is well again"
        case .breakerRejected(let pause): "not sent: the server is left alone for another \(pause.brief)"
        case .fellBack(let reason): "\(Self.line(reason)): answered from elsewhere"
        case .ended(.success(let response)): "ended with \(response)"
        case .ended(.failure(let error)): "failed: \(Self.line(error.localizedDescription))"
        }
    }

    public var debugDescription: String { description }

    /// The words alone, so that no dump shows a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    private static func line(_ text: String) -> String {
        Redaction.standard.line(text, limit: 4096)
    }
}
