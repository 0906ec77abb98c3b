import EndpointCore
import Foundation
import TestSupport
import Testing

@testable import EndpointCassette

/// What a cassette must keep although it searches for secrets, and what it must not refuse.
@Suite struct CassetteFidelityTests {
    private func saved(_ exchange: Interaction) throws -> Interaction {
        try Cassette.reading(har: Cassette([exchange]).har(.complete).data).cassette.interactions[0]
    }

    private func answer(_ body: Data, _ type: String, to request: Interaction.Request = .get("https://a.example/"))
        -> Interaction
    {
        Interaction(request, .response(.init(200, headers: ["Content-Type": type], body: body)))
    }

    @Test func `random URLs with userinfo can be saved, and saved again`() throws {
        var random = SplitMix64(seed: 17)
        let pieces = [
            "a", "Z9", "admin", "%40", "%3A", "%2F", "%25", "-", "_", "~", "!", "$", "&", "'", "(", ")", "*", "+", ",",
            ";", "=", ".", "%7B%7B", "%C3%A4", "tok-93jf93jf", "userinfo", "https", "0",
        ]
        let hosts = ["a.example", "127.0.0.1:8080", "[::1]", "h", "xn--e1afmkfd.example:443", "user.example"]
        let rests = ["", "/", "/userinfo", "/a/b?user=x&page=2", "?q=1#f", "/%40/@me", "/v1?to=https://u:p@h.example/"]
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in pieces[Int(random.next() % 28)] }.joined()
        }
        for _ in 0..<(isThorough ? 5000 : 300) {
            let colon = Bool.random(using: &random) ? ":" + text(5) : ""
            let url =
                "https://\(text(4))\(colon)@\(hosts[Int(random.next() % 6)])\(rests[Int(random.next() % 7)])"
            try checkSavingTwice(url)
        }
    }

    @Test(arguments: [
        "https://:userinfo'@a.example/", "https://,%40tok-93jf93jf':@a.example/a/b?user=x",
        "https://https%3A@[::1]?q=1#f",
    ])
    func `a URL whose userinfo looks like syntax can be saved, and saved again`(url: String) throws {
        try checkSavingTwice(url)
    }

    private func checkSavingTwice(_ url: String) throws {
        let once = try saved(answer(Data(#"{"ok":true,"you":"\#(url)"}"#.utf8), "application/json", to: .get(url)))
        let again = try saved(once)
        let (first, second) = (once.response?.text ?? "", again.response?.text ?? "")
        #expect(again == once, "\(url): \(once.request.url) \(again.request.url) \(first) \(second)")
        #expect(!(once.request.url + first).contains("93jf"), "\(url)")
    }

    @Test func `a hundred random secrets that their answers repeat can be saved`() throws {
        var random = SplitMix64(seed: 100)
        let secrets = (0..<100).map { _ in String(random.next(), radix: 36) + String(random.next(), radix: 36) }
        let exchanges = secrets.map { secret in
            answer(
                Data("{\"echo\":\"\(secret)\",\"all\":\"\(secrets.joined(separator: " "))\"}".utf8), "application/json",
                to: .init("GET", "https://a.example/?api_key=\(secret)"))
        }
        let file = try Cassette(exchanges).har(.complete)
        #expect(secrets.filter { file.text.contains($0) } == [])
        #expect(try Cassette.reading(har: file.data).cassette.redactions.count == 100)
    }

    @Test func `the place of a refused save doesn't print a JSON key that is a secret`() throws {
        let request = Interaction.Request("GET", "https://a.example/", headers: ["X-Api-Key": "k3y-93jf93jf"])
        let json = #"{"usage":{"k3y-93jf93jf":{"calls":3}}}"#
        let redaction = Redaction.standard.keeping(jsonPaths: ["$.usage"])
        let exchange = answer(Data(json.utf8), "application/json", to: request)
        let error = #expect(throws: CassetteError.self) { try Cassette([exchange]).har(redaction: redaction) }
        let text = "\(try #require(error))"
        #expect(text.contains("the value of x-api-key stands at entries[0].response.content._json.usage.{{secret}}"))
        #expect(!text.contains("93jf"))
    }

    /// Bytes as programs write them: each begins as its format does.
    private static let formats: [(type: String, body: Data)] = [
        ("application/zip", Data("PK\u{3}\u{4}\u{14}\0\0\0\u{8}\0password=hunter2 token.txt".utf8) + noise),
        ("application/pdf", Data("%PDF-1.7\n%".utf8) + Data([0xE2, 0xE3, 0xCF, 0xD3]) + Data(pdf.utf8) + noise),
        ("application/x-protobuf", Data([0x0A, 0x06]) + Data("secret".utf8) + Data([0x12, 0x80, 0x01]) + noise),
        ("application/x-executable", Data([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]) + Data("API_KEY=%s\0".utf8) + noise),
        ("application/x-mach-binary", Data([0xCF, 0xFA, 0xED, 0xFE]) + Data("token: abc12345\0".utf8) + noise),
        ("application/gzip", Data([0x1F, 0x8B, 8, 0]) + noise),
        ("application/json", Data(#"{"password":"hunter2-x"}"#.utf8) + Data([0xFF, 0xFE]) + noise),
        ("", Data("Authorization: Bearer tok-93jf93jf\r\n".utf8) + noise),
    ]

    private static let pdf = "1 0 obj<</Encrypt 2 0 R/O(k3y)/U(9f8e7d6c5b4a)/Key 17>>stream\nsecret=abc12345\n"

    private static let noise: Data = {
        var random = SplitMix64(seed: 4)
        return Data((0..<600).map { _ in UInt8.random(in: 0...255, using: &random) })
    }()

    @Test(arguments: formats.indices)
    func `a file of a format that is no text comes back byte for byte, sent and received`(index: Int) throws {
        let (type, body) = Self.formats[index]
        let request = Interaction.Request(
            "PUT", "https://a.example/", headers: ["X-Pin": "0th3rpin"], body: .init(body, contentType: type))
        let exchange = try saved(answer(body, type, to: request))
        #expect(exchange.response?.body == body || type == "application/json")
        #expect(exchange.request.body?.data == body || type == "application/json")
    }

    @Test func `the executable of these tests comes back byte for byte`() throws {
        let url = try #require(Bundle.main.executableURL)
        let file = try FileHandle(forReadingFrom: url)
        let body = try #require(try file.read(upToCount: 500_000))
        #expect(try saved(answer(body, "application/octet-stream")).response?.body == body)
    }

    private static let holiday = #"{"title":"the summer festival","season":"summer","total":493027,"ref":"A-493027"}"#

    @Test(arguments: [
        Interaction.Request.form("https://a.example/", "user=ann&password=summer"),
        .json("POST", "https://a.example/", #"{"login":{"password":"summer"}}"#),
        .form("https://a.example/", "otp=493027"), .json("POST", "https://a.example/", #"{"otp":493027}"#),
        .json("POST", "https://a.example/", #"{"otp":"493027"}"#), .get("https://a.example/?otp=493027&pin=summer"),
        .init("GET", "https://a.example/", headers: ["X-Otp": "493027", "Cookie": "password=summer"]),
        .get("https://ann:summer@a.example/"),
        .init("GET", "https://a.example/", headers: ["Authorization": "Basic YW5uOnN1bW1lcg=="]),
    ])
    func `a common word or number that was sent stays where the answer has it by chance`(
        request: Interaction.Request
    ) throws {
        let exchange = try saved(answer(Data(Self.holiday.utf8), "application/json", to: request))
        #expect(exchange.response?.text == Self.holiday)
        #expect(exchange.request != request)
    }

    private static let document = #"mutation { login(password: "q1w2e3r4t5", token: $token) { accessToken } }"#

    private static let graphQL: [Interaction.Request] = {
        let escaped = document.replacingOccurrences(of: "\"", with: "\\\"")
        let operation = #"{"query":"\#(escaped)","variables":{"password":"hunter2-x"}}"#
        let part = "--B\r\nContent-Disposition: form-data; name=\"operations\"\r\n\r\n\(operation)\r\n--B--\r\n"
        return [
            .json("POST", "https://a.example/", operation), .json("POST", "https://a.example/", "[\(operation)]"),
            .init(
                "POST", "https://a.example/?password=hunter2-x",
                body: .init(Data(document.utf8), contentType: "application/graphql")),
            .init(
                "POST", "https://a.example/",
                body: .init(Data(part.utf8), contentType: "multipart/form-data; boundary=B")),
            .json(
                "POST", "https://a.example/",
                operation.replacingOccurrences(of: "application/json", with: "application/graphql+json")),
        ]
    }()

    @Test(arguments: graphQL)
    func `the text of a GraphQL request stays however it is sent`(request: Interaction.Request) throws {
        let exchange = try saved(Interaction(request, .response(.json("{}"))))
        let body = exchange.request.body?.text ?? ""
        #expect(body.contains("q1w2e3r4t5"))
        #expect(!body.contains("hunter2-x") && !exchange.request.url.contains("hunter2-x"))
    }

    @Test func `the text of a GraphQL request in a URL stays`() throws {
        var url = try #require(URLComponents(string: "https://a.example/graphql"))
        url.queryItems = [
            .init(name: "query", value: Self.document), .init(name: "variables", value: #"{"password":"hunter2-x"}"#),
        ]
        let saved = try saved(Interaction(.get(try #require(url.string)), .response(.json("{}")))).request.url
        #expect(URLComponents(string: saved)?.queryItems?[0].value == Self.document)
        #expect(!saved.contains("hunter2"))
    }

    private static let types = ["application/octet-stream", "text/plain", "", "application/x-www-form-urlencoded"]

    @Test(arguments: [0x00, 0x01, 0x1B, 0x0A, 0x22, 0x25, 0x26, 0x3D, 0x2B, 0x5C, 0x61, 0x7F, 0x80, 0xFF] as [UInt8])
    func `300 kB of one byte become no file of 1.8 MB`(byte: UInt8) throws {
        let body = Data(repeating: byte, count: 300_000)
        for type in Self.types {
            let request = Interaction.Request("PUT", "https://a.example/", body: .init(body, contentType: type))
            let exchange = Interaction(request, .response(.init(204)))
            // The fields of a form are written twice.
            let limit = type.hasSuffix("urlencoded") ? 1_300_000 : 700_000
            #expect(try Cassette([exchange]).har().data.count < limit, "\(type)")
            #expect(try saved(exchange).request.body?.data == body, "\(type)")
        }
    }
}
