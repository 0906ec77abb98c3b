import EndpointTesting
import Testing

@Suite struct LiveClientTests {
    @Test(arguments: Engine.allCases)
    func `a live client executes an endpoint on a real server`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .json(#"{"id": "a/b", "title": "Nausicaä"}"#) }
        let book = try await engine.client(server).request(BookEndpoint(id: "a/b"))
        #expect(book == Book(id: "a/b"))
        #expect(server.requests.map(\.method) == ["GET"])
        #expect(server.requests.map(\.target) == ["/v1/books/a%2Fb"])
    }

    @Test(
        arguments: Engine.allCases,
        [
            200, 201, 204, 205, 206, 300, 304, 309, 400, 401, 403, 404, 407, 410, 418, 422, 429, 500, 503, 511, 599,
            999,
        ])
    func `a live client returns every final status with its headers and body`(engine: Engine, status: Int) async throws
    {
        let hasBody = ![204, 205, 304].contains(status)
        let server = try LoopbackServer { _ in
            .response(LoopbackResponse(status: status, headers: ["X-A": "1"], body: Data((hasBody ? "body" : "").utf8)))
        }
        let response = try await engine.client(server).get("x")
        #expect(response.http.statusCode == status)
        #expect(response.http.value(forHTTPHeaderField: "x-a") == "1")
        #expect(response.data == Data((hasBody ? "body" : "").utf8))
    }

    @Test(arguments: Engine.allCases)
    func `a live client skips interim responses`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in
            .raw(
                Data(
                    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8),
                close: true)
        }
        let response = try await engine.client(server).get("x")
        #expect(response.http.statusCode == 200)
        #expect(response.data == Data("ok".utf8))
    }

    @Test(
        arguments: Engine.allCases,
        [
            #"Basic realm="x""#, #"Digest realm="x", nonce="1""#, "Bearer", #"Negotiate, Basic realm="x""#,
        ])
    func `a challenge is an ordinary 401 with its body`(engine: Engine, challenge: String) async throws {
        let server = try LoopbackServer { _ in
            .response(LoopbackResponse(status: 401, headers: ["WWW-Authenticate": challenge], body: Data("who?".utf8)))
        }
        let client = engine.client(server)
        let request = try URLRequest.get("x", headers: ["Authorization": "Basic dTpw"])
        let response = try await client.send(APIRequest(request, for: RawEndpoint(request)))
        #expect(response.http.statusCode == 401)
        #expect(response.data == Data("who?".utf8))
        #expect(server.requestCount == 1)
    }

    @Test(arguments: Engine.allCases)
    func `a body of several pieces is put together`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .data(bytes(300_000)) }
        #expect(try await engine.client(server).get("x").data == bytes(300_000))
    }

    @Test(arguments: Engine.allCases)
    func `request headers override those of the environment, and these override the client's`(
        engine: Engine
    ) async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = engine.client(
            baseURL: server.url, headers: ["X-Key": "env", "accept": "application/json", "X-B": "b"])
        let request = try URLRequest.get("x", headers: ["x-key": "own"])
        _ = try await client.send(APIRequest(request, for: RawEndpoint(request)))
        let received = try #require(server.requests.first)
        #expect(received.header("X-Key") == "own")
        #expect(received.header("Accept") == "application/json")
        #expect(received.header("X-B") == "b")
        #expect(received.header("User-Agent") == "Endpoint")
        #expect(received.header("Accept-Language") == nil)
        #expect(received.header("Cookie") == nil)
    }

    @Test(arguments: Engine.allCases)
    func `the Accept of a JSON endpoint counts less than that of the environment`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .json("[]") }
        for (headers, accept) in [
            ([:], "application/json"), (["accept": "application/vnd.a+json"], "application/vnd.a+json"),
        ]
            as [(HeaderFields, String)]
        {
            _ = try await engine.client(baseURL: server.url, headers: headers).request(ListEndpoint())
            #expect(server.requests.last?.header("Accept") == accept)
        }
    }

    private struct ListEndpoint: JsonEndpoint {
        typealias Content = [String]

        func makeRequest() throws -> URLRequest { try .get("list") }
    }

    @Test(arguments: Engine.allCases)
    func `the environment's headers are sent to its own origin only`(engine: Engine) async throws {
        let other = try LoopbackServer { _ in .status(204) }
        let client = engine.client(
            baseURL: try #require(URL(string: "https://api.example.com")), headers: ["Authorization": "Bearer t"])
        let request = URLRequest(url: other.url)
        _ = try await client.send(APIRequest(request, for: RawEndpoint(request)))
        #expect(other.requests.map { $0.header("Authorization") } == [nil])
    }

    @Test(arguments: Engine.allCases)
    func `a live client keeps no cookies`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .status(204, headers: ["Set-Cookie": "sid=1; Path=/"]) }
        let client = engine.client(server)
        _ = try await client.get("a")
        _ = try await client.get("b")
        #expect(server.requests.map { $0.header("Cookie") } == [nil, nil])
    }

    @Test(arguments: Engine.allCases)
    func `a live client keeps its connection`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .text("ok") }
        let client = engine.client(server)
        for _ in 0..<10 { _ = try await client.get("a") }
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: Engine.allCases)
    func `a hundred calls at once get their own answers`(engine: Engine) async throws {
        let server = try LoopbackServer { request in .text(request.target) }
        let client = engine.client(server)
        let answers = try await withThrowingTaskGroup(of: (Int, Data).self) { group in
            for number in 0..<100 { group.addTask { (number, try await client.get("\(number)").data) } }
            return try await group.reduce(into: [Int: Data]()) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 100)
        for (number, data) in answers { #expect(data == Data("/v1/\(number)".utf8)) }
    }

    @Test(arguments: Engine.allCases)
    func `the description of a live client has its host`(engine: Engine) throws {
        let client = engine.client(baseURL: try #require(URL(string: "https://api.example.com/v1?key=secret")))
        #expect("\(client.base)" == engine.description(of: "api.example.com"))
    }

    @Test(arguments: Engine.allCases)
    func `no dump of a live client shows a secret`(engine: Engine) throws {
        let base = try #require(URL(string: "https://api.example.com/v1?api_key=canary"))
        let client = engine.client(baseURL: base, headers: ["Authorization": "Bearer canary"])
        let error = RequestError(.redirect("it is insecure", to: "http://api.example.com/?access_token=canary"))
        var text = ""
        dump(client.base, to: &text)
        dump(client.retrying(), to: &text)
        dump(error, to: &text)
        #expect(text.contains(engine.description(of: "api.example.com")) && text.contains("redirect"))
        #expect(!text.contains("canary"))
    }

    @Test func `a client without a base URL sends requests with absolute URLs, and refuses the others`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        var clients: [any APIClient] = [URLSessionClient(limits: .patient)]
        #if os(Linux)
            clients.append(CURLClient(limits: .patient))
        #endif
        for client in clients {
            _ = try await client.request(RawEndpoint(URLRequest(url: server.url.appendingPathComponent("x"))))
            await #expect(throws: RequestError(.relative("x"))) { try await client.request(RawEndpoint(.get("x"))) }
        }
        #expect(server.requestCount == clients.count)
        #expect(clients.map { "\($0)" }.first == "URLSession")
    }
}
