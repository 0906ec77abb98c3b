import EndpointTesting

/// Says whether an exchange ended as it should. Pure.
struct StressJudge {
    let exchange: StressExchange

    func verdict(on result: Result<Arrival, any Error>) -> Verdict {
        switch result {
        case .success(let arrival): verdict(on: arrival)
        case .failure(is CancellationError): exchange.cancellation == nil ? .wrongError : .cancelled
        case .failure(let error as URLError): verdict(on: error.code)
        case .failure: .wrongError
        }
    }

    private func verdict(on arrival: Arrival) -> Verdict {
        guard arrival.number == String(exchange.number), failingCodes.isEmpty else { return .mixedUp }
        guard arrival.status == (exchange.behaviour == .challenge ? 401 : 200), arrival.method == method else {
            return .mixedUp
        }
        let isWhole = arrival.arrived == String(sent) && arrival.body == received
        return isWhole ? .answered : .wrongBytes
    }

    private func verdict(on code: URLError.Code) -> Verdict {
        if failingCodes.contains(code) { return .failed }
        return Self.brokenCodes.contains(code) && failingCodes.isEmpty ? .disturbed : .wrongError
    }

    /// The method of the last request: RFC 9110, section 15.4.
    private var method: String {
        guard exchange.body != nil else { return "GET" }
        return [.moved301, .moved302, .moved303].contains(exchange.behaviour) ? "GET" : "POST"
    }

    /// The checksum of what the last request carried.
    private var sent: UInt64 {
        method == "POST" ? exchange.body?.payload.checksum ?? 0 : FNV1a().value
    }

    private var received: Data {
        StressTarget.answerBytes(number: exchange.number, exchange.answer)
    }

    /// How a call must fail; none if it must not.
    private var failingCodes: Set<URLError.Code> {
        switch exchange.behaviour {
        case .cut, .cutAndReset, .reset, .silence: Self.brokenCodes
        case .refuse: [.cannotConnectToHost]
        case .stall: [.timedOut]
        default: []
        }
    }

    /// What URLSession says when a connection breaks.
    private static let brokenCodes: Set<URLError.Code> = [.networkConnectionLost, .badServerResponse, .unknown]
}

/// How an exchange ended.
enum Verdict: String, CaseIterable, Sendable {
    /// The right answer, with the right bytes.
    case answered
    /// No answer, as the server meant it.
    case failed
    /// Cancelled, as it was meant to be.
    case cancelled
    /// No answer, though there should be one: libcurl was sending on a connection that an earlier exchange had made the server close,
    /// and could not send again. An error that the caller sees, thus no loss, but it must stay rare.
    case disturbed
    /// The answer to something else.
    case mixedUp = "mixed up"
    /// The right answer with wrong bytes, or for wrong bytes.
    case wrongBytes = "wrong bytes"
    /// An error that nothing explains.
    case wrongError = "wrong error"

    /// Whether it may never happen.
    var isWrong: Bool { [.mixedUp, .wrongBytes, .wrongError].contains(self) }

    /// Whether the reader will want to see examples.
    var needsExplaining: Bool { isWrong || self == .disturbed }
}

extension StressExchange {
    /// The exchange in a line, for the reader.
    var summary: String {
        let body = body.map { "\($0.kind) of \($0.payload.data.count) B" } ?? "GET"
        let end = cancellation.map { String(format: "cancelled after %.2f ms", $0 * 1000) } ?? "not cancelled"
        return "#\(number) \(behaviour.rawValue), \(body), answer \(answer.data.count) B, \(end)"
            + (callsBack ? ", by completion" : "")
    }
}

extension Result<Arrival, any Error> {
    /// The result in a line, for the reader.
    var summary: String {
        switch self {
        case .success(let arrival):
            "\(arrival.status) #\(arrival.number ?? "-") \(arrival.method ?? "-"), \(arrival.body.count) B, arrived \(arrival.arrived ?? "-")"
        case .failure(let error as URLError): "URLError \(error.code.rawValue) \(error.localizedDescription)"
        case .failure(let error): "\(error)"
        }
    }
}
