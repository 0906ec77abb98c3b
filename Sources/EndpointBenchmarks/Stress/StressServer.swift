import EndpointTesting

/// The server of the run: behaves as the path of a request says, and checks each body against its announced checksum.
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
        guard let target = StressPath(path: request.path) else { return report }
        return isWhole ? StressReply(target: target, request: request, isFirst: isFirst).reply : .status(599)
    }

    private var report: LoopbackReply {
        state.withLock { $0.report.reply }
    }

    /// Whether the body has the announced checksum. A redirected GET may still announce a body that it no longer has.
    private static func isWhole(_ request: RecordedRequest) -> Bool {
        if request.method == "GET" { return request.bodyByteCount == 0 }
        return request.header(StressHeader.announced) == request.bodyChecksum.map(String.init)
    }
}

/// The path of a request, as the server reads it: `/behaviour/number/answer`.
struct StressPath: Sendable {
    let behaviour: ServerBehaviour
    let number: Int
    let answer: Payload

    init?(path: String) {
        let parts = path.split(separator: "/")
        guard parts.count == 3, let behaviour = ServerBehaviour(rawValue: String(parts[0])), let number = Int(parts[1]),
            let index = Int(parts[2]), Payload.all.indices.contains(index)
        else { return nil }
        self.behaviour = behaviour
        self.number = number
        answer = Payload.all[index]
    }

    /// The body of the answer. It begins with the number of the exchange, so that two bodies are equal only when both
    /// are empty.
    static func answerBytes(number: Int, _ answer: Payload) -> Data {
        answer.data.isEmpty ? Data() : Data("\(number):".utf8) + answer.data
    }

    /// The path to which a redirect leads.
    var finalPath: String { "/\(ServerBehaviour.answer.rawValue)/\(number)/\(answer.index)" }
}

/// The reply of the server to one request.
struct StressReply {
    let target: StressPath
    let request: RecordedRequest

    /// Whether the request is the first on its connection.
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
        var response = LoopbackResponse(body: StressPath.answerBytes(number: target.number, target.answer))
        response.headers = [
            StressHeader.number: String(target.number),
            StressHeader.method: request.method,
            StressHeader.arrived: String(request.bodyChecksum ?? 0),
        ]
        return response
    }

    /// An answer that is long enough to be cut in the middle.
    private var longAnswer: LoopbackResponse {
        var response = answer
        response.body += Data(repeating: 0, count: 100)
        return response
    }

    private var challenge: LoopbackReply {
        var response = answer
        response.status = 401
        response.headers.append("WWW-Authenticate", #"Basic realm="stress""#)
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
        return .stream(head, SlowBody.pieces(of: body))
    }
}

/// A body in four pieces with a millisecond between them.
enum SlowBody {
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

/// The headers with which client and server check what the other side has received.
enum StressHeader {
    /// The checksum of the body of the request.
    static let announced = "X-Announced"
    /// The number of the answered exchange.
    static let number = "X-Number"
    /// The method of the received request.
    static let method = "X-Method"
    /// The checksum of the received body.
    static let arrived = "X-Arrived"
}

/// The requests that the server has received.
struct StressReport: Codable, Sendable {
    var requests = 0

    /// Requests whose body differs from the announced one.
    var damaged = 0

    var reply: LoopbackReply {
        .json(#"{"requests":\#(requests),"damaged":\#(damaged)}"#)
    }
}

/// The report of the server.
struct StressReportEndpoint: JsonEndpoint {
    typealias Content = StressReport

    func makeRequest() throws -> URLRequest {
        try .get("report")
    }
}
