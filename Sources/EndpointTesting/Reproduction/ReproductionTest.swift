/// The source of a test that reproduces the failure of a call.
struct ReproductionTest {
    let request: URLRequest
    /// The source of the endpoint; nil if it has none.
    private let endpoint: (type: String, value: String)?
    let reply: String
    /// The end of the test's name: `answers 404`.
    let outcome: String
    /// The type of the error.
    let error: String
    /// The expression that the test expects to be true of the error.
    let expectation: String
    let redaction: Redaction

    init(
        request: URLRequest, endpoint: (any Endpoint)?, reply: String, outcome: String, error: String,
        expectation: String,
        redaction: Redaction
    ) {
        self.request = request
        let source = ValueSource(
            showing: redaction.showsValues ? nil : redaction.urlText(request.url?.relativeString ?? ""))
        self.endpoint = endpoint.flatMap { endpoint in
            source.text(endpoint).map { (ValueSource.name(of: type(of: endpoint)), redaction.text($0)) }
        }
        self.reply = reply
        self.outcome = outcome
        self.error = error
        self.expectation = expectation
        self.redaction = redaction
    }

    var source: String {
        """
        \(note)@Test func `\(name)`() async throws {
        \(declaration)    let client = MockClient { On(\(endpoint?.type ?? "Call").self)\(reply) }
            let error = try await #require(throws: \(error).self) { try await client.request(\(endpoint?.value ?? "Call()")) }
            #expect(\(expectation))
        }

        """
    }

    private var note: String {
        redaction.showsValues
            ? "" : "// Values are replaced by {{string}}, {{value}}, 0 and false. Redaction.showingValues shows them.\n"
    }

    /// Between backticks, a name must not contain a backtick, a backslash or a line break.
    private var name: String {
        let url = redaction.urlText(request.url?.relativeString ?? "")
        let text = redaction.line("\(request.httpMethod ?? "GET") \(url.prefix(80)) \(outcome)")
        return text.replacingOccurrences(of: "`", with: "_").replacingOccurrences(of: "\\", with: "_")
    }

    /// The declaration of an endpoint, if none was given or it has no source.
    private var declaration: String {
        if endpoint != nil { return "" }
        let method = SwiftLiteral.string(request.httpMethod ?? "GET")
        let url = SwiftLiteral.string(request.url?.relativeString ?? "")
        let lines = [
            "struct Call: VoidEndpoint {  // Replace it with the endpoint that failed.",
            "    func makeRequest() throws -> URLRequest {",
            "        try URLRequest(HTTPMethod(rawValue: \(method)), URL(string: \(url))!)",
            "    }",
            "}",
        ]
        return lines.map { "    \($0)\n" }.joined()
    }
}

/// The response of a server as the source of a stub's reply, without secrets.
struct StubReplySource {
    /// `.status(404, headers: ["Retry-After": "1"], json: #"{"title": "No such book"}"#)`
    let text: String

    /// Headers that describe the connection or the time rather than the content.
    private static let omitted: WordList = """
        connection content-encoding content-length date keep-alive server set-cookie transfer-encoding via
        """

    init(_ status: Int, _ response: HTTPURLResponse?, _ body: Data, _ redaction: Redaction) {
        let fields = response.map { HeaderFields($0) } ?? [:]
        let kept = redaction.shownHeaders(fields.filter { !Self.omitted.containsIgnoringCase($0.name) })
        let type = kept["Content-Type"]
        let safe = redaction.shownBody(body, contentType: type, isFailure: !(200..<300).contains(status))
        let isJSON = type.flatMap { MediaType($0) }?.isJSON == true
        text = ".status(\(status)\(Self.headers(kept))\(Self.body(safe, isJSON: isJSON)))"
    }

    private static func headers(_ fields: HeaderFields) -> String {
        let pairs = fields.map { "\(SwiftLiteral.string($0.name)): \(SwiftLiteral.string($0.value))" }
        return pairs.isEmpty ? "" : ", headers: [\(pairs.joined(separator: ", "))]"
    }

    private static func body(_ data: Data, isJSON: Bool) -> String {
        if data.isEmpty { return "" }
        let text = String(decoding: data, as: UTF8.self)
        guard text.utf8.elementsEqual(data) else {
            return ", body: Data(base64Encoded: \"\(data.base64EncodedString())\")!"
        }
        return isJSON ? ", json: \(SwiftLiteral.string(text))" : ", body: Data(\(SwiftLiteral.string(text)).utf8)"
    }
}

/// Literals in Swift source.
enum SwiftLiteral {
    /// The text as a string literal on one line. It is a raw literal if that avoids escapes.
    static func string(_ text: String) -> String {
        if text.unicodeScalars.contains(where: isEscaped) {
            return "\"" + text.unicodeScalars.map(escaped).joined() + "\""
        }
        if !text.contains("\""), !text.contains("\\") { return "\"\(text)\"" }
        let hashes = String(repeating: "#", count: longestRun(of: "#", in: text) + 1)
        return "\(hashes)\"\(text)\"\(hashes)"
    }

    private static func longestRun(of mark: Character, in text: String) -> Int {
        text.split { $0 != mark }.map(\.count).max() ?? 0
    }

    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\"", "\\": "\\\(scalar)"
        case _ where isEscaped(scalar): "\\u{\(String(scalar.value, radix: 16))}"
        default: String(scalar)
        }
    }
}
