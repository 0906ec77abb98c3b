import Foundation
import Testing

@testable import EndpointCassette

@Suite struct CassetteRedactionTests {
    private func redacted(_ interaction: Interaction) -> Interaction {
        var ledger = PlaceholderTable()
        return interaction.redacted(by: .standard, into: &ledger)
    }

    private func redacted(_ request: Interaction.Request) -> Interaction.Request {
        var ledger = PlaceholderTable()
        return request.redacted(by: .standard, into: &ledger)
    }

    @Test func `equal secrets have equal placeholders, and different secrets different ones`() {
        let login = Interaction(
            .form("https://api.example.com/token", "grant_type=password&username=ann&password=hunter2-x"),
            .response(.json(#"{"access_token":"tok-aaaa-1111","refresh_token":"tok-bbbb-2222","expires_in":60}"#)))
        let me = Interaction(
            .init(
                "GET", "https://api.example.com/me?api_key=k-999999",
                headers: ["Authorization": "Bearer tok-aaaa-1111"]),
            .response(.json(#"{"name":"Ann","session":{"token":"tok-bbbb-2222"}}"#)))
        var ledger = PlaceholderTable()
        let cassette = Cassette([login, me]).redacted(by: .standard, into: &ledger)
        let (first, second) = (cassette.interactions[0], cassette.interactions[1])
        #expect(
            first.request.body?.text == "grant_type=password&username=ann&password=%7B%7Bsecret%3Apassword%231%7D%7D")
        #expect(
            first.response?.text
                == #"{"access_token":"{{secret:access_token#1}}","refresh_token":"{{secret:refresh_token#1}}","expires_in":60}"#
        )
        #expect(second.request.url == "https://api.example.com/me?api_key=%7B%7Bsecret%3Aapi_key%231%7D%7D")
        #expect(second.request.headers == ["Authorization": "Bearer {{secret:access_token#1}}"])
        #expect(second.response?.text == #"{"name":"Ann","session":{"token":"{{secret:refresh_token#1}}"}}"#)
    }

    @Test func `redacting a cassette twice gives the same as once`() {
        let once = redacted(
            Interaction(
                .init(
                    "POST", "https://u:p@a.example/?token=abc-def-ghi&x=1",
                    headers: [
                        "Cookie": "a=1234567; b=7654321", "X-Note": "token=zzz-yyy-xxx",
                    ],
                    body: .init(
                        Data("client_secret=a%20b%20c&x=1".utf8), contentType: "application/x-www-form-urlencoded")),
                .response(
                    .json(#"{"password":["a","b"],"note":"see https://x.example/?token=qqq-www","n":{"secret":12}}"#))))
        #expect(redacted(once) == once)
        var ledger = PlaceholderTable(for: Cassette([once]))
        #expect(once.redacted(by: .standard, into: &ledger) == once)
    }

    @Test func `the secrets of a running program match the recorded ones`() {
        let recorded = Cassette([
            Interaction(
                .json("POST", "https://a.example/login", #"{"password":"{{secret:password#1}}"}"#),
                .response(.json(#"{"token":"{{secret:token#1}}"}"#))),
            Interaction(
                .get("https://a.example/?token=%7B%7Bsecret%3Atoken%231%7D%7D&key=%7B%7Bsecret%3Akey%231%7D%7D"),
                .response(.json("{}"))),
        ])
        var ledger = PlaceholderTable(for: recorded)
        let login = Interaction.Request.json("POST", "https://a.example/login", #"{"password":"other-password-9"}"#)
        let next = Interaction.Request.get("https://a.example/?key=my-0wn7x9-k3y&token=%7B%7Bsecret%3Atoken%231%7D%7D")
        let playback = PlaybackState(order: .strict)
        guard case .hit(0, let after) = recorded.match(login.redacted(by: .standard, into: &ledger), at: playback),
            case .hit(1, _) = recorded.match(next.redacted(by: .standard, into: &ledger), at: after)
        else {
            Issue.record("no hit")
            return
        }
    }

    @Test func `requests match only if their secrets are equal where the recorded ones were`() {
        let recorded = Cassette([
            Interaction(
                .get("https://a.example/?token=%7B%7Bsecret%3Atoken%231%7D%7D&sig=%7B%7Bsecret%3Atoken%231%7D%7D"),
                .response(.json("{}")))
        ])
        var (same, other) = (PlaceholderTable(for: recorded), PlaceholderTable(for: recorded))
        let equal = Interaction.Request.get("https://a.example/?token=live-1234&sig=live-1234").redacted(
            by: .standard, into: &same)
        let unequal = Interaction.Request.get("https://a.example/?token=live-1234&sig=live-5678").redacted(
            by: .standard, into: &other)
        guard case .hit = recorded.match(equal, at: PlaybackState()),
            case .miss = recorded.match(unequal, at: PlaybackState())
        else {
            Issue.record("wrong relation")
            return
        }
    }

    @Test func `the pieces of a redacted body still add up to it`() {
        var stream = Interaction(
            .get("https://a.example/"),
            .response(
                .init(
                    200, headers: ["Content-Type": "text/event-stream"],
                    body: Data("data: {\"password\":\"\(String(repeating: "t", count: 200))\"}\n\ndata: 2\n\n".utf8))))
        stream.chunks = [
            .init(length: 150, time: .zero), .init(length: (stream.response?.body.count ?? 0) - 150, time: .seconds(1)),
        ]
        let result = redacted(stream)
        #expect(result.response?.text.contains("{{secret:password#1}}") == true)
        #expect(result.chunks.map(\.length).reduce(0, +) == result.response?.body.count)
    }

    @Test func `a placeholder doesn't truncate the URL that it's in`() {
        let page = redacted(
            Interaction(
                .get("https://a.example/"),
                .response(
                    .init(
                        302,
                        headers: [
                            "Content-Type": "application/json",
                            "Location": "/cb?token=abc-def-ghi&x=1",
                        ], body: Data(#"{"next":"https://a.example/?token=abc-def-ghi&page=2"}"#.utf8)))))
        #expect(page.response?.headers[1].value == "/cb?token=%7B%7Bsecret%3Atoken%231%7D%7D&x=1")
        #expect(page.response?.text == #"{"next":"https://a.example/?token=%7B%7Bsecret%3Atoken%231%7D%7D&page=2"}"#)
    }

    @Test func `a placeholder in JSON in a query is encoded once`() {
        let url = { (token: String) in "https://a.example/?data=%7B%22access_token%22%3A%22\(token)%22%7D&x=1" }
        let once = redacted(.get(url("tok-aaaa-1111")))
        #expect(once.url == url("%7B%7Bsecret%3Aaccess_token%231%7D%7D"))
        #expect(redacted(once) == once)
    }

    @Test func `a dump of a placeholder table shows no secret`() {
        var ledger = PlaceholderTable()
        _ = Interaction.Request.get("https://a.example/?token=abc-def-ghi").redacted(by: .standard, into: &ledger)
        var dumped = "\(ledger) \(String(reflecting: ledger))"
        dump(ledger, to: &dumped)
        #expect(dumped.contains("1 secret)") && !dumped.contains("abc-def-ghi"))
    }
}

extension Interaction.Response {
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension Interaction.Body {
    var text: String { String(decoding: data, as: UTF8.self) }
}
