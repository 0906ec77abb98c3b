import EndpointCore
import Foundation
import Testing

@testable import EndpointCassette

/// What a cassette keeps, replaces and refuses.
@Suite struct CassettePrivacyTests {
    /// The exchange as a replay has it.
    private func saved(_ interactions: Interaction..., redaction: Redaction = .standard) throws -> [Interaction] {
        let file = try Cassette(interactions).har(.complete, redaction: redaction)
        return try Cassette.reading(har: file.data).cassette.interactions
    }

    private func json(_ text: String, status: Int = 200, to request: Interaction.Request) -> Interaction {
        let type: HeaderFields = ["Content-Type": "application/json"]
        return Interaction(request, .response(.init(status, headers: type, body: Data(text.utf8))))
    }

    @Test(arguments: [
        "https://user:pass-4711@api.example.com/v1", "https://tok-93jf93@api.example.com/", "https://a:b@h/",
        "https://user:@h.example/x?y=1", "https://user:p%40ss%2Fw@h.example/", "https://%7B%7Bsecret%7D%7D@h.example/",
        "http://admin:admin@127.0.0.1:8080/", "https://a%3Ab:c@[::1]/x#y", "https://user:userinfo@h.example/userinfo",
    ])
    func `any URL with userinfo can be saved, and saved again`(url: String) throws {
        let once = try saved(json(#"{"ok":true}"#, to: .init("GET", url)))
        #expect(once[0].request.url.contains("%7B%7Bsecret"))
        let again = try Cassette(once).har(.complete).data
        #expect(try Cassette.reading(har: again).cassette.interactions == once)
    }

    @Test func `a hundred secrets that their answers repeat can be saved`() throws {
        let secrets = (0..<100).map { "tok-\($0)-93jf93jf\($0)" }
        let exchanges = secrets.map { secret in
            let request = Interaction.Request(
                "GET", "https://a.example/", headers: ["Authorization": "Bearer \(secret)"])
            return json(
                #"{"you sent":"\#(secret)","base64":"\#(Data(secret.utf8).base64EncodedString())"}"#, to: request)
        }
        let text = String(decoding: try Cassette(exchanges).har(.complete).data, as: UTF8.self)
        #expect(!text.contains("93jf93jf"))
        #expect(secrets.allSatisfy { !text.contains(Data($0.utf8).base64EncodedString()) })
    }

    @Test func `a refusal names the place and the remedy, and never prints the value`() throws {
        let request = Interaction.Request(
            "GET", "https://a.example/", headers: ["Authorization": "Bearer tok-aaaa-93jf"])
        var exchange = json("{}", to: request)
        exchange.id = "the call with tok-aaaa-93jf"
        let error = #expect(throws: CassetteError.self) { try Cassette([exchange]).har() }
        let text = "\(try #require(error))"
        #expect(text.contains("the value of authorization stands at entries[0]._endpoint.id"))
        #expect(text.contains(".keeping(values:)") && !text.contains("tok-aaaa"))
    }

    @Test func `the place of a leak shows no key that is the secret`() {
        var table = PlaceholderTable()
        _ = table.placeholder(of: "tok-aaaa-93jf", label: "authorization")
        let shown = LeakScan(table, .standard).shown("entries[0].response.content._json.tok-aaaa-93jf.x")
        #expect(shown == "entries[0].response.content._json.{{secret}}.x")
    }

    @Test func `a secret that is a key is replaced`() throws {
        let request = Interaction.Request(
            "GET", "https://a.example/", headers: ["X-Api-Key": "k3y-93jf93jf"])
        let answer = try saved(json(#"{"k3y-93jf93jf":{"uses":3}}"#, to: request))[0].response?.text
        #expect(answer == #"{"{{secret:x-api-key#1}}":{"uses":3}}"#)
    }

    @Test(arguments: [
        (#"{"errors":{"password":["is too short"]}}"#, 422),
        (#"{"errors":{"password":"is too short"},"message":"Check your password"}"#, 422),
        (#"{"password":["This password is too common."]}"#, 400),
    ])
    func `the sentence of a server about a field stays`(text: String, status: Int) throws {
        let sent = Interaction.Request.json("POST", "https://a.example/", #"{"password":"hunter2-x"}"#)
        #expect(try saved(json(text, status: status, to: sent))[0].response?.text == text)
    }

    @Test(arguments: [
        ("password=summer", #"{"title":"the summer festival","password":"summer"}"#),
        ("otp=493027", #"{"total":493027,"ref":"A-493027"}"#),
    ])
    func `a common word or number is replaced under its name alone`(form: String, answer: String) throws {
        let expected = answer.replacingOccurrences(
            of: #""password":"summer""#, with: #""password":"{{secret:password#1}}""#)
        let exchange = try saved(json(answer, to: .form("https://a.example/", form)))[0]
        #expect(exchange.response?.text == expected)
        #expect(exchange.request.body?.text.contains("%7B%7Bsecret") == true)
    }

    @Test func `of GraphQL the variables are searched, and the text is not`() throws {
        let query = "mutation Login { login(password: \\\"q1w2e3r4t5\\\", token: $token) { token } }"
        let sent = Interaction.Request.json(
            "POST", "https://a.example/", #"{"query":"\#(query)","variables":{"password":"hunter2-x"}}"#)
        let body = try #require(try saved(json("{}", to: sent))[0].request.body?.text)
        #expect(body.contains(query))
        #expect(body.contains(#""password":"{{secret:password#1}}""#))
    }

    private static let opaque = [
        "application/octet-stream", "application/zip", "application/pdf", "application/x-protobuf",
        "application/x-executable", "image/png", "application/vnd.custom", "audio/mpeg",
    ]

    @Test func `bytes that are no text come back as they were`() throws {
        var random = SplitMix64(seed: 592)
        var changed = 0
        let request = Interaction.Request(
            "GET", "https://a.example/?access_token=at-93jf93jf",
            headers: ["Cookie": "pin=4839; sid=s1s2s3", "X-Pin": "abcdef"])
        for index in 0..<592 {
            let length = Int.random(in: 1...4000, using: &random)
            var body = Data((0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
            if index % 4 == 0 { body = Data("%PDF-1.7 password=hunter2 ".utf8) + body + Data([0xFF]) }
            let type: HeaderFields = ["Content-Type": Self.opaque[index % Self.opaque.count]]
            let exchange = Interaction(request, .response(.init(200, headers: type, body: body)))
            if try saved(exchange)[0].response?.body != body { changed += 1 }
        }
        #expect(changed == 0)
    }

    @Test func `a body of control characters is written as base64`() throws {
        let body = Data(repeating: 0, count: 300_000)
        let exchange = Interaction(
            .init("PUT", "https://a.example/", body: .init(body, contentType: "application/octet-stream")),
            .response(.init(204)))
        #expect(try Cassette([exchange]).har().data.count < 450_000)
        #expect(try saved(exchange)[0].request.body?.data == body)
    }

    @Test func `the URL to which redirects led is kept`() throws {
        var exchange = json("{}", to: .init("GET", "https://a.example/old?access_token=at-93jf93jf"))
        exchange.outcome = .response(.init(200, url: "https://a.example/new?access_token=at-93jf93jf"))
        let url = try saved(exchange)[0].response?.url
        #expect(url == "https://a.example/new?access_token=%7B%7Bsecret%3Aaccess_token%231%7D%7D")
    }

    @Test func `a conflict of git is named`() {
        let text = "{\n<<<<<<< HEAD\n\"log\": 1\n=======\n\"log\": 2\n>>>>>>> branch\n}"
        let error = #expect(throws: CassetteError.self) { try Cassette.reading(har: Data(text.utf8)) }
        #expect(error?.reason == .conflict(line: 2))
        #expect(error.map { "\($0)" }?.contains("git checkout --ours") == true)
    }

    @Test func `a body whose file is not there has a sentence`() {
        let text =
            #"{"log":{"_endpoint":{"format":1},"entries":[{"request":{"method":"GET","url":"https://a.example/"},"response":{"status":200,"content":{"_file":"a.har.1.response.bin"}}}]}}"#
        let error = #expect(throws: CassetteError.self) {
            try Cassette.reading(har: Data(text.utf8)) { _ in throw CocoaError(.fileReadNoSuchFile) }
        }
        #expect(error?.reason == .fileMissing(path: "entries[0].response.content._file", file: "a.har.1.response.bin"))
        #expect(error.map { "\($0)" }?.contains("which is not beside it. Add it to the commit") == true)
    }
}
