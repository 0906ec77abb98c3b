import EndpointCore
import EndpointTesting

/// One exchange of the run: everything about it follows from the seed and its number.
struct StressExchange: Sendable {
    let number: Int
    let behaviour: Behaviour

    /// What is posted, and how; nil for a GET.
    let body: (kind: StressBody, payload: Payload)?

    /// What the server answers.
    let answer: Payload

    /// When the call is cancelled, in seconds after its start; nil for never. Early moments come more often.
    let cancellation: Double?

    /// Whether it is called with a completion handler rather than awaited.
    let callsBack: Bool

    init(number: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed &+ UInt64(number) &* 0xd134_2543_de82_ef95)
        self.number = number
        behaviour = .random(using: &random)
        answer = .random(using: &random)
        body =
            random.fraction() < 0.5
            ? nil
            : (StressBody.allCases.randomElement(using: &random) ?? .data, .random(using: &random))
        cancellation = random.fraction() < 0.5 ? nil : 0.03 * random.fraction() * random.fraction()
        callsBack = random.fraction() < 0.3
    }

    /// Where the request goes. The server reads there what it has to do.
    var path: Path {
        "\(behaviour.rawValue)/\(number)/\(answer.index)"
    }
}

/// What the server does about an exchange. The raw value is a part of the request's path.
enum Behaviour: String, CaseIterable, Sendable {
    case answer
    /// Answers after some milliseconds.
    case slow
    /// Answers piece by piece, in chunks.
    case drip
    case moved301 = "301"
    case moved302 = "302"
    case moved303 = "303"
    case moved307 = "307"
    case moved308 = "308"
    /// A 401 with a challenge for Basic.
    case challenge
    /// Answers, and closes a connection that the client means to keep.
    case abandon
    /// Closes without an answer, if the connection has been used before: the client has to send again, or to fail where it
    /// must not.
    case drop
    /// Closes in the middle of the answer's body.
    case cut
    /// Resets the connection in the middle of the answer's body.
    case cutAndReset
    /// Resets the connection instead of answering.
    case reset
    /// Closes the connection instead of answering.
    case silence
    /// Nobody listens where the request goes.
    case refuse
    /// Never answers; the client's patience ends, or the call is cancelled.
    case stall

    /// The status, if the server sends the client elsewhere.
    var redirect: Int? { Int(rawValue) }

    /// One of them: half are answered, one in two thousand stalls, and the rest come equally often.
    static func random(using random: inout SplitMix64) -> Behaviour {
        let chance = random.fraction()
        if chance < 0.0005 { return .stall }
        if chance < 0.5 { return .answer }
        return allCases.filter { $0 != .stall && $0 != .answer }.randomElement(using: &random) ?? .answer
    }
}

/// Bytes that both sides know by their index, from none to 300 KB: bodies of requests and of answers.
struct Payload: Sendable {
    let index: Int
    let data: Data
    let checksum: UInt64

    private init(index: Int, length: Int) {
        var random = SplitMix64(seed: UInt64(index))
        let words = (0..<(length + 7) / 8).map { _ in random.next() }
        self.index = index
        data = words.withUnsafeBytes { Data($0.prefix(length)) }
        checksum = data.fnv1a
    }

    /// Around the sizes of buffers, packets and chunks, where mistakes are made.
    static let all = [
        0, 1, 17, 100, 203, 999, 1460, 4095, 4096, 8192, 16_383, 16_384, 16_385, 32_768, 65_535, 65_536, 65_537,
        131_072, 300_000,
    ].enumerated().map { Payload(index: $0, length: $1) }

    /// One of them; small ones come more often.
    static func random(using random: inout SplitMix64) -> Payload {
        let (first, second) = (all.indices.randomElement(using: &random), all.indices.randomElement(using: &random))
        return all[min(first ?? 0, second ?? 0)]
    }
}

extension Data {
    /// The checksum that the server takes of what it receives.
    var fnv1a: UInt64 {
        var checksum = FNV1a()
        checksum.add(self)
        return checksum.value
    }
}

/// How a request carries its payload.
enum StressBody: CaseIterable, Sendable {
    /// In the `URLRequest`.
    case request
    /// The three kinds of an upload, the last with and without a length.
    case data, file, stream, chunks

    /// The body as an upload has it.
    func uploadBody(_ payload: Payload, file: URL) -> UploadEndpointBody {
        switch self {
        case .request, .data: .data(payload.data)
        case .file: .file(file)
        case .stream: .stream(InputStream(data: payload.data), length: Int64(payload.data.count))
        case .chunks: .stream(InputStream(data: payload.data))
        }
    }
}
