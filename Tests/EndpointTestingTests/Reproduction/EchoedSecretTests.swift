import EndpointTesting
import Testing

/// Sent secrets that the response repeats under a harmless name.
@Suite struct EchoedSecretTests {
    private static let token = "93jf0a0d-bearer-9"
    private static let key = "k3y-of-mine-77"

    private struct EchoEndpoint: JsonEndpoint {
        typealias Content = [String: Int]

        func makeRequest() throws -> URLRequest {
            try URLRequest(.post, "echo", query: ["api_key": key], body: .json(["password": "hunter2-Zq81xV"]))
        }
    }

    /// Responds with what it received, unchanged and in base64.
    private struct EchoingClient: APIClient {
        let status: Int

        func send(_ request: APIRequest) async throws -> APIResponse {
            let sent = "\(request.urlRequest.allHTTPHeaderFields ?? [:])"
            let note = Data("u:\(token)?".utf8).base64EncodedString()
            let body = #"{"message": "no \#(token), \#(key) or hunter2-Zq81xV", "note": "\#(note)"}"#
            #expect(sent.contains(token))
            let url = request.urlRequest.url ?? URL(fileURLWithPath: "/")
            let http = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil,
                headerFields: ["Content-Type": "application/json", "X-Echo": token])
            return APIResponse(http: try #require(http), body: .data(Data(body.utf8)))
        }
    }

    private static let sources: [@Sendable (any APIClient) -> any APIClient] = [
        { $0.authorizing(.bearer(token)) }, { $0.authorizing { .bearer(token) } },
    ]

    @Test(arguments: [200, 403], sources.indices)
    func `errors, reproductions and logs don't show an echoed secret`(status: Int, source: Int) async throws {
        let lines = Locked<[String]>([])
        let client = Self.sources[source](EchoingClient(status: status)).logging(
            to: LogSink { entry in lines.withLock { $0.append("\(entry)") } }, showing: [.headers, .bodies])
        let error = await #expect(throws: (any Error).self) { try await client.request(EchoEndpoint()) }
        await client.flush()
        var texts = lines.withLock { $0 } + ["\(try #require(error))"]
        if let error = error as? HTTPError { texts.append("\(error.reproduction())") }
        if let error = error as? ContentError { texts.append("\(error.reproduction())") }
        for secret in [Self.token, Self.key, "hunter2", "OjkzamYw", "93jf"] {
            #expect(!texts.contains { $0.contains(secret) }, "\(texts)")
        }
        #expect(texts.contains { $0.contains("{{secret}}") })
    }
}
