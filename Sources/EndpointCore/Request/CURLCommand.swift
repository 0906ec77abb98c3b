extension URLRequest {
    /// This request as a curl command for a POSIX shell, without its secrets:
    /// `curl 'https://api.example.com/v1/books'`.
    ///
    /// In place of a body's values and of headers that are not known to be harmless it has marked placeholders, such as
    /// `{{value}}`, unless the redaction is `Redaction.showingValues`; then its end says so.
    ///
    /// It does not contain the client's settings, such as redirects and timeouts. The base URL of a relative request is
    /// read from the shell variable `BASE_URL`. The body of a stream or of a form with files is read from standard
    /// input.
    public func curlCommand(body: UploadEndpointBody? = nil, redaction: Redaction = .standard) -> String {
        CURLCommand(self, body: body, redaction: redaction).description
    }
}

/// A request as a curl command, without its secrets: its arguments and its standard input.
package struct CURLCommand: Hashable, Sendable {
    /// The arguments of `curl` without the URL, not quoted for a shell.
    let arguments: [String]

    private let url: String
    private let input: Data?
    private let hidesValues: Bool

    /// The command for a request and a body that is not part of it. The body of a stream or of a form with files is
    /// read from standard input.
    package init(_ request: URLRequest, body: UploadEndpointBody? = nil, redaction: Redaction = .standard) {
        let headers = redaction.shownHeaders(HeaderFields(request))
        let payload = CURLBody(request, body, redaction)
        url = request.url.map(redaction.url)?.absoluteString ?? ""
        input = payload.input
        hidesValues = payload.hidesValues || headers.contains { $0.value == "{{value}}" }
        arguments =
            Self.method(request.httpMethod ?? "GET", hasBody: !payload.arguments.isEmpty)
            + Self.headers(headers, hasBody: !payload.arguments.isEmpty) + payload.arguments
            + (url.contains { "[]{}".contains($0) } ? ["--globoff"] : [])
    }

    /// `HEAD` needs the option `--head`: with `-X HEAD` curl waits for a body that never arrives.
    private static func method(_ method: String, hasBody: Bool) -> [String] {
        switch method {
        case "GET" where !hasBody: []
        case "HEAD" where !hasBody: ["--head"]
        default: ["-X", method]
        }
    }

    /// An empty value is written with a semicolon. `Content-Type:` keeps curl from adding a type that the request does
    /// not have.
    private static func headers(_ fields: HeaderFields, hasBody: Bool) -> [String] {
        let lines =
            fields.map { $0.value.isEmpty ? $0.name + ";" : $0.name + ": " + $0.value }
            + (hasBody && !fields.contains("Content-Type") ? ["Content-Type:"] : [])
        return lines.flatMap { ["-H", $0] }
    }
}

extension CURLCommand: CustomStringConvertible {
    /// The command line for a shell.
    package var description: String {
        var command = input.map { "printf " + ShellWord.format($0) + " | curl" } ?? "curl"
        for argument in arguments { command += " " + ShellWord.quoted(argument) }
        return command + " " + target + (hidesValues ? " && : 'Redaction.showingValues shows the values'" : "")
    }

    private var target: String {
        guard URLReference(url).scheme == nil else { return ShellWord.quoted(url) }
        return "\"$BASE_URL\"" + ShellWord.quoted("/" + url.drop { $0 == "/" })
    }
}

/// The arguments, or the standard input, that pass the body to curl.
private struct CURLBody {
    var arguments: [String] = []
    var input: Data?
    var hidesValues = false

    init(_ request: URLRequest, _ body: UploadEndpointBody?, _ redaction: Redaction) {
        let type = request.value(forHTTPHeaderField: "Content-Type")
        switch body {
        case .file(let file): arguments = ["--data-binary", "@" + redaction.text(file.path)]
        case .multipart(let form): add(form, redaction)
        case .stream: arguments = ["--data-binary", "@-"]
        case .data(let data): add(data, type, redaction)
        case nil: add(request.httpBody ?? Data(), type, redaction)
        }
    }

    /// A form with files is read from standard input, like a stream.
    private mutating func add(_ form: Multipart, _ redaction: Redaction) {
        guard let body = try? HTTPBody.multipart(form) else { return arguments = ["--data-binary", "@-"] }
        add(body.data, body.contentType, redaction)
    }

    private mutating func add(_ data: Data, _ type: String?, _ redaction: Redaction) {
        let shown = redaction.shownBody(data, contentType: type)
        hidesValues = !redaction.showsValues && !redaction.hidesBodies && shown != data
        add(shown)
    }

    /// Linux limits one argument to 128 KiB.
    private static let maximumArgumentLength = 100_000

    /// Bytes that are not text, texts with NUL and long texts cannot be an argument. They are written to standard
    /// input.
    private mutating func add(_ data: Data) {
        let text = String(decoding: data, as: UTF8.self)
        if data.count > Self.maximumArgumentLength || data.contains(0) || !text.utf8.elementsEqual(data) {
            (arguments, input) = (["--data-binary", "@-"], data)
        } else if !data.isEmpty {
            arguments = ["--data-raw", text]
        }
    }
}

/// Quoting for a POSIX shell (XCU §2.2).
enum ShellWord {
    /// The word in single quotes, within which only a single quote is special. A word of plain characters stays
    /// unquoted.
    static func quoted(_ word: String) -> String {
        if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
        return "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }

    /// Bytes as an argument of `printf`, in octal, because a shell cannot hold every byte.
    static func format(_ data: Data) -> String {
        var text: [UInt8] = []
        for byte in data { text += [.backslash, 0x30 + byte >> 6, 0x30 + byte >> 3 & 7, 0x30 + byte & 7] }
        return "'" + String(decoding: text, as: UTF8.self) + "'"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "-_./:@,+".utf8.contains(byte)
    }
}
