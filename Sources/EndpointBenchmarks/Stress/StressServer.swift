import EndpointTesting

/// The server's side of the run: does what the path asks, and checks each body against what its request has announced.
final class StressService: Sendable {
    private struct State {
        var used: Set<Int> = []
        var report = StressReport()
    }

    private let state = Locked(State())

    func reply(to request: RecordedRequest) -> LoopbackReply {
        let isWhole = Self.isWhole(request)
        let isFirst = state.withLock { state in
            state.report.requests += 1
            if !isWhole { state.report.damaged += 1 }
            return state.used.insert(request.connection).inserted
        }
        guard let target = StressTarget(path: request.path) else { return report }
        return isWhole ? StressReply(target: target, request: request, isFirst: isFirst).reply : .status(599)
    }

    private var report: LoopbackReply {
        state.withLock { $0.report.reply }
    }

    /// Whether the body is the one that was announced. A redirected GET may still announce what it no longer has.
    private static func isWhole(_ request: RecordedRequest) -> Bool {
        if request.method == "GET" { return request.bodyByteCount == 0 }
        return request.header(StressField.announced) == request.bodyChecksum.map(String.init)
    }
}

/// What a request's path asks of the server: `/behaviour/number/answer`.
struct StressTarget: Sendable {
    let behaviour: Behaviour
    let number: Int
    let answer: Payload

    init?(path: String) {
        let parts = path.split(separator: "/")
        guard parts.count == 3, let behaviour = Behaviour(rawValue: String(parts[0])), let number = Int(parts[1]),
            let index = Int(parts[2]), Payload.all.indices.contains(index)
        else { return nil }
        self.behaviour = behaviour
        self.number = number
        answer = Payload.all[index]
    }

    /// The bytes of the answer: they begin with the number, so that no two exchanges have the same, unless they are empty.
    static func answerBytes(number: Int, _ answer: Payload) -> Data {
        answer.data.isEmpty ? Data() : Data("\(number):".utf8) + answer.data
    }

    /// Where a redirect leads.
    var finalPath: String { "/\(Behaviour.answer.rawValue)/\(number)/\(answer.index)" }
}

/// What the server does about one request.
struct StressReply {
    let target: StressTarget
    let request: RecordedRequest

    /// Whether it is the first on its connection.
    let isFirst: Bool

    var reply: LoopbackReply {
        switch target.behaviour {
        case .answer, .refuse: .response(answer)
        case .slow: slow
        case .drip: drip
        case .moved301, .moved302, .moved303, .moved307, .moved308: moved
        case .challenge: challenge
        case .abandon: .cut(answer, afterBodyBytes: .max)
        case .drop: isFirst ? .response(answer) : .closeWithoutAnswer
        case .cut: .cut(longAnswer, afterBodyBytes: longAnswer.body.count / 2)
        case .cutAndReset: .cutThenReset(longAnswer, afterBodyBytes: longAnswer.body.count / 2)
        case .reset: .reset
        case .silence: .closeWithoutAnswer
        case .stall: .stall
        }
    }

    private var answer: LoopbackResponse {
        var response = LoopbackResponse(body: StressTarget.answerBytes(number: target.number, target.answer))
        response.headers = [
            LoopbackHeader(StressField.number, String(target.number)),
            LoopbackHeader(StressField.method, request.method),
            LoopbackHeader(StressField.arrived, String(request.bodyChecksum ?? 0)),
        ]
        return response
    }

    /// An answer that has a middle in which it can be cut.
    private var longAnswer: LoopbackResponse {
        var response = answer
        response.body += Data(repeating: 0, count: 100)
        return response
    }

    private var challenge: LoopbackReply {
        var response = answer
        response.status = 401
        response.headers.append(LoopbackHeader("WWW-Authenticate", #"Basic realm="stress""#))
        return .response(response)
    }

    private var moved: LoopbackReply {
        .redirect(target.behaviour.redirect ?? 302, to: target.finalPath)
    }

    private var slow: LoopbackReply {
        Thread.sleep(forTimeInterval: Double(target.number % 16) / 1000)
        return .response(answer)
    }

    private var drip: LoopbackReply {
        var head = answer
        let body = head.body
        head.body = Data()
        return .stream(head, StressDrip.pieces(of: body))
    }
}

/// A body in four pieces with a millisecond between them.
enum StressDrip {
    static func pieces(of body: Data) -> AsyncStream<Data> {
        AsyncStream { continuation in
            let task = Task {
                let size = body.count / 4 + 1
                for start in stride(from: 0, to: body.count, by: size) {
                    continuation.yield(body[start..<min(start + size, body.count)])
                    try? await Task.sleep(for: .milliseconds(1))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// The headers with which both sides tell each other what they have sent and received.
enum StressField {
    /// The checksum of the body that the request has.
    static let announced = "X-Announced"
    /// The number of the exchange that is answered.
    static let number = "X-Number"
    /// The method that arrived.
    static let method = "X-Method"
    /// The checksum of the body that arrived.
    static let arrived = "X-Arrived"
}

/// What the server has seen.
struct StressReport: Codable, Sendable {
    var requests = 0

    /// Requests whose body was not the one that they announced.
    var damaged = 0

    var reply: LoopbackReply {
        .json(#"{"requests":\#(requests),"damaged":\#(damaged)}"#)
    }
}

/// Asks the server for its report.
struct StressReportEndpoint: JsonEndpoint {
    typealias Content = StressReport

    func makeRequest() throws -> URLRequest {
        try .get("report")
    }
}
