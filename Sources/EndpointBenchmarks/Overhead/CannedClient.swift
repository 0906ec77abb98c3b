import EndpointTesting

/// Answers every request with the same response, at once.
struct CannedClient: BaseURLClient, DeadlineEnforcing {
    let home = URL(string: "https://api.example.com").flatMap { Origin($0) }

    private let response: APIResponse
    private let failure: Int
    private let calls = Locked(0)

    /// A client that never fails, or every so many calls.
    init(failingEvery failure: Int = .max) {
        let http = HTTPURLResponse(
            url: URL(string: "https://api.example.com/v1/books/1")!, statusCode: 200, httpVersion: "HTTP/1.1",
            headerFields: ["Content-Type": "application/json"])!
        response = APIResponse(http: http, body: .data(Book.json))
        self.failure = failure
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        if failure < .max, isDue { throw URLError(.networkConnectionLost) }
        return response
    }

    private var isDue: Bool {
        calls.withLock { count in
            count += 1
            return count.isMultiple(of: failure)
        }
    }
}
