import HouseholdAPI
import Testing

@testable import EndpointCore
@testable import EndpointTesting

private func path() -> URLPath {
    let id = "a/b"
    let path: URLPath = "books/\(id)/cover"  // books/a%2Fb/cover

    return path
}

private func query(page: Int?) -> URLQuery {
    let query: URLQuery = ["q": "A & B", "page": page, "tag": ["new", "used"]]  // q=A%20%26%20B&tag=new&tag=used

    return query
}

private func body(of pipe: Pipe) -> UploadEndpointBody {
    let body = UploadEndpointBody.stream(PipeInputStream(pipe.fileHandleForReading))

    return body
}

private func base() throws -> URL {
    let base = BaseURL(URL(string: "https://api.example.com/v1?key=1")!)
    let url = try base.resolve(URL(string: "books?page=2")!)  // https://api.example.com/v1/books?key=1&page=2

    return url
}

enum Library: Route {
    case books(author: String?)
    case add(BookDraft)

    var path: URLPath { "books" }

    var query: URLQuery {
        if case .books(let author) = self { ["author": author] } else { [:] }
    }

    var method: HTTPMethod {
        if case .add = self { .post } else { .get }
    }

    var body: HTTPBody? {
        get throws { if case .add(let draft) = self { try .json(draft) } else { nil } }
    }
}

private func preferences() -> String? {
    var headers: HeaderFields = ["Accept": "application/json", "Prefer": "return=minimal"]
    headers.append("prefer", "respond-async")
    let preferences = headers["Prefer"]  // return=minimal, respond-async

    return preferences
}

private func multipart(scan: URL) -> Multipart {
    let form: Multipart = [
        .field("title", "Momo"),
        .file("scan", scan, contentType: "application/pdf"),
    ]

    return form
}

private func encoding() -> String {
    let segment = PercentEncoding.segment("a/b é")  // a%2Fb%20%C3%A9

    return segment
}

private func stream(client: any APIClient) async throws {
    var request = try BookListEndpoint().makeAPIRequest()
    request.wantsStream = true
    for try await chunk in try await client.send(request).chunks { print(chunk.count) }
}

private func link() -> String? {
    let next = LinkHeader(#"<https://api.example.com/books?page=2>; rel="next""#)["next"]?.target

    return next
}

private func trouble(error: any Error, show: (String) -> Void) {
    show(CallFailure(error).userMessage)  // There is no internet connection.
}

struct ShopError: APIFailure, Decodable {
    let code: String
    let message: String
    var exchange = FailedExchange()
}

private func redaction(apiKey: String) -> Redaction {
    let redaction = Redaction.standard
        .redacting(values: [apiKey])
        .redacting(headers: ["X-Tenant"])

    return redaction
}

/// Needs the network.
private func client() async throws {
    let client = LiveClient(baseURL: URL(string: "https://api.example.com/v1")!)
    let book = try await client.request(BookEndpoint(id: "1"))

    print(book)
}

/// Needs the network.
private func urlSession() async throws {
    let client = URLSessionClient(baseURL: URL(string: "https://api.example.com/v1")!)
    let book = try await client.request(BookEndpoint(id: "1"))

    print(book)
}

#if os(Linux)
    /// Needs the network.
    private func curl() async throws {
        let client = CURLClient(baseURL: URL(string: "https://api.example.com/v1")!)
        let book = try await client.request(BookEndpoint(id: "1"))

        let docker = CURLClient(
            unixSocket: "/var/run/docker.sock", baseURL: URL(string: "http://localhost/v1.43")!)

        print(book, docker)
    }
#endif

private func mock() -> MockClient {
    let client = MockClient { request in try .json(#"{"id": "1"}"#, to: request) }

    return client
}

private func clock<E: Endpoint>(client: some APIClient, endpoint: E) async throws -> E.Content {
    let clock = TestClock()
    let client = client.retrying(time: clock.time)
    let call = Task { try await client.request(endpoint) }  // …which sleeps before it tries again
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))

    return try await call.value
}

@Suite struct DocCommentListings {
    @Test func `the values of the doc comments are right`() throws {
        #expect(try path().url().relativeString == "books/a%2Fb/cover")
        #expect(query(page: nil).percentEncoded == "q=A%20%26%20B&tag=new&tag=used")
        #expect(try base().absoluteString == "https://api.example.com/v1/books?key=1&page=2")
        #expect(encoding() == "a%2Fb%20%C3%A9")
        #expect(preferences() == "return=minimal, respond-async")
        #expect(link() == "https://api.example.com/books?page=2")
        #expect(multipart(scan: URL(fileURLWithPath: "/scan.pdf")).parts.map(\.name) == ["title", "scan"])
        #expect(redaction(apiKey: "k3y-1973").urlText("https://a.example/k3y-1973").contains("k3y-1973") == false)
        trouble(error: URLError(.notConnectedToInternet)) { #expect($0 == "There is no internet connection.") }
    }

    @Test func `a mock answers with a closure`() async throws {
        let response = try await mock().send(BookEndpoint(id: "1").makeAPIRequest())
        #expect(response.data == Data(#"{"id": "1"}"#.utf8))
    }

    @Test func `a pipe is the body of an upload`() throws {
        let pipe = Pipe()
        guard case .stream(let make, nil) = body(of: pipe) else {
            Issue.record("The body is no stream.")
            return
        }
        let stream = make()
        stream.open()
        try pipe.fileHandleForWriting.write(contentsOf: Data("x".utf8))
        var byte: UInt8 = 0
        #expect(stream.read(&byte, maxLength: 1) == 1)
        #expect(byte == UInt8(ascii: "x"))
    }

    @Test func `a stream is read element by element`() async throws {
        let client = MockClient { On(BookListEndpoint.self).reply([]) }
        #expect(try await Output.lines(1) { try await stream(client: client) } == ["2"])
    }

    @Test func `a call that sleeps is resumed by a clock`() async throws {
        let client = MockClient { On(BookListEndpoint.self).status(503).then([]) }
        #expect(try await clock(client: client, endpoint: BookListEndpoint()) == [])
    }

    @Test func `a route has a query or a body`() throws {
        let (books, add) = (Library.books(author: "Ende"), Library.add(BookDraft(title: "Momo", author: "Ende")))
        #expect(try books.makeRequest().url?.relativeString == "books?author=Ende")
        #expect(try add.makeRequest().httpMethod == "POST")
        #expect(try add.makeRequest().httpBody == Data(#"{"author":"Ende","title":"Momo"}"#.utf8))
    }

    @Test func `an API's own error has the response`() throws {
        let response = HTTPURLResponse(url: URL(string: "/")!, statusCode: 402, httpVersion: nil, headerFields: nil)
        let error = try #require(throws: ShopError.self) {
            try HTTPError.check(
                response, with: Data(#"{"code": "no_money", "message": "Pay first."}"#.utf8), orThrow: ShopError.self)
        }
        #expect(error.code == "no_money")
        #expect(error.status == 402)
    }

    @Test func `a request arrives at the server`() async throws {
        let server = try LoopbackServer { request in .json(#"{"id": 1, "name": "Ann"}"#) }
        let user = try await LiveClient(baseURL: server.url).request(UserEndpoint(id: 1))
        #expect(await server.received(1).first?.target == "/users/1")

        #expect(user.name == "Ann")
    }
}

protocol AssistantEndpoint: Endpoint {}

extension AssistantEndpoint {
    var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}
