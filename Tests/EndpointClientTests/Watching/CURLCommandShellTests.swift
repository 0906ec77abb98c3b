import TestSupport
import Testing

@testable import EndpointCore
@testable import EndpointTesting

#if os(Linux) || os(macOS)
    @Suite struct CURLShellTests {
        @Test func `a shell reads the intended arguments`() async throws {
            let url = try #require(URL(string: "https://api.example.com/v1/books?author=Ende&limit=2"))
            let request = try URLRequest.post(url, headers: ["X": "a'b\"c\\d $(id) *"], body: .text("@x\n'y'\t\\n é"))
            let command = CURLCommand(request)
            let printed = try await Shell.run("curl() { printf '%s\\0' \"$@\"; }; \(command)")
            let words = printed.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            #expect(words == command.arguments + [url.absoluteString])
        }
    }

    /// A shell and curl send the same request as the one that was printed: 300 of them, 3,000 with
    /// `ENDPOINT_THOROUGH=1`.
    @Suite(.enabled("curl is not installed") { Shell.hasCURL }) struct CURLRoundTripTests {
        private static let count = isThorough ? 3000 : 300
        private static let batch = 100

        @Test(arguments: stride(from: 0, to: count, by: batch).map { $0 })
        func `the printed command sends the same request`(start: Int) async throws {
            let server = try LoopbackServer.immediate { _ in .status(204) }
            let requests = try (start..<start + Self.batch).map { try FuzzedRequest($0, to: server.url) }
            try await run(requests.map { "\($0.command)" }, base: server.url)
            #expect(server.requestCount == requests.count)
            for (sent, received) in zip(requests, server.requests) { check(sent, received) }
        }

        /// Runs lines in order in one shell, with a curl that reads no configuration and prints nothing.
        private func run(_ lines: [String], base: URL) async throws {
            let prelude = "curl() { command curl -q -s -o /dev/null --noproxy '*' --max-time 60 \"$@\"; }\n"
            let script = try TemporaryFile(Data((prelude + lines.joined(separator: "\n") + "\n").utf8))
            let environment = ["BASE_URL": base.absoluteString, "PATH": "/usr/bin:/bin", "SCRIPT": script.url.path]
            _ = try await Shell.run(". \"$SCRIPT\"", environment: environment)
            withExtendedLifetime(script) {}
        }

        private func check(_ sent: FuzzedRequest, _ received: RecordedRequest) {
            #expect(received.method == sent.urlRequest.httpMethod, "\(sent.command)")
            #expect(received.target == sent.target, "\(sent.command)")
            #expect(received.body == sent.body, "\(sent.command)")
            for (name, value) in sent.urlRequest.allHTTPHeaderFields ?? [:] {
                #expect(received.header(name) == value, "\(name) in \(sent.command)")
            }
            let type = sent.urlRequest.value(forHTTPHeaderField: "Content-Type")
            #expect(received.header("Content-Type") == type, "\(sent.command)")
        }
    }
#endif

/// A request made from a seed: any method, odd headers, a query of all allowed characters, any bytes as a body.
struct FuzzedRequest {
    let urlRequest: URLRequest
    let body: Data
    /// Keeps the file until curl has read it.
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

    /// The part of the URL after the origin, as it must arrive.
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
