import EndpointTesting

/// Decides whether an exchange ended as expected. It has no side effects.
struct OutcomeClassifier {
    let exchange: StressExchange

    func outcome(of result: Result<ReceivedAnswer, any Error>) -> Outcome {
        switch result {
        case .success(let arrival): outcome(of: arrival)
        case .failure(let error) where error.category == .cancelled:
            exchange.cancellation == nil ? .wrongError : .cancelled
        case .failure(let error as URLError): outcome(of: error.code)
        case .failure: .wrongError
        }
    }

    private func outcome(of arrival: ReceivedAnswer) -> Outcome {
        guard arrival.number == String(exchange.number), failingCodes.isEmpty else { return .mixedUp }
        guard arrival.status == (exchange.behaviour == .challenge ? 401 : 200), arrival.method == method else {
            return .mixedUp
        }
        let isWhole = arrival.arrived == String(sent) && arrival.body == received
        return isWhole ? .answered : .wrongBytes
    }

    private func outcome(of code: URLError.Code) -> Outcome {
        if failingCodes.contains(code) { return .failed }
        return Self.brokenCodes.contains(code) && failingCodes.isEmpty ? .disturbed : .wrongError
    }

    /// The method of the last request: RFC 9110, section 15.4.
    private var method: String {
        guard exchange.body != nil else { return "GET" }
        return [.moved301, .moved302, .moved303].contains(exchange.behaviour) ? "GET" : "POST"
    }

    /// The checksum of the body of the last request.
    private var sent: UInt64 {
        method == "POST" ? exchange.body?.payload.checksum ?? 0 : FNV1a().value
    }

    private var received: Data {
        StressPath.answerBytes(number: exchange.number, exchange.answer)
    }

    /// The codes with which a call may fail; empty if it must not fail.
    private var failingCodes: Set<URLError.Code> {
        switch exchange.behaviour {
        case .cut, .cutAndReset, .reset, .silence: Self.brokenCodes
        case .refuse: [.cannotConnectToHost]
        case .stall: [.timedOut]
        default: []
        }
    }

    /// The codes that URLSession throws when a connection breaks.
    private static let brokenCodes: Set<URLError.Code> = [.networkConnectionLost, .badServerResponse, .unknown]
}

/// How an exchange ended.
enum Outcome: String, CaseIterable, Sendable {
    /// The right answer, with the right bytes.
    case answered
    /// No answer, because the server was to give none.
    case failed
    /// Cancelled, as planned.
    case cancelled
    /// No answer where one was expected: libcurl was sending on a connection that the server had closed after an
    /// earlier exchange, and could not send again. The caller gets an error, so nothing is lost, but it must stay rare.
    case disturbed
    /// The answer to another exchange.
    case mixedUp = "mixed up"
    /// The right answer, but its body or the body that the server received is damaged.
    case wrongBytes = "wrong bytes"
    /// An error that does not belong to the behaviour of the server.
    case wrongError = "wrong error"

    /// Whether the outcome is a fault.
    var isWrong: Bool { [.mixedUp, .wrongBytes, .wrongError].contains(self) }

    /// Whether the summary prints examples of the outcome.
    var needsExplaining: Bool { isWrong || self == .disturbed }
}

extension StressExchange {
    /// The exchange in a line.
    var summary: String {
        let body = body.map { "\($0.kind) of \($0.payload.data.count) B" } ?? "GET"
        let end = cancellation.map { String(format: "cancelled after %.2f ms", $0 * 1000) } ?? "not cancelled"
        return "#\(number) \(behaviour.rawValue), \(body), answer \(answer.data.count) B, \(end)"
            + (usesCompletion ? ", by completion" : "")
    }
}

extension Result<ReceivedAnswer, any Error> {
    /// The result in a line.
    var summary: String {
        switch self {
        case .success(let arrival):
            "\(arrival.status) #\(arrival.number ?? "-") \(arrival.method ?? "-"), \(arrival.body.count) B, arrived \(arrival.arrived ?? "-")"
        case .failure(let error as URLError): "URLError \(error.code.rawValue) \(error.localizedDescription)"
        case .failure(let error): "\(error)"
        }
    }
}
