import EndpointTesting
import Testing

@Suite struct URLSessionClientTests {
    @Test func `executes an endpoint on a real server`() async throws {
        let server = try LoopbackServer { _ in .json(#"{"id": "a/b", "title": "Nausicaä"}"#) }
        let book = try await URLSessionClient(server).request(BookEndpoint(id: "a/b"))
        #expect(book == Book(id: "a/b"))
        #expect(server.requests.map(\.method) == ["GET"])
        #expect(server.requests.map(\.target) == ["/v1/books/a%2Fb"])
    }

    @Test(arguments: [
        200, 201, 204, 205, 206, 300, 304, 309, 400, 401, 403, 404, 407, 410, 418, 422, 429, 500, 503, 511, 599, 999,
    ])
    func `returns every final status with its headers and body`(status: Int) async throws {
        let hasBody = ![204, 205, 304].contains(status)
        let server = try LoopbackServer { _ in
            .response(LoopbackResponse(status: status, headers: ["X-A": "1"], body: Data((hasBody ? "body" : "").utf8)))
        }
        let response = try await URLSessionClient(server).get("x")
        #expect(response.http.statusCode == status)
        #expect(response.http.value(forHTTPHeaderField: "x-a") == "1")
        #expect(response.data == Data((hasBody ? "body" : "").utf8))
    }

    @Test func `passes over interim responses`() async throws {
        let server = try LoopbackServer { _ in
            .raw(
                Data(
                    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8),
                close: true)
        }
        let response = try await URLSessionClient(server).get("x")
        #expect(response.http.statusCode == 200)
        #expect(response.data == Data("ok".utf8))
    }

    @Test(arguments: [
        #"Basic realm="x""#, #"Digest realm="x", nonce="1""#, "Bearer", #"Negotiate, Basic realm="x""#,
    ])
    func `a challenge is a plain 401 with its body`(challenge: String) async throws {
        let server = try LoopbackServer { _ in
            .response(LoopbackResponse(status: 401, headers: ["WWW-Authenticate": challenge], body: Data("who?".utf8)))
        }
        let client = URLSessionClient(server)
        let request = try URLRequest.get("x", headers: ["Authorization": "Basic dTpw"])
        let response = try await client.send(APIRequest(request, for: RawEndpoint(request)))
        #expect(response.http.statusCode == 401)
        #expect(response.data == Data("who?".utf8))
        #expect(server.requestCount == 1)
    }

    @Test func `decodes a body of several pieces`() async throws {
        let server = try LoopbackServer { _ in .data(bytes(300_000)) }
        #expect(try await URLSessionClient(server).get("x").data == bytes(300_000))
    }

    @Test func `sends its own defaults, those of the environment, and those of the request, the last one winning`()
        async throws
    {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(
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

    @Test func `sends the environment's headers to its own origin only`() async throws {
        let other = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(
            baseURL: try #require(URL(string: "https://api.example.com")), headers: ["Authorization": "Bearer t"])
        let request = URLRequest(url: other.url)
        _ = try await client.send(APIRequest(request, for: RawEndpoint(request)))
        #expect(other.requests.map { $0.header("Authorization") } == [nil])
    }

    @Test func `keeps no cookie`() async throws {
        let server = try LoopbackServer { _ in .status(204, headers: ["Set-Cookie": "sid=1; Path=/"]) }
        let client = URLSessionClient(server)
        _ = try await client.get("a")
        _ = try await client.get("b")
        #expect(server.requests.map { $0.header("Cookie") } == [nil, nil])
    }

    @Test func `keeps its connection`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server)
        for _ in 0..<10 { _ = try await client.get("a") }
        #expect(server.connectionCount == 1)
    }

    @Test func `keeps a hundred calls apart`() async throws {
        let server = try LoopbackServer { request in .text(request.target) }
        let client = URLSessionClient(server)
        let answers = try await withThrowingTaskGroup(of: (Int, Data).self) { group in
            for number in 0..<100 { group.addTask { (number, try await client.get("\(number)").data) } }
            return try await group.reduce(into: [Int: Data]()) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 100)
        for (number, data) in answers { #expect(data == Data("/v1/\(number)".utf8)) }
    }

    @Test func `says where it goes`() throws {
        let client = URLSessionClient(baseURL: try #require(URL(string: "https://api.example.com/v1?key=secret")))
        #expect("\(client)" == "URLSession(api.example.com)")
    }

    @Test func `no dump shows a secret`() throws {
        let base = try #require(URL(string: "https://api.example.com/v1?api_key=canary"))
        let client = URLSessionClient(baseURL: base, headers: ["Authorization": "Bearer canary"])
        let error = RequestError(.redirect("it is insecure", to: "http://api.example.com/?access_token=canary"))
        var text = ""
        dump(client, to: &text)
        dump(client.retrying(), to: &text)
        dump(error, to: &text)
        #expect(text.contains("URLSession(api.example.com)") && text.contains("redirect"))
        #expect(!text.contains("canary"))
    }
}

@Suite struct URLSessionClientFailureTests {
    private func failure(_ reply: LoopbackReply) async throws -> URLError {
        let server = try LoopbackServer { _ in reply }
        let client = URLSessionClient(server)
        return try await #require(throws: URLError.self) { try await client.get("x") }
    }

    @Test func `no server`() async throws {
        let port = try RefusedPort()
        let client = URLSessionClient(baseURL: port.url)
        let error = try await #require(throws: URLError.self) { try await client.get("x") }
        #expect(error.code == .cannotConnectToHost)
    }

    @Test func `closed without an answer`() async throws {
        #expect([.badServerResponse, .networkConnectionLost].contains(try await failure(.closeWithoutAnswer).code))
    }

    @Test func `reset without an answer`() async throws {
        #expect(try await failure(.reset).code == .networkConnectionLost)
    }

    @Test func `cut in the body`() async throws {
        let whole = LoopbackResponse(body: bytes(10_000))
        for reply: LoopbackReply in [.cut(whole, afterBodyBytes: 5000), .cutThenReset(whole, afterBodyBytes: 5000)] {
            let error = try await failure(reply)
            #expect([.badServerResponse, .networkConnectionLost].contains(error.code))
            #expect([.unreadable, .connectionLost].contains(error.category))
        }
    }

    @Test(arguments: [
        "garbage\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 99 Low\r\n\r\n",
        "HTTP/1.1 200 OK\r\nBad Header\r\n\r\n",
    ])
    func `not HTTP`(answer: String) async throws {
        _ = try await failure(.raw(Data(answer.utf8), close: true))
    }

    @Test func `a body longer than the limit`() async throws {
        let server = try LoopbackServer { _ in .data(bytes(100_001)) }
        let client = URLSessionClient(server, limits: .init(responseBytes: 100_000))
        let error = try await #require(throws: URLError.self) { try await client.get("x") }
        #expect(error.code == .dataLengthExceedsMaximum)
        #expect(error.localizedDescription == "The body is longer than 100000 bytes.")
    }

    @Test func `a body of 100 MB meets the default limit`() async throws {
        let server = try LoopbackServer { _ in .data(Data(count: 100_000_000)) }
        let client = URLSessionClient(server)
        let error = try await #require(throws: URLError.self) { try await client.request(BookEndpoint()) }
        #expect(error.code == .dataLengthExceedsMaximum)
    }

    @Test func `an error of the session shows no secret of its URL`() async throws {
        let port = try RefusedPort()
        let client = URLSessionClient(baseURL: port.url)
        let error = try await #require(throws: URLError.self) { try await client.get("x?access_token=canary") }
        var dumped = ""
        dump(error, to: &dumped)
        #expect(error.failingURL?.path == "/x")
        #expect(!"\(error) \(String(reflecting: error)) \(error.errorUserInfo) \(dumped)".contains("canary"))
    }

    @Test func `a body of just the limit is fine`() async throws {
        let server = try LoopbackServer { _ in .data(bytes(100_000)) }
        let client = URLSessionClient(server, limits: .init(responseBytes: 100_000))
        #expect(try await client.get("x").data.count == 100_000)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Type: application/json\r\n\r\n{\"id\": 1,",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nContent-Type: text/html\r\n\r\n<html>",
    ])
    func `a body that is no JSON is a content error with its sentence`(answer: String) async throws {
        let server = try LoopbackServer { _ in .raw(Data(answer.utf8), close: true) }
        let client = URLSessionClient(server)
        let error = try await #require(throws: ContentError.self) { try await client.request(BookEndpoint()) }
        #expect(error.description.hasPrefix("GET /v1/books/1 → 200, but the body is "))
    }
}

@Suite struct URLSessionClientRedirectTests {
    /// A server that redirects `/v1/from` and answers everything else with what it was asked.
    private func server(_ status: Int, to location: String = "to") throws -> LoopbackServer {
        try LoopbackServer { request in
            request.path == "/v1/from"
                ? .redirect(status, to: location) : .text("\(request.method) \(request.target) \(request.text)")
        }
    }

    @Test(arguments: [
        (301, "GET /v1/to "), (302, "GET /v1/to "), (303, "GET /v1/to "), (307, "POST /v1/to body"),
        (308, "POST /v1/to body"),
    ])
    func `follows a post as the status says, with the whole body or none`(status: Int, expected: String) async throws {
        let server = try server(status)
        let request = try URLRequest.post("from", body: .text("body"))
        let data = try await URLSessionClient(server).request(RawEndpoint(request))
        #expect(String(decoding: data, as: UTF8.self) == expected)
        #expect(
            server.requests.last?.header("Content-Type")
                == (expected.hasPrefix("POST") ? "text/plain; charset=utf-8" : nil))
    }

    @Test(arguments: [307, 308])
    func `makes a stream anew for the next hop`(status: Int) async throws {
        let server = try LoopbackServer { $0.path == "/v1/from" ? .redirect(status, to: "to") : .status(204) }
        let body = bytes(200_000)
        try await URLSessionClient(server).upload(SendEndpoint(.stream(InputStream(data: body)), to: "from"))
        #expect(server.requests.map(\.body) == [body, body])
    }

    @Test func `credentials stay at their origin`() async throws {
        let other = try LoopbackServer { _ in .text("other") }
        let server = try LoopbackServer { $0.path == "/v1/from" ? .redirect(to: "\(other.url)/x") : .status(404) }
        let headers = [
            "Authorization": "Bearer t", "Cookie": "a=b", "X-Api-Key": "k", "X-Anything": "s", "Accept": "text/plain",
        ]
        let request = try URLRequest.get("from", headers: headers)
        let data = try await URLSessionClient(server).request(RawEndpoint(request))
        #expect(data == Data("other".utf8))
        let received = try #require(other.requests.first)
        #expect(received.header("Accept") == "text/plain")
        for name in ["Authorization", "Cookie", "X-Api-Key", "X-Anything"] { #expect(received.header(name) == nil) }
    }

    @Test func `credentials go along within their origin`() async throws {
        let server = try server(302)
        let request = try URLRequest.get("from", headers: ["Authorization": "Bearer t"])
        _ = try await URLSessionClient(server).request(RawEndpoint(request))
        #expect(server.requests.map { $0.header("Authorization") } == ["Bearer t", "Bearer t"])
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "javascript:alert(1)", "http://example.com/"])
    func `refuses a target that is not safe, and says which`(target: String) async throws {
        let server = try server(302, to: target)
        let client = URLSessionClient(server)
        let error = try await #require(throws: RequestError.self) { try await client.get("from") }
        #expect(error.description.hasPrefix("The redirect to \"\(target)"))
    }

    @Test func `a target that cannot be reached is no proof that nothing was sent`() async throws {
        let gone = try RefusedPort()
        let server = try server(307, to: "\(gone.url)/x")
        let client = URLSessionClient(server)
        let endpoint = RawEndpoint(try URLRequest.post("from", body: .text("body")))
        let error = try await #require(throws: URLError.self) { try await client.request(endpoint) }
        #expect(error.code == .networkConnectionLost)
        #expect(error.localizedDescription.hasPrefix("The redirect to \(gone.url) leads nowhere: "))
        await #expect(throws: URLError.self) { try await client.retrying().request(endpoint) }
        #expect(server.requestCount == 2)
    }

    @Test func `gives up on a loop`() async throws {
        let server = try LoopbackServer { _ in .redirect(to: "/v1/from") }
        let client = URLSessionClient(server, limits: .init(redirects: 3))
        let error = try await #require(throws: URLError.self) { try await client.get("from") }
        #expect(error.code == .httpTooManyRedirects)
        #expect(error.failingURL?.path == "/v1/from")
        #expect(server.requestCount == 4)
    }

    @Test func `a redirect without a location is an answer`() async throws {
        let server = try LoopbackServer { _ in .status(302) }
        #expect(try await URLSessionClient(server).get("from").http.statusCode == 302)
    }

    @Test func `says which URL answered`() async throws {
        let server = try server(302, to: "/elsewhere?x=1")
        #expect(try await URLSessionClient(server).get("from").http.url?.relativePath == "/elsewhere")
    }
}
