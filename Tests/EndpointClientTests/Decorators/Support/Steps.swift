import EndpointTesting

/// The steps that a listener received, each in a few words.
final class Steps: Sendable {
    private let steps = Locked<[String]>([])

    var all: [String] { steps.withLock { $0 } }

    @Sendable func note(_ event: CallEvent) {
        steps.withLock { $0.append(event.step.words) }
    }
}

extension CallStep {
    var words: String {
        switch self {
        case .began: "began"
        case .attempted(let report): "\(report)"
        case .retrying(let wait, let failure): "retrying after \(wait.brief): \(failure)"
        case .repeated(let failure): "repeated: \(failure)"
        case .gaveUp(let reason): "gave up: \(reason)"
        case .sending(let report): "sending \(report)"
        case .sent(let report): "sent \(report)"
        case .redirected(let status, let origin): "\(status) to \(origin)"
        case .queued: "queued"
        case .admitted(let wait): "admitted after \(wait.brief)"
        case .waitingForCredential: "waiting for a credential"
        case .replaying: "replaying"
        case .noCredential(let reason): "no credential: \(reason)"
        case .refreshFailed(let reason): "refresh failed: \(reason)"
        case .breakerOpened(let pause): "breaker opened \(pause.brief)"
        case .breakerClosed: "breaker closed"
        case .breakerRejected(let pause): "breaker rejected \(pause.brief)"
        case .fellBack(let reason): "fell back: \(reason)"
        case .decided(let name, let fields): "decided \(name) \(fields.sorted { $0.key < $1.key }.map(\.value))"
        case .warned(let sentence): "warned: \(sentence)"
        case .streaming(let response): "streaming: \(response.http.statusCode)"
        case .ended(.success(let response)): "ended: \(response.http.statusCode)"
        case .ended(.failure(let error)): "ended: \(type(of: error))"
        }
    }
}
