import Testing

@testable import EndpointTesting

/// The replay of a file that another program has written, with the secrets in it.
@Suite struct ForeignReplayTests {
    private static let har = #"""
        {"log": {"version": "1.2", "creator": {"name": "Browser", "version": "1"}, "entries": [
        {"startedDateTime": "2024-05-01T10:00:00.000Z", "time": 1, "request": {"method": "POST",
        "url": "https://api.example.com/login?api_key=k3y-93jf93jf", "headers": [], "postData": {"mimeType": "application/json",
        "text": "{\"user\":\"ann\",\"password\":\"hunter2-Zq81xV\"}"}}, "response": {"status": 200, "headers": [],
        "content": {"size": 1, "mimeType": "application/json", "text": "{\"access_token\":\"at-93jf93jf0a0d\"}"}}},
        {"startedDateTime": "2024-05-01T10:00:01.000Z", "time": 1, "request": {"method": "GET",
        "url": "https://api.example.com/me/at-93jf93jf0a0d?access_token=at-93jf93jf0a0d", "headers": []}, "response": {"status": 200,
        "headers": [], "content": {"size": 1, "mimeType": "application/json", "text": "{\"name\":\"Ann\"}"}}}]}}
        """#

    private func replay() throws -> Replay {
        Replay(try Cassette.reading(har: Data(Self.har.utf8)).cassette)
    }

    private func login(_ password: String) -> Interaction.Request {
        Interaction.Request(
            "POST", "https://api.example.com/login?api_key=k3y-93jf93jf",
            body: .init(Data(#"{"user":"ann","password":"\#(password)"}"#.utf8), contentType: "application/json"))
    }

    @Test(arguments: ["hunter2-Zq81xV", "another-0ne-of-mine"])
    func `a login is answered with the recorded token, whatever its password`(password: String)
        throws
    {
        let replay = try replay()
        let first = try replay.interaction(for: login(password), from: nil)
        let body = try #require(first.response?.body)
        #expect(String(decoding: body, as: UTF8.self) == #"{"access_token":"at-93jf93jf0a0d"}"#)
        let me = Interaction.Request("GET", "https://api.example.com/me/at-93jf93jf0a0d?access_token=at-93jf93jf0a0d")
        _ = try replay.interaction(for: me, from: nil)
        try replay.verify()
    }

    @Test func `an unmatched request shows none of its secrets, wherever it repeats them`() throws {
        let replay = try replay()
        _ = try replay.interaction(for: login("sent-bef0re-Zq81xV"), from: nil)
        let request = Interaction.Request(
            "POST", "https://api.example.com/me/l1ve-t0ken-1?q=sent-bef0re-Zq81xV",
            headers: ["Authorization": "Bearer l1ve-t0ken-1"],
            body: .init(Data(#"{"note":"for l1ve-t0ken-1"}"#.utf8), contentType: "application/json"))
        let error = #expect(throws: UnmatchedRequest.self) { try replay.interaction(for: request, from: nil) }
        var text = error?.description ?? ""
        dump(error, to: &text)
        for secret in ["l1ve-t0ken", "bef0re"] { #expect(!text.contains(secret), "\(text)") }
        #expect(text.contains("/me/"))
    }

    @Test func `an unmatched request shows no secret of the file, but which secrets differ`() throws {
        let replay = try replay()
        let error = #expect(throws: UnmatchedRequest.self) {
            let request = Interaction.Request("GET", "https://api.example.com/me/x?access_token=0ther-t0ken-1")
            return try replay.interaction(for: request, from: nil)
        }
        let text = error?.description ?? ""
        for secret in ["hunter2", "at-93jf93", "k3y-93jf", "0ther"] { #expect(!text.contains(secret), "\(text)") }
        #expect(text.contains("/me/"))
    }

    @Test(arguments: ["hunter2-Zq81xV", "another-0ne-of-mine"])
    func `an unmatched request shows its secrets as the recording's placeholders`(password: String)
        throws
    {
        let replay = try replay()
        let error = #expect(throws: UnmatchedRequest.self) {
            let body = Data(#"{"user":"bob","password":"\#(password)"}"#.utf8)
            let request = Interaction.Request(
                "POST", "https://api.example.com/login?api_key=k3y-93jf93jf",
                body: .init(body, contentType: "application/json"))
            return try replay.interaction(for: request, from: nil)
        }
        let text = error?.description ?? ""
        for secret in [password, "hunter2", "k3y-93jf"] { #expect(!text.contains(secret), "\(text)") }
        #expect(
            text.contains("login?api_key={{secret}}   1 difference\n    body       $.user \"ann\" → \"bob\"\n"),
            "\(text)")
    }

    @Test func `an unmatched request shows an unnamed secret as the recording's placeholder`() throws {
        let replay = try replay()
        let error = #expect(throws: UnmatchedRequest.self) {
            let request = Interaction.Request(
                "GET", "https://api.example.com/me/at-93jf93jf0a0d?access_token=at-93jf93jf0a0d&more=1")
            return try replay.interaction(for: request, from: nil)
        }
        let text = error?.description ?? ""
        #expect(!text.contains("at-93jf93jf"), "\(text)")
        #expect(text.contains("?access_token={{secret}}   1 difference\n    query      + more=1\n"), "\(text)")
    }
}
