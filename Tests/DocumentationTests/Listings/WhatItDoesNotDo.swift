import EndpointTesting
import HouseholdAPI
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct SignInEndpoint: EndpointCore.VoidEndpoint {
    let name: String
    let password: String

    func makeRequest() throws -> URLRequest {
        try .post("session", body: .form(["name": name, "password": password]))
    }
}

func signIn(_ endpoint: SignInEndpoint, with client: any APIClient) async throws -> Credential? {
    let (_, http) = try await client.response(for: endpoint)
    guard let url = http.url, let fields = http.allHeaderFields as? [String: String] else { return nil }
    let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: url)
    return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"].map { .header("Cookie", $0) }
}

/// A GraphQL query. Its errors are thrown although they come with status 200.
struct GraphQLEndpoint<Answer: Decodable & Sendable>: NestedJsonEndpoint {
    typealias Content = Answer
    static var contentKey: String { "data" }

    let query: String
    let variables: [String: String]

    func makeRequest() throws -> URLRequest {
        try .post("graphql", body: .json(GraphQLRequest(query: query, variables: variables)))
    }

    func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body)
        if let failure = try? JSONDecoder().decode(GraphQLFailure.self, from: body) { throw failure }
    }
}

struct GraphQLRequest: Encodable {
    let query: String
    let variables: [String: String]
}

struct GraphQLFailure: APIFailure, Decodable {
    struct Problem: Decodable {
        let message: String
    }

    let errors: [Problem]
    var exchange = FailedExchange()
}

extension URLRequest {
    /// The request of an endpoint with absolute URL and all headers, for a session of your own.
    init(_ endpoint: some Endpoint, in environment: some APIEnvironment) throws {
        let request = try RequestResolver(environment).resolve(endpoint.makeAPIRequest())
        self.init(url: request.url)
        httpMethod = request.method
        allHTTPHeaderFields = request.headers.dictionary
        httpBody = try request.readBody()
    }
}

#if os(Linux)
    private func pinned(api: URL, current: String, next: String) -> CURLClient {
        let client = CURLClient(baseURL: api, options: .init(pinnedPublicKeys: [current, next]))

        return client
    }
#endif

@Suite struct WhatItDoesNotDoListings {
    @Test func `a session cookie is sent as a credential`() async throws {
        let server = try LoopbackServer { request in
            request.method == "POST"
                ? .status(204, headers: ["Set-Cookie": "session=s1; Path=/; HttpOnly"]) : .json("[]")
        }
        let client = LiveClient(baseURL: server.url)
        let cookie = try await signIn(SignInEndpoint(name: "ann", password: "p"), with: client)
        _ = try await client.authorizing(try #require(cookie)).request(BookListEndpoint())
        #expect(await server.received(2).last?.header("Cookie") == "session=s1")
    }

    @Test func `a GraphQL query is an endpoint`() async throws {
        let endpoint = GraphQLEndpoint<[String: String]>(query: "{ user }", variables: ["id": "1"])
        let client = MockClient {
            On(endpoint).reply(json: #"{"data": {"user": "Ann"}}"#)
                .then(.reply(json: #"{"errors": [{"message": "No such field"}]}"#))
        }
        #expect(try await client.request(endpoint) == ["user": "Ann"])
        let failure = await #expect(throws: GraphQLFailure.self) { try await client.request(endpoint) }
        #expect(failure?.errors.map(\.message) == ["No such field"])
    }

    @Test func `a request can be built for a session of one's own`() throws {
        let request = try URLRequest(BookEndpoint(id: "a/b"), in: HouseholdEnvironment.production)
        #expect(request.url?.absoluteString == "https://household.example.com/v1/books/a%2Fb")
        #expect(request.value(forHTTPHeaderField: "Accept") == "application/json")
    }

    #if os(Linux)
        @Test func `a client pins keys on Linux`() {
            let client = pinned(api: URL(string: "https://api.example.com")!, current: "sha256//a", next: "sha256//b")
            #expect("\(client)".contains("api.example.com"))
        }
    #endif
}
