import Foundation
import Testing

@testable import EndpointCassette

@Suite struct LeakScanTests {
    private static let secret = "s3cr3t/\"Tök+en-4711"

    /// A cassette whose first request names the secret, and whose second answer contains the text.
    private func cassette(_ text: String, type: String = "application/octet-stream") -> Cassette {
        let headers: HeaderFields = ["Authorization": "Bearer \(Self.secret)"]
        return Cassette([
            Interaction(.init("GET", "https://a.example/", headers: headers), .response(.init(204))),
            Interaction(
                .get("https://a.example/b"),
                .response(.init(200, headers: ["Content-Type": type], body: Data(text.utf8)))),
        ])
    }

    private static var disguises: [String] {
        let escaped = JSONPrinter.compact(.string(secret)).dropFirst().dropLast()
        let twice = JSONPrinter.compact(.string(String(escaped))).dropFirst().dropLast()
        let percent = secret.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let base64 = (0..<3).map {
            Data((String(repeating: "-", count: $0) + secret + "tail").utf8).base64EncodedString()
        }
        return [
            secret, String(escaped), String(twice), percent, percent.uppercased(), PercentEncoding.query(secret),
            secret.replacingOccurrences(of: "/", with: "\\/").replacingOccurrences(of: "\"", with: "\\u0022"),
        ] + base64
            + base64.map { $0.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_") }
    }

    /// The leaks in the file of a cassette's second exchange, which is written as it is, with the secrets of its first
    /// request.
    private func leaks(_ cassette: Cassette) throws -> [Cassette.Leak] {
        var table = PlaceholderTable()
        _ = cassette.interactions[0].redacted(by: .standard, into: &table)
        let file = try Cassette([cassette.interactions[1]]).written().data
        return LeakScan(table, .off).leaks(in: Array(file)) { JSONLocator.path(at: $0, in: file) }
    }

    @Test(arguments: disguises)
    func `a secret that survived is found in any encoding, and its place is named`(text: String) throws {
        let leak = try #require(leaks(cassette("<<\(text)>>", type: "image/svg+xml")).first)
        #expect(leak.path == "log.entries[0].response.content.text")
        #expect(leak.label == "authorization")
        #expect(!leak.description.contains(Self.secret))
    }

    @Test(arguments: disguises)
    func `a secret is replaced in any encoding`(text: String) throws {
        let saved = try Cassette.reading(cassette("<<\(text)>>", type: "image/svg+xml").har().text)
        let answer = try #require(saved.interactions[1].response?.text)
        #expect(answer.contains("{{secret:authorization#1}}"))
        #expect(!answer.contains(text))
    }

    @Test(arguments: ["s3cr3t/\"Tök+en-4711", "s3cr3t%2F%22T%C3%B6k%2Ben-4711"])
    func `a secret inside of a binary body is replaced, encoded or not`(text: String) throws {
        var leaky = cassette("")
        leaky.interactions[1].outcome = .response(
            .init(200, body: Data([0xFF, 0xFE, 0x80] + Array(text.utf8) + [0xFF])))
        let saved = try Cassette.reading(leaky.har().text).interactions[1].response?.body
        #expect(saved?.firstRange(of: Data(text.utf8)) == nil)
        #expect(saved?.starts(with: [0xFF, 0xFE, 0x80]) == true)
    }

    @Test func `a secret in a body file is replaced`() throws {
        let leaky = cassette(String(repeating: "x", count: 300) + Self.secret)
        let file = try leaky.har(Cassette.Format(largestEmbeddedBody: 100))
        #expect(
            file.sidecars.map { String(decoding: $0.data, as: UTF8.self).hasSuffix("xx{{secret:authorization#1}}") }
                == [true])
    }

    @Test func `the password of Basic credentials is searched for`() throws {
        let credentials = Data("ann:hunter2-swordfish".utf8).base64EncodedString()
        let request = Interaction.Request(
            "GET", "https://a.example/", headers: ["Authorization": "Basic \(credentials)"])
        let leaky = Cassette([Interaction(request, .response(.json(#"{"echo":"hunter2-swordfish"}"#)))])
        #expect(try leaky.har().text.contains(#""echo": "{{secret:authorization#1}}""#))
    }

    @Test func `a header that the file drops still counts as a secret`() throws {
        let text = try cassette("echo: \(Self.secret)", type: "text/plain").har().text
        #expect(text.contains("echo: {{secret:authorization#1}}"))
    }

    @Test func `values that the user names are searched for`() {
        let redaction = Redaction.standard.redacting(values: ["my-own-value-17"])
        #expect(
            !LeakScan(PlaceholderTable(), redaction).leaks(in: Array("xx my-own-value-17 xx".utf8)) { _ in "" }.isEmpty)
    }

    @Test func `common words don't count as leaks`() throws {
        let request = Interaction.Request.form("https://a.example/", "password=password&token=token")
        let cassette = Cassette([Interaction(request, .response(.json(#"{"note":"password and token"}"#)))])
        #expect(try !cassette.har().text.contains("=password"))
    }

    @Test(arguments: ["4839207", "41111.11111", "4.8392017e7"])
    func `a secret number is replaced wherever else it occurs`(number: String) throws {
        let json = #"{"credentials":{"n":\#(number)}}"#
        for echo in [number, JSONNumber.readable(JSONNumber.canonical(number))] {
            let leaky = Cassette([
                Interaction(.get("https://a.example/"), .response(.json(json))),
                Interaction(.get("https://a.example/"), .response(.json(#"{"echo":"no. \#(echo)","n":\#(echo)}"#))),
            ])
            let text = try leaky.har().text
            #expect(!text.contains(echo))
            #expect(text.contains(#""echo": "no. {{secret:"#))
            #expect(text.contains(#""n": 2147410001"#))
        }
    }

    @Test func `a number in place of one secret doesn't count as a leak of another`() throws {
        let json = #"{"otp":7410001,"new_token":"214741","note":"7410 x"}"#
        let text = try Cassette([Interaction(.get("https://a.example/"), .response(.json(json)))]).har().text
        #expect(text.contains(#""otp": 2147410001"#))
        let leaky = json.replacingOccurrences(of: "7410 x", with: "7410001 x")
        let saved = try Cassette([Interaction(.get("https://a.example/"), .response(.json(leaky)))]).har().text
        #expect(!saved.contains("7410001 x"))
    }

    @Test(arguments: ["swordfish", "Zarquonian"])
    func `a password of few letters is replaced where it is a whole word`(password: String) throws {
        let request = Interaction.Request.form("https://a.example/", "user=ann&password=\(password)")
        let json = #"{"note":"your \#(password), ann","other":"\#(password)tail"}"#
        let saved = try Cassette([Interaction(request, .response(.json(json)))]).har().text
        #expect(saved.contains(#""note": "your {{secret:password#1}}, ann""#))
        #expect(saved.contains("\(password)tail"))
    }

    @Test func `a word within another one doesn't count as a leak`() throws {
        let request = Interaction.Request.form("https://a.example/", "user=ann&password=swordfish")
        let json = #"{"note":"tailswordfish swordfishtail 4swordfish"}"#
        #expect(
            try Cassette([Interaction(request, .response(.json(json)))]).har().text.contains(
                "tailswordfish swordfishtail"))
    }

    private static let coded = [
        "733373616d652d31", "733373616D652D31", "&#115;3same&#x2D;1", "&amp;#115;3same-1", "%2573%2533same-1",
        "Y3pOellXMWxMVEU9", "--Y3pOellXMWxMVEU9", "abY3pOellXMWxMVEU9",
    ]

    @Test(arguments: coded)
    func `a secret is found in nested encodings`(text: String) {
        var table = PlaceholderTable()
        _ = table.placeholder(of: "s3same-1", label: "password")
        #expect(LeakScan(table, .off).leaks(in: Array("<\(text)>".utf8)) { _ in "" }.count == 1)
        #expect(LeakScan(table, .off).leaks(in: Array("<7333736 \(text.dropLast(6))>".utf8)) { _ in "" } == [])
    }

    @Test func `a value that the user keeps by its path stays everywhere`() throws {
        let request = Interaction.Request(
            "GET", "https://a.example/", headers: ["Cookie": "uid=u-93jf93jf"])
        let json = #"{"items":[{"token":"u-93jf93jf"},{"token":"v-93jf93jf"}],"last":"v-93jf93jf"}"#
        let cassette = Cassette([Interaction(request, .response(.json(json)))])
        let file = try cassette.har(redaction: .standard.keeping(jsonPaths: ["$.items[*].token"]))
        #expect(try Cassette.reading(file.text).interactions[0].response?.text == json)
    }

    @Test func `a cassette without its secrets equals what is read from its file`() throws {
        let request = Interaction.Request.form("https://a.example/", "user=ann&password=swordfish")
        let cassette = Cassette([Interaction(request, .response(.json(#"{"note":"your swordfish, ann"}"#)))])
        var table = PlaceholderTable()
        let replaced = cassette.replacingSecrets(.standard, by: .standard, into: &table)
        #expect(replaced.interactions == (try Cassette.reading(cassette.har().text).interactions))
        #expect(replaced.interactions[0].response?.text == #"{"note":"your {{secret:password#1}}, ann"}"#)
    }

    @Test func `the shortest password that is searched for is replaced in base64 of base64`() throws {
        let request = Interaction.Request.form("https://a.example/", "user=ann&password=s3same")
        let twice = Data(Data("s3same".utf8).base64EncodedString().utf8).base64EncodedString()
        let saved = try Cassette([Interaction(request, .response(.json(#"{"note":"\#(twice)"}"#)))]).har().text
        #expect(!saved.contains(twice.prefix(10)))
    }

    @Test func `the user can keep a value by name, by value or by path`() throws {
        let request = Interaction.Request(
            "GET", "https://a.example/", headers: ["Cookie": "uid=u-93jf93jf"])
        let json = #"{"id":"u-93jf93jf","token":{"value":"u-93jf93jf"}}"#
        let cassette = Cassette([Interaction(request, .response(.json(json)))])
        func saved(_ redaction: Redaction) throws -> String? {
            try Cassette.reading(cassette.har(redaction: redaction).text).interactions[0].response?.text
        }
        #expect(try saved(.standard) == #"{"id":"{{secret:uid#1}}","token":{"value":"{{secret:uid#1}}"}}"#)
        #expect(try saved(.standard.keeping(values: ["u-93jf93jf"])) == json)
        #expect(try saved(.standard.keeping(jsonPaths: ["$.token"])) == json)
        let named = try saved(.standard.keeping(names: ["uid", "token", "value"]))
        #expect(named == json)
    }

    @Test func `a timestamp beside a secret isn't replaced elsewhere`() throws {
        let json = #"{"credentials":{"value":"abc-def-ghi","expires_at":1767225600},"now":1767225600}"#
        let text = try Cassette([Interaction(.get("https://a.example/"), .response(.json(json)))]).har().text
        #expect(text.contains(#""expires_at": 2147410001"#) && text.contains(#""now": 1767225600"#))
    }

    @Test func `a hundred exchanges with planted secrets leak none with redaction and all without it`() throws {
        var random = SplitMix64(seed: 99)
        let planted = (0..<100).map { index in Interaction.planted(index, using: &random) }
        let cassette = Cassette(planted.map(\.0))
        let secrets = planted.flatMap(\.1)
        let clean = try cassette.har(.complete).text
        #expect(secrets.filter { clean.contains($0) } == [])
        var ledger = PlaceholderTable()
        let dirty = try cassette.har(.complete, redaction: .off, ledger: &ledger).text
        #expect(secrets.filter { !dirty.contains($0) } == [])
    }
}

extension Interaction {
    /// An exchange with secrets in all the places that have them, and these secrets.
    fileprivate static func planted(_ index: Int, using random: inout SplitMix64) -> (Interaction, [String]) {
        let secrets = (0..<10).map { place in
            "s\(place)"
                + String((0..<20).map { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement(using: &random) ?? "x" })
        }
        let request = Request(
            "POST", "https://user:\(secrets[0])@a.example/\(index)?access_token=\(secrets[1])&page=2",
            headers: [
                "Authorization": "Bearer \(secrets[2])",
                "Cookie": "sid=\(secrets[3]); theme=dark",
                "X-Api-Key": secrets[4],
            ],
            body: .init(
                Data("grant_type=x&client_secret=\(secrets[5])".utf8), contentType: "application/x-www-form-urlencoded")
        )
        let numbers = (0..<3).map { _ in "\(Int.random(in: 10_000_000_000...99_999_999_999, using: &random))" }
        let nested = #"{"user":"\#(secrets[8])","keys":["\#(secrets[9])",\#(numbers[0])],"\#(numbers[1])":true}"#
        let body = """
            {"user":{"access_token":"\(secrets[6])"},"echo":"Bearer \(secrets[2])","n":\(index),
            "credentials":\(nested),"log":"{\\"otp\\":\(numbers[2])}"}
            """
        let headers: HeaderFields = [
            "Content-Type": "application/json", "Set-Cookie": "sid=\(secrets[7]); Path=/",
        ]
        return (Interaction(request, .response(.init(200, headers: headers, body: Data(body.utf8)))), secrets + numbers)
    }
}
