import EndpointCore
import EndpointTesting

/// One exchange of the run, determined by the seed and its number.
struct StressExchange: Sendable {
    let number: Int
    let behaviour: ServerBehaviour

    /// The payload that is posted, and how it is carried; nil for a GET.
    let body: (kind: StressBody, payload: Payload)?

    /// The payload of the answer.
    let answer: Payload

    /// When the call is cancelled, in seconds after its start; nil for never. Early moments are more frequent.
    let cancellation: Double?

    /// Whether the call uses a completion handler instead of `await`.
    let usesCompletion: Bool

    /// - Parameter isProxied: whether there is a proxy, so that only behaviours occur that it forwards.
    init(number: Int, seed: UInt64, isProxied: Bool) {
        var random = SplitMix64(seed: seed &+ UInt64(number) &* 0xd134_2543_de82_ef95)
        self.number = number
        let behaviour = ServerBehaviour.random(using: &random)
        self.behaviour = isProxied && !behaviour.passesProxies ? .answer : behaviour
        answer = .random(using: &random)
        body =
            random.fraction() < 0.5
            ? nil
            : (StressBody.allCases.randomElement(using: &random) ?? .data, .random(using: &random))
        cancellation = random.fraction() < 0.5 ? nil : 0.03 * random.fraction() * random.fraction()
        usesCompletion = random.fraction() < 0.3
    }

    /// The path of the request, which encodes what the server does with it.
    var path: URLPath {
        "\(behaviour.rawValue)/\(number)/\(answer.index)"
    }
}

/// How the server treats an exchange. The raw value is a part of the request's path.
enum ServerBehaviour: String, CaseIterable, Sendable {
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
    /// Answers, and closes a connection that the client expects to reuse.
    case abandon
    /// Closes without an answer if the connection has been used before. The client has to send again, or to fail when
    /// the request must not be repeated.
    case drop
    /// Closes in the middle of the answer's body.
    case cut
    /// Resets the connection in the middle of the answer's body.
    case cutAndReset
    /// Resets the connection instead of answering.
    case reset
    /// Closes the connection instead of answering.
    case silence
    /// The request goes to a port on which no server listens.
    case refuse
    /// Never answers: the client times out, or the call is cancelled.
    case stall

    /// The status of a redirect; nil for all other cases.
    var redirect: Int? { Int(rawValue) }

    /// Whether a proxy forwards it unchanged.
    var passesProxies: Bool {
        switch self {
        case .answer, .slow, .drip, .moved301, .moved302, .moved303, .moved307, .moved308, .challenge, .refuse: true
        case .abandon, .drop, .cut, .cutAndReset, .reset, .silence, .stall: false
        }
    }

    /// A random case: half are `answer`, one in two thousand is `stall`, and the rest are equally frequent.
    static func random(using random: inout SplitMix64) -> ServerBehaviour {
        let chance = random.fraction()
        if chance < 0.0005 { return .stall }
        if chance < 0.5 { return .answer }
        return allCases.filter { $0 != .stall && $0 != .answer }.randomElement(using: &random) ?? .answer
    }
}

/// The body of a request or an answer, from 0 to 300,000 bytes, which client and server derive from its index.
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

    /// Lengths around the sizes of buffers, packets and chunks, where errors are likely.
    static let all = [
        0, 1, 17, 100, 203, 999, 1460, 4095, 4096, 8192, 16_383, 16_384, 16_385, 32_768, 65_535, 65_536, 65_537,
        131_072, 300_000,
    ].enumerated().map { Payload(index: $0, length: $1) }

    /// A random payload; small ones are more frequent.
    static func random(using random: inout SplitMix64) -> Payload {
        let (first, second) = (all.indices.randomElement(using: &random), all.indices.randomElement(using: &random))
        return all[min(first ?? 0, second ?? 0)]
    }
}

extension Data {
    /// The checksum that the server computes for a received body.
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
    /// As an upload: `stream` has a length, `chunks` is a stream without one.
    case data, file, stream, chunks

    /// The payload as the body of an upload.
    func uploadBody(_ payload: Payload, file: URL) -> UploadEndpointBody {
        switch self {
        case .request, .data: .data(payload.data)
        case .file: .file(file)
        case .stream: .stream(InputStream(data: payload.data), length: Int64(payload.data.count))
        case .chunks: .stream(InputStream(data: payload.data))
        }
    }
}
