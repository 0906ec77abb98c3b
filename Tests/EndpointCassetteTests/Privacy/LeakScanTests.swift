import Foundation
import Testing

@testable import EndpointCassette

@Suite struct LeakScanTests {
    private static let secret = "s3cr3t/\"Tök+en-4711"

    /// A cassette whose first request names the secret, and whose second answer contains the text.
    private func cassette(_ text: String, type: String = "application/octet-stream") -> Cassette {
        let headers = [HeaderField("Authorization", "Bearer \(Self.secret)")]
        return Cassette([
            Interaction(.init("GET", "https://a.example/", headers: headers), .response(.init(204))),
            Interaction(
                .get("https://a.example/b"),
                .response(.init(200, headers: [HeaderField("Content-Type", type)], body: Data(text.utf8)))),
        ])
    }

    private static var disguises: [(String, String)] {
        let escaped = JSONPrinter.compact(.string(secret)).dropFirst().dropLast()
        let twice = JSONPrinter.compact(.string(String(escaped))).dropFirst().dropLast()
        let percent = secret.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let base64 = (0..<3).map {
            Data((String(repeating: "-", count: $0) + secret + "tail").utf8).base64EncodedString()
        }
        return [
            (secret, "as it is"), (String(escaped), "escaped"), (String(twice), "escaped"),
            (percent, "percent-encoded"),
            (percent.uppercased(), "percent-encoded"), (PercentEncoding.query(secret), "percent-encoded"),
            (
                secret.replacingOccurrences(of: "/", with: "\\/").replacingOccurrences(of: "\"", with: "\\u0022"),
                "escaped"
            ),
        ] + base64.map { ($0, "base64") }
            + base64.map {
                ($0.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_"), "base64")
            }
    }

    @Test(arguments: disguises)
    func `a secret that survived is found in any disguise, and its place is told`(text: String, encoding: String) throws
    {
        let leaky = cassette("<<\(text)>>", type: "image/svg+xml")
        var ledger = PlaceholderTable()
        _ = leaky.interactions[0].redacted(by: .standard, into: &ledger)
        let error = #expect(throws: CassetteError.self) { try leaky.har(redaction: .off, ledger: &ledger) }
        guard case .leaks(let leaks)? = error?.reason, let leak = leaks.first else {
            Issue.record("no leak found")
            return
        }
        #expect(leak.path == "entries[1].response.content.text")
        #expect(leak.label == "authorization")
        #expect(error?.description.contains(Self.secret) == false)
        #expect(error?.description.contains("entries[1].response.content.text") == true)
    }

    @Test(arguments: ["s3cr3t/\"Tök+en-4711", "s3cr3t%2F%22T%c3%b6k%2Ben-4711"])
    func `a secret inside of a binary body is found, in disguise too`(text: String) throws {
        var leaky = cassette("")
        leaky.interactions[1].outcome = .response(
            .init(200, body: Data([0xFF, 0xFE, 0x80] + Array(text.utf8) + [0xFF])))
        var ledger = PlaceholderTable()
        _ = leaky.interactions[0].redacted(by: .standard, into: &ledger)
        let error = #expect(throws: CassetteError.self) { try leaky.har(redaction: .off, ledger: &ledger) }
        #expect(error?.description.contains("entries[1].response.content.text") == true)
    }

    @Test func `a secret in a body of its own file is found`() throws {
        let leaky = cassette(String(repeating: "x", count: 300) + Self.secret)
        var ledger = PlaceholderTable()
        _ = leaky.interactions[0].redacted(by: .standard, into: &ledger)
        let format = HARFormat(largestEmbeddedBody: 100)
        let error = #expect(throws: CassetteError.self) { try leaky.har(format, redaction: .off, ledger: &ledger) }
        #expect(error?.description.contains(".bin") == true)
    }

    @Test func `the password of Basic credentials is looked for`() throws {
        let credentials = Data("ann:hunter2-swordfish".utf8).base64EncodedString()
        let request = Interaction.Request(
            "GET", "https://a.example/", headers: [HeaderField("Authorization", "Basic \(credentials)")])
        let leaky = Cassette([Interaction(request, .response(.json(#"{"echo":"hunter2-swordfish"}"#)))])
        #expect(throws: CassetteError.self) { try leaky.har() }
    }

    @Test func `a header that the file does not keep is a secret all the same`() {
        let leaky = cassette("echo: \(Self.secret)", type: "text/plain")
        #expect(throws: CassetteError.self) { try leaky.har() }
    }

    @Test func `values that the user names are looked for`() {
        let redaction = Redaction.standard.redacting(values: ["my-own-value-17"])
        #expect(
            !LeakScan(PlaceholderTable(), redaction).leaks(in: Array("xx my-own-value-17 xx".utf8)) { _ in "" }.isEmpty)
    }

    @Test func `common words are no leak`() throws {
        let request = Interaction.Request.form("https://a.example/", "password=password&token=token")
        let cassette = Cassette([Interaction(request, .response(.json(#"{"note":"password and token"}"#)))])
        #expect(try !cassette.har().text.contains("=password"))
    }

    @Test(arguments: ["483920", "41111.11111", "4.8392017e7"])
    func `a secret number that stands elsewhere too is found`(number: String) {
        let json = #"{"credentials":{"n":\#(number)}}"#
        for echo in [number, JSONNumber.readable(JSONNumber.canonical(number))] {
            let leaky = Cassette([
                Interaction(.get("https://a.example/"), .response(.json(json))),
                Interaction(.get("https://a.example/"), .response(.json(#"{"echo":"no. \#(echo)"}"#))),
            ])
            let error = #expect(throws: CassetteError.self) { try leaky.har() }
            #expect(error?.description.contains("entries[1].response.content") == true)
            #expect(error?.description.contains(echo) == false)
        }
    }

    @Test func `the number that stands for a secret is no leak of another one that is part of it`() throws {
        let json = #"{"otp":741000,"token":"214741","note":"7410 x"}"#
        let text = try Cassette([Interaction(.get("https://a.example/"), .response(.json(json)))]).har().text
        #expect(text.contains(#""otp": 2147410001"#))
        let leaky = json.replacingOccurrences(of: "7410 x", with: "7410001 x")
        #expect(throws: CassetteError.self) {
            try Cassette([Interaction(.get("https://a.example/"), .response(.json(leaky)))]).har()
        }
    }

    @Test func `a moment may stand beside a secret and elsewhere`() throws {
        let json = #"{"token":{"value":"abc-def-ghi","expires_at":1767225600},"now":1767225600}"#
        let text = try Cassette([Interaction(.get("https://a.example/"), .response(.json(json)))]).har().text
        #expect(text.contains(#""expires_at": 2147410001"#) && text.contains(#""now": 1767225600"#))
    }

    @Test func `a hundred exchanges with planted secrets leave none in any byte, and all without redaction`() throws {
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
                HeaderField("Authorization", "Bearer \(secrets[2])"),
                HeaderField("Cookie", "sid=\(secrets[3]); theme=dark"),
                HeaderField("X-Api-Key", secrets[4]),
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
        let headers = [
            HeaderField("Content-Type", "application/json"), HeaderField("Set-Cookie", "sid=\(secrets[7]); Path=/"),
        ]
        return (Interaction(request, .response(.init(200, headers: headers, body: Data(body.utf8)))), secrets + numbers)
    }
}
