@_exported import EndpointTesting

/// A reply that no server should send, or one that is correct but unusual, and what a careful client does with it.
public struct HostileReply: Sendable {
    /// What is special about the reply. Each reply has a unique name.
    public let name: String

    /// The request. Its path is that of the reply in ``HostileService``.
    public let request: HostileRequest

    /// What the server sends, in order; each piece is a packet of its own.
    public let pieces: [HostilePiece]

    /// The state of the connection afterwards.
    public let ending: HostileEnding

    /// What the caller gets.
    public let outcome: HostileOutcome

    init(
        _ name: String, to request: HostileRequest = .get, _ pieces: HostilePiece...,
        then ending: HostileEnding = .close,
        gives outcome: HostileOutcome
    ) {
        self.init(name, to: request, pieces: pieces, then: ending, gives: outcome)
    }

    init(
        _ name: String, to request: HostileRequest = .get, pieces: [HostilePiece], then ending: HostileEnding = .close,
        gives outcome: HostileOutcome
    ) {
        self.name = name
        self.request = request
        self.pieces = pieces
        self.ending = ending
        self.outcome = outcome
    }

    /// All replies, in groups.
    public static let all: [HostileReply] =
        [
            statusLines, headerFields, lengths, chunks, encodings, bombs, endless, silences, breaks, interimResponses,
            trailers,
            withoutBody, leftovers, redirects, redirectTargets,
        ]
        .flatMap { $0 }

    /// The indices of the replies that do not end a process that uses `URLSession` on Linux: that is known of these
    /// groups alone.
    public static let harmlessToURLSession: [Int] = {
        let names = Set([encodings, bombs, withoutBody, leftovers, redirects].flatMap { $0.map(\.name) })
        return all.indices.filter { names.contains(all[$0].name) }
    }()
}

extension HostileReply: CustomStringConvertible {
    public var description: String { name }

    /// Whether the server waits for ``HostileProgress/release()`` before it sends the rest.
    public var waitsForRelease: Bool {
        pieces.contains { if case .pause = $0 { true } else { false } }
    }

    /// The largest response body that a client for these replies accepts, in bytes.
    public static let responseBytes = 1 << 20
}

/// A request that is answered by a hostile reply. It has a credential, which must not leave its origin.
public struct HostileRequest: Hashable, Sendable {
    public let method: String
    public let body: String?

    /// Whether an ordinary call is made first, so that the request goes over a kept connection.
    public let isOnKeptConnection: Bool

    init(_ method: String, body: String? = nil, isOnKeptConnection: Bool = false) {
        (self.method, self.body, self.isOnKeptConnection) = (method, body, isOnKeptConnection)
    }

    public static let get = HostileRequest("GET")
    static let head = HostileRequest("HEAD")
    public static let post = HostileRequest("POST", body: "a note")
    static let put = HostileRequest("PUT", body: "a note")
    static let delete = HostileRequest("DELETE")

    /// The same request over a connection that has carried another one.
    var onKeptConnection: HostileRequest { HostileRequest(method, body: body, isOnKeptConnection: true) }

    /// The value of its `Authorization` header.
    public static let credential = "Bearer canary"
}

/// A part of what a hostile server sends.
public enum HostilePiece: Sendable, ExpressibleByStringInterpolation {
    /// Text, in which `{path}` becomes the path of the request, `{self}` the authority of the server, and `{other}`
    /// that of the same server under another name, which is another origin.
    case text(String)
    case bytes(Data)
    /// The same bytes repeatedly, until the client closes the connection.
    case endless(Data)
    /// The server waits for ``HostileProgress/release()``.
    case pause

    public init(stringLiteral text: String) {
        self = .text(text)
    }

    /// A text that is sent repeatedly, many times in each packet.
    static func endless(_ text: String) -> HostilePiece {
        .endless(Data(String(repeating: text, count: 4096 / text.utf8.count).utf8))
    }

    /// A text that is repeated a number of times.
    static func times(_ count: Int, _ text: String) -> HostilePiece { .text(String(repeating: text, count: count)) }

    /// A whole response with status 200 and a body that is encoded as is said.
    static func encoded(_ encoding: String, _ body: Data) -> HostilePiece {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: \(body.count)\r\n\r\n"
        return .bytes(Data(head.utf8) + body)
    }
}

/// The state of the connection after the last piece.
public enum HostileEnding: Sendable {
    case close
    case reset
    /// It is kept for the next request.
    case keep
    /// It stays open, and the server sends and reads nothing more.
    case silence
}

/// The outcome of a call.
public enum HostileOutcome: Hashable, Sendable {
    /// A response with its status and body, and some of its header fields.
    case response(Int, String, HeaderFields = [:])
    case error(URLError.Code)
    /// A `RequestError`: the next request of the call would not be safe.
    case refusal
    /// An error of another type, as text: never what is expected.
    case failure(String)
}

extension HostileOutcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .response(let status, let body, let headers):
            "response(\(status), \(body.debugDescription.prefix(120))\(headers.isEmpty ? "" : ", \(headers)"))"
        case .error(let code): "error(\(code))"
        case .refusal: "refusal"
        case .failure(let text): "failure(\(text))"
        }
    }

    /// Whether the call ends only because its time is over.
    public var isTimeout: Bool { self == .error(.timedOut) }
}
