import Foundation
import Testing

@testable import EndpointCassette

/// A secret that is no text is one of the same type in a cassette.
@Suite struct TypedRedactionTests {
    private struct Vault: Codable, Equatable {
        struct Credentials: Codable, Equatable {
            let user: String
            let password: String
            let uses: Int32
            let isOld: Bool
        }

        let otp: Int
        let passcode: Double
        let credentials: Credentials
        let authToken: [String]
    }

    private static let vault =
        #"{ "otp": 1234, "passcode": 12.50, "credentials": {"user": "a", "password": "b", "uses": 3, "isOld": true}, "authToken" : [] }"#

    @Test func `a redacted answer decodes to the same types`() throws {
        let body = try #require(redacted(Self.vault).response?.body)
        let vault = try JSONDecoder().decode(Vault.self, from: body)
        #expect(vault.otp == 2_147_410_001 && vault.passcode == 2_147_410_002)
        #expect(vault.credentials.user == "{{secret:user#1}}" && vault.credentials.password == "{{secret:password#1}}")
        #expect(vault.credentials.uses == 2_147_410_003 && vault.credentials.isOld)
    }

    @Test(arguments: [
        (#"{ "otp" : 1234 , "id":1.50 }"#, #"{ "otp" : 2147410001 , "id":1.50 }"#),
        (
            #"{"otp":-1.5e3,"passcode":1,"n":[{"otp":-1500.0}]}"#,
            #"{"otp":2147410001,"passcode":2147410002,"n":[{"otp":2147410001}]}"#
        ),
        (
            #"{"secrets":7,"new_token":["a","b","a",7,null,"",{}]}"#,
            #"{"secrets":7,"new_token":["{{secret:new_token#1}}","{{secret:new_token#2}}","{{secret:new_token#1}}",2147410001,null,"",{}]}"#
        ),
        (
            #"{"credentials":{"a":["x","}"],"b":{}},"id":1}"#,
            #"{"credentials":{"a":["{{secret:a#1}}","{{secret:a#2}}"],"b":{}},"id":1}"#
        ),
        (
            #"{"credentials":{"d41d8cd98f00":1,"1234567":2,"sk_live_abcdefghi":3,"userId2":5}}"#,
            #"{"credentials":{"{{secret:key#1}}":2147410001,"{{secret:key#2}}":2147410002,"{{secret:credential#1}}":2147410003,"userId2":2147410004}}"#
        ),
        (
            #"{"log":"{\"otp\":1234,\"credentials\":{\"user\":\"ann\"}}"}"#,
            #"{"log":"{\"otp\":2147410001,\"credentials\":{\"user\":\"{{secret:user#1}}\"}}"}"#
        ),
        (
            "{\"otp\":1234}\n{\"password\":[5,\"b\"]}\n",
            "{\"otp\":2147410001}\n{\"password\":[2147410002,\"{{secret:password#1}}\"]}\n"
        ),
    ])
    func `a secret keeps its type, and the rest its bytes`(json: String, expected: String) {
        let once = redacted(json)
        #expect(once.response?.text == expected)
        #expect(redacted(once) == once)
        var ledger = PlaceholderTable(for: Cassette([once]))
        #expect(once.redacted(by: .standard, into: &ledger) == once)
    }

    @Test(arguments: [
        (
            "text/event-stream", "data: {\"otp\": 1234, \"credentials\": {\"a\": [1, \"b\"]}, \"x\": 1}\n\n",
            "data: {\"otp\": 2147410001, \"credentials\": {\"a\": [2147410002, \"{{secret:a#1}}\"]}, \"x\": 1}\n\n"
        ),
        ("text/event-stream", "data: {\"x\":{\"otp\":1234}}\n\n", "data: {\"x\":{\"otp\":2147410001}}\n\n"),
        ("text/plain", "\"otp\": 1234x, otp: 1234", "\"otp\": {{secret:otp#1}}, otp: {{secret:otp#2}}"),
        (
            "multipart/mixed; boundary=B",
            "--B\r\nContent-Type: application/json\r\n\r\n{\n \"otp\": 1234,\n \"password\":[\"a\"]}\r\n--B\r\nX-Token: abc\r\n\r\nx\r\n--B--",
            "--B\r\nContent-Type: application/json\r\n\r\n{\n \"otp\": 2147410001,\n \"password\":[\"{{secret:password#1}}\"]}\r\n--B\r\nX-Token: {{secret:x-token#1}}\r\n\r\nx\r\n--B--"
        ),
    ])
    func `a secret keeps its type in JSON within something else`(type: String, body: String, expected: String) {
        let response = Interaction.Response(
            200, headers: ["Content-Type": type], body: Data(body.utf8))
        let once = redacted(Interaction(.get("https://a.example/"), .response(response)))
        #expect(once.response?.text == expected)
        #expect(redacted(once) == once)
    }

    @Test func `a number that the user names stays a number`() {
        var ledger = PlaceholderTable()
        let interaction = Interaction(.get("https://a.example/"), .response(.json(#"{"n":4711,"m":[4711.0]}"#)))
        let redacted = interaction.redacted(by: .standard.redacting(values: ["4711"]), into: &ledger)
        #expect(redacted.response?.text == #"{"n":2147410001,"m":[2147410001]}"#)
    }

    @Test func `the numbers of a running program match the recorded ones`() {
        let recorded = Cassette([
            Interaction(
                .json(
                    "POST", "https://a.example/", #"{"passcode":2147410002,"secret":{"otp":[2147410003,2147410001]}}"#),
                .response(.json(#"{"otp":2147410007}"#)))
        ])
        #expect(recorded.finds(#"{"secret":{"otp":[22,33]},"passcode":11}"#))
        #expect(recorded.finds(#"{"passcode":2147410002.0,"secret":{"otp":[2147410003,33]}}"#))
        #expect(!recorded.finds(#"{"passcode":11,"secret":{"otp":[22,22]}}"#))
        #expect(!recorded.finds(#"{"passcode":2147410007,"secret":{"otp":[22,33]}}"#))
        #expect(!recorded.finds(#"{"passcode":"11","secret":{"otp":[22,33]}}"#))
    }

    @Test func `a new secret gets a number that isn't taken`() {
        let cassette = Cassette([Interaction(.get("https://a.example/"), .response(.json(#"{"otp":2147410007}"#)))])
        var ledger = PlaceholderTable(for: cassette)
        #expect(ledger.number(of: "1234", label: "otp") == SecretNumber(number: 8))
    }

    @Test func `a program may send back a redacted number under any name`() throws {
        let reply = Interaction(.get("https://a.example/"), .response(.json(#"{"passcode":483920}"#)))
        let echo = Interaction(
            .json("POST", "https://a.example/?pin=483920", #"{"otp":483920}"#), .response(.json(#"{}"#)))
        let recorded = try Cassette.reading(Cassette([reply, echo]).har().text)
        #expect(recorded.interactions[0].response?.text == #"{"passcode":2147410001}"#)
        #expect(recorded.interactions[1].request.body?.text == #"{"otp":2147410001}"#)
        #expect(recorded.finds(#"{"otp":2147410001}"#, query: "?pin=2147410001"))
        #expect(recorded.redactions == ["{{secret:pin#1}}", "2147410001"])
    }

    private func redacted(_ json: String) -> Interaction {
        redacted(Interaction(.get("https://a.example/"), .response(.json(json))))
    }

    private func redacted(_ interaction: Interaction) -> Interaction {
        var ledger = PlaceholderTable()
        return interaction.redacted(by: .standard, into: &ledger)
    }
}

extension Cassette {
    /// Whether a program that sends this finds its answer.
    fileprivate func finds(_ json: String, query: String = "") -> Bool {
        var ledger = PlaceholderTable(for: self)
        let live = Interaction.Request.json("POST", "https://a.example/\(query)", json)
        guard case .hit = match(live.redacted(by: .standard, into: &ledger), at: PlaybackState()) else { return false }
        return true
    }
}
