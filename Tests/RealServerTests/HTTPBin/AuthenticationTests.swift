import EndpointTesting
import Testing

@Suite(.realServers) struct AuthenticationTests {
    private static let people = [
        ("user", "passwd"), ("ann", "a:b:c"), ("Ünal", "pässwörd"), ("emoji", "🔑"), ("blank", "a b"),
        ("percent", "100%"),
        ("marks", "a+b=c&d?e#f"),
    ]

    @Test(arguments: people)
    func `basic credentials are accepted`(user: String, password: String) async throws {
        let client = try RealServer.httpbin.client().authorizing(.basic(user: user, password: password))
        let answer: [String: JSONValue] = try await client.json(.get("basic-auth/\(user)/\(password)"))
        #expect(answer == ["authenticated": .bool(true), "user": .string(user)])
    }

    @Test(arguments: [nil, Credential.basic(user: "user", password: "wrong"), .bearer("t")])
    func `wrong basic credentials get a plain 401`(credential: Credential?) async throws {
        var client: any APIClient = try RealServer.httpbin.client()
        if let credential { client = client.authorizing(credential) }
        let response = try await client.answer(.get("basic-auth/user/passwd"))
        #expect(response.status == 401)
        #expect(response.header("WWW-Authenticate") == #"Basic realm="Fake Realm""#)
    }

    @Test(arguments: [.get, .head, .post, .put, .patch, .delete, .trace] as [HTTPMethod])
    func `a 401 doesn't make a call hang`(method: HTTPMethod) async throws {
        let response = try await RealServer.httpbin.client().answer(URLRequest(method, "status/401"))
        #expect(response.status == 401)
    }

    @Test(arguments: [0, 1, 1000, 60_000])
    func `a 401 doesn't make an upload hang`(count: Int) async throws {
        let client = try RealServer.httpbin.client()
        let upload = RawUploadEndpoint<Echo>(body: .data(Data(count: count)), path: "status/401")
        let error = try await #require(throws: HTTPError.self) { try await client.upload(upload) }
        #expect(error.status == 401)
    }

    @Test func `hidden basic authentication answers 404 or 200`() async throws {
        let client = try RealServer.httpbin.client()
        #expect(try await client.answer(.get("hidden-basic-auth/u/p")).status == 404)
        let insider = client.authorizing(.basic(user: "u", password: "p"))
        #expect(try await insider.answer(.get("hidden-basic-auth/u/p")).status == 200)
    }

    @Test func `a bearer token is accepted`() async throws {
        let client = try RealServer.httpbin.client().authorizing(.bearer("a.b-c_d~e+f/g="))
        let answer: [String: JSONValue] = try await client.json(.get("bearer"))
        #expect(answer == ["authenticated": .bool(true), "token": .string("a.b-c_d~e+f/g=")])
    }

    @Test(arguments: [nil, Credential.basic(user: "user", password: "passwd")])
    func `a missing bearer token gets a plain 401`(credential: Credential?) async throws {
        var client: any APIClient = try RealServer.httpbin.client()
        if let credential { client = client.authorizing(credential) }
        let response = try await client.answer(.get("bearer"))
        #expect(response.status == 401)
        #expect(response.header("WWW-Authenticate") == "Bearer")
    }

    @Test(arguments: ["auth", "auth-int"], ["MD5", "SHA-256", "SHA-512"])
    func `a digest challenge is a plain 401`(quality: String, algorithm: String) async throws {
        let request = try URLRequest.get("digest-auth/\(quality)/user/passwd/\(algorithm)")
        let response = try await RealServer.httpbin.client().answer(request)
        #expect(response.status == 401)
        #expect(response.header("WWW-Authenticate")?.hasPrefix("Digest ") == true)
    }
}
