import EndpointTesting

/// A request of a seed: any method, odd headers, a query of all that may stand in one, any bytes as a body.
struct FuzzedRequest {
    let urlRequest: URLRequest
    let body: Data
    /// Held while curl reads its file.
    let file: TemporaryFile?

    private static let methods = [
        "GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PURGE", "x!y",
    ]
    private static let tokens = Array("abcXYZ019!#$%&'*+-.^_`|~")
    private static let values = Array("aZ09 \t'\"\\$`!#&;|<>()[]{}*?~=@,:-%é😀")
    private static let queries = Array("aZ09-._~!$&'()*+,;=:@/?[]{}|^`\"<>\\ é")

    init(_ number: Int, to server: URL) throws {
        var dice = SplitMix64(seed: UInt64(number))
        let method = Self.methods[dice.roll(Self.methods.count)]
        body = method == "GET" || method == "HEAD" ? Data() : Self.body(&dice)
        let base = dice.roll(4) == 0 ? "" : "\(server.absoluteString)/"
        let path = "\(number)/\(PathText.encoded(Self.text(Self.values, &dice, upTo: 12)))"
        let query = dice.roll(2) == 0 ? "" : "?\(Self.text(Self.queries, &dice, upTo: 30))"
        guard let url = URL(string: base + path + query) else { throw URLError(.badURL) }
        file = dice.roll(10) == 0 && !body.isEmpty ? try TemporaryFile(body) : nil
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.allHTTPHeaderFields = Self.headers(&dice)
        urlRequest = request
    }

    /// What follows the origin, as it must arrive.
    var target: String {
        let text = urlRequest.url?.absoluteString ?? ""
        guard let scheme = text.range(of: "://") else { return "/" + text }
        return String(text[scheme.upperBound...].drop { $0 != "/" })
    }

    var command: CURLCommand {
        let kept = file.map { UploadEndpointBody.file($0.url) } ?? .data(body)
        return CURLCommand(urlRequest, body: body.isEmpty ? nil : kept, redaction: .off)
    }

    private static func headers(_ dice: inout SplitMix64) -> [String: String] {
        var headers: [String: String] = [:]
        if dice.roll(3) == 0 { headers["Content-Type"] = "text/x; a=\"b;c\"" }
        for number in 0..<dice.roll(4) {
            headers["X\(number)\(text(tokens, &dice, upTo: 5))"] =
                text(values, &dice, upTo: 20).trimmingCharacters(in: .whitespaces)
        }
        return headers
    }

    private static func body(_ dice: inout SplitMix64) -> Data {
        switch dice.roll(6) {
        case 0: Data()
        case 1: Data((0..<dice.roll(300)).map { _ in UInt8(dice.roll(256)) })
        case 2: Data((text(values, &dice, upTo: 40) + "\n'\0'\r\n").utf8)
        case 3 where dice.roll(4) == 0: Data(repeating: UInt8(ascii: "'"), count: 50_000 + dice.roll(200_000))
        default: Data(("@" + text(values, &dice, upTo: 60) + "\r\n\n").utf8)
        }
    }

    private static func text(_ characters: [Character], _ dice: inout SplitMix64, upTo limit: Int) -> String {
        String((0..<dice.roll(limit + 1)).map { _ in characters[dice.roll(characters.count)] })
    }
}

private enum PathText {
    /// One segment, which is never `.` or `..`.
    static func encoded(_ text: String) -> String {
        "s" + (text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
    }
}

extension SplitMix64 {
    /// A number from 0 up to, but not including, the bound.
    mutating func roll(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }
}
