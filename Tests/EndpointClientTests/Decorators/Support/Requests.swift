import EndpointTesting
import Testing

extension APIClient {
    /// Retries whose waits are the shortest possible: zero, unless the server asks for more.
    func retryingAtOnce(_ policy: RetryPolicy = .standard, budget: RetryBudget = .standard) -> some ClientDecorator {
        retrying(policy, budget: budget, time: TestClock().time.dated { Date(timeIntervalSince1970: 0) }.drawing { 0 })
    }

    /// Sends a request as it is.
    func send(_ method: HTTPMethod, _ url: String, headers: HeaderFields = [:]) async throws -> APIResponse {
        let request = try URLRequest(method, #require(URL(string: url)), headers: headers)
        return try await send(APIRequest(request, for: RawEndpoint(request)))
    }
}

extension RetryBudget {
    /// More than any test needs, where the budget does not matter.
    static let ample = RetryBudget(capacity: 1000, earnedBySuccess: 1)
}

extension MockClient {
    /// A client with the same outcome every time.
    static func always(_ reply: MockReply) -> MockClient {
        MockClient {
            On(RawEndpoint.self).reply(reply).anyTimes()
            On(BookEndpoint.self).reply(reply).anyTimes()
            On(TaxEndpoint.self).reply(reply).anyTimes()
        }
    }

    /// The values of a header, request by request.
    func headers(_ name: String) -> [String?] {
        requests.map { $0.urlRequest.value(forHTTPHeaderField: name) }
    }
}

struct TaxEndpoint: JsonEndpoint {
    typealias Content = [Int]

    func makeRequest() throws -> URLRequest { try .get("taxes") }

    /// An endpoint that accepts "unavailable".
    func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body, accepting: 200..<600)
    }
}

/// A bare response with a status.
func response(_ status: Int) -> HTTPURLResponse {
    HTTPURLResponse(url: URL(string: "https://a.example")!, statusCode: status, httpVersion: nil, headerFields: nil)!
}
