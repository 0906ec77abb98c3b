import EndpointTesting
import Testing

/// A cassette's placeholder is never sent to a server, by any client of this module.
@Suite struct PlaceholderRefusalTests {
    private let folder: TemporaryFolder
    private let sent = Locked([String]())

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a request with the token of a replayed login isn't sent`() async throws {
        try folder.cassette().save(Cassette([login]))
        let session = try CassetteSession(folder.cassette(), mode: .missing)
        let client = session.client(over: upstream, baseURL: api)
        let token = try await client.request(LoginEndpoint()).token
        #expect(token == "{{secret:token#1}}")
        let error = try await #require(throws: CassetteError.self) {
            try await client.send(
                NumberEndpoint(path: "me", headers: ["Authorization": "Bearer \(token)"]).makeAPIRequest())
        }
        #expect(sent.withLock { $0 } == [])
        #expect(error.description.contains("the header Authorization"))
        #expect(error.description.contains("ENDPOINT_CASSETTE=all swift test"))
        let before = try Data(contentsOf: folder.cassette().url)
        let failure = try #require(throws: CassetteError.self) { try session.finish() }
        #expect(failure.problems == [error])
        #expect(try Data(contentsOf: folder.cassette().url) == before)
    }

    static let requests: [(URLPath, HeaderFields, HTTPBody?, String)] = [
        ("number", ["X-Note": "{{secret}}"], nil, "the header X-Note"),
        ("number", ["Authorization": "Basic \(base64("ann:{{secret:password#1}}"))"], nil, "the header Authorization"),
        ("number", ["Authorization": "Basic \(base64("{{secret:user#1}}:x"))"], nil, "the header Authorization"),
        ("sessions/\("{{secret:id#3}}")", [:], nil, "the URL"),
        ("number", [:], .text(#"{"token": "\u007b{secret:token#1}}"}"#), "the body"),
        ("number", [:], .form(["token": "{{secret:token#1}}"]), "the body"),
        ("number", [:], .text(#"{"otp": 2147410001}"#), "the body"),
    ]

    @Test(arguments: requests.indices, [nil, CassetteMode.live, .all, .missing, .auto])
    func `no placeholder is sent, wherever it is, in any mode`(index: Int, mode: CassetteMode?) async throws {
        let (path, headers, body, place) = Self.requests[index]
        let request: URLRequest =
            try body.map { try .post(path, headers: headers, body: $0) } ?? .get(path, headers: headers)
        let client = try client(mode)
        let isRefused = mode == .auto && body != nil
        await #expect {
            try await client.send(APIRequest(request, for: NumberEndpoint()))
        } throws: { error in
            guard let issue = error as? CassetteError else { return false }
            return isRefused || "\(issue)".contains("response, is in \(place).")
        }
        #expect(sent.withLock { $0 } == [])
    }

    @Test func `the refusal shows no secret of the URL`() async throws {
        let request: URLRequest = try .get(
            "sessions/\("{{secret:id#3}}")/canary-1234", query: ["access_token": "canary-1234"])
        let error = try await #require(throws: CassetteError.self) {
            try await client(nil).send(APIRequest(request, for: NumberEndpoint()))
        }
        #expect(error.description.contains("GET https://api.example.com/v1/sessions/"))
        var text = "\(error)"
        dump(error, to: &text)
        #expect(!text.contains("canary"))
    }

    @Test(arguments: [nil, CassetteMode.live, .all, .missing])
    func `a text that only resembles a placeholder is sent`(mode: CassetteMode?) async throws {
        let body = HTTPBody.text("{{secretary}} 12147410001 {{ secret }} secret:token#1 2147420000")
        let request: URLRequest = try .post("number", body: body)
        _ = try await client(mode).send(APIRequest(request, for: NumberEndpoint()))
        #expect(sent.withLock { $0.count } == 1)
    }

    @Test func `a replay accepts requests with placeholders`() async throws {
        try folder.cassette().save(Cassette([login, .number(7, at: "me")]))
        let session = try CassetteSession(folder.cassette(), mode: .replay)
        let client = session.client(over: upstream, baseURL: api)
        let token = try await client.request(LoginEndpoint()).token
        #expect(try await client.request(NumberEndpoint(path: "me", headers: ["Authorization": token])) == 7)
    }

    private func client(_ mode: CassetteMode?) throws -> any APIClient {
        guard let mode else { return upstream.recording(into: Recording(), baseURL: api) }
        return try CassetteSession(folder.cassette(), mode: mode).client(over: upstream, baseURL: api)
    }

    private var upstream: MockClient {
        MockClient { [sent] request in
            sent.withLock { $0.append("\(request)") }
            return try .json("1", to: request)
        }
    }

    private var login: Interaction {
        Interaction(
            .init("POST", "https://api.example.com/v1/login"),
            .response(
                .init(
                    200, headers: ["Content-Type": "application/json"],
                    body: Data(#"{"token": "s3cr3t-t0ken-1"}"#.utf8))))
    }
}

private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

private struct LoginEndpoint: JsonEndpoint {
    struct Content: Decodable, Sendable {
        let token: String
    }

    func makeRequest() throws -> URLRequest { try .post("login") }
}
