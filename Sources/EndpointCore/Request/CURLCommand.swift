/// A request as a line for a shell, without its secrets: `curl 'https://api.example.com/v1/books?author=Ende'`.
///
/// It runs in any POSIX shell. What the request leaves to the client stays open: redirects, timeouts, and the base URL of a
/// relative request, which the shell takes from its variable `BASE_URL`.
public struct CURLCommand: Hashable, Sendable {
    /// The arguments behind `curl`, as curl gets them.
    public let arguments: [String]

    private let url: String
    private let input: Data?

    /// The command for a request. A body kept apart from it is the second argument; that of a stream, or of a
    /// form with files, is read from standard input.
    public init(_ request: URLRequest, body: UploadEndpointBody? = nil, redaction: Redaction = .standard) {
        let safe = redaction.request(request)
        let payload = Payload(safe, body, redaction)
        url = safe.url?.absoluteString ?? ""
        input = payload.input
        arguments =
            Self.method(safe.httpMethod ?? "GET", hasBody: !payload.arguments.isEmpty)
            + Self.headers(safe, hasBody: !payload.arguments.isEmpty) + payload.arguments
            + (url.contains { "[]{}".contains($0) } ? ["--globoff"] : [])
    }

    /// `HEAD` has an option of its own: with `-X HEAD` curl waits for a body that never comes.
    private static func method(_ method: String, hasBody: Bool) -> [String] {
        switch method {
        case "GET" where !hasBody: []
        case "HEAD" where !hasBody: ["--head"]
        default: ["-X", method]
        }
    }

    /// Without a `Content-Type` of the request's own, curl must not make one up; an empty value is written with a semicolon.
    private static func headers(_ request: URLRequest, hasBody: Bool) -> [String] {
        let fields = request.allHTTPHeaderFields ?? [:]
        var arguments: [String] = []
        var isTyped = false
        for name in fields.keys.sorted() {
            let value = fields[name] ?? ""
            arguments += ["-H", value.isEmpty ? name + ";" : name + ": " + value]
            isTyped = isTyped || name.lowercased() == "content-type"
        }
        return arguments + (hasBody && !isTyped ? ["-H", "Content-Type:"] : [])
    }
}

extension CURLCommand: CustomStringConvertible {
    /// The line for the shell.
    public var description: String {
        var command = input.map { "printf " + ShellWord.format($0) + " | curl" } ?? "curl"
        for argument in arguments { command += " " + ShellWord.quoted(argument) }
        return command + " " + target
    }

    private var target: String {
        guard URLReference(url).scheme == nil else { return ShellWord.quoted(url) }
        return "\"$BASE_URL\"" + ShellWord.quoted("/" + url.drop { $0 == "/" })
    }
}

/// How curl is given a body.
private struct Payload {
    var arguments: [String] = []
    var input: Data?

    init(_ request: URLRequest, _ body: UploadEndpointBody?, _ redaction: Redaction) {
        switch body {
        case .file(let file): arguments = ["--data-binary", "@\(file.path)"]
        case .multipart(let form): add(form, redaction)
        case .stream: arguments = ["--data-binary", "@-"]
        case .data(let data): add(redaction.body(data, contentType: request.value(forHTTPHeaderField: "Content-Type")))
        case nil: request.httpBody.map { add($0) }
        }
    }

    /// A form with files is left to standard input, as a stream is.
    private mutating func add(_ form: Multipart, _ redaction: Redaction) {
        guard let body = try? HTTPBody.multipart(form) else { return arguments = ["--data-binary", "@-"] }
        add(redaction.body(body.data, contentType: body.contentType))
    }

    /// Linux takes no argument of 128 KiB.
    private static let longestWord = 100_000

    /// A word of the shell holds no NUL, and nothing but text is safe in it: other bytes, and long texts, come from standard
    /// input.
    private mutating func add(_ data: Data) {
        let text = String(decoding: data, as: UTF8.self)
        if data.count > Self.longestWord || data.contains(0) || !text.utf8.elementsEqual(data) {
            (arguments, input) = (["--data-binary", "@-"], data)
        } else if !data.isEmpty {
            arguments = ["--data-raw", text]
        }
    }
}

/// WordList of a POSIX shell (XCU §2.2).
enum ShellWord {
    /// The word in single quotes, unless it means itself: nothing is special within them but their end.
    static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
        return "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }

    /// Bytes as an argument of `printf`: octal, so that any of them can stand in a shell.
    static func format(_ data: Data) -> String {
        var text: [UInt8] = []
        for byte in data { text += [.backslash, 0x30 + byte >> 6, 0x30 + byte >> 3 & 7, 0x30 + byte & 7] }
        return "'" + String(decoding: text, as: UTF8.self) + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "-_./:@,+".utf8.contains(byte)
    }
}
