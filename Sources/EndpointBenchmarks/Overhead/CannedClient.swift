import EndpointTesting

/// Answers every request with the same response, at once.
struct CannedClient: HomeClient, DeadlineKeeping {
    private let response: APIResponse
    let home = URL(string: "https://api.example.com").flatMap { Origin($0) }

    init() {
        let http = HTTPURLResponse(
            url: URL(string: "https://api.example.com/v1/books/1")!, statusCode: 200, httpVersion: "HTTP/1.1",
            headerFields: ["Content-Type": "application/json"])!
        response = APIResponse(http: http, body: .data(Book.json))
    }

    func send(_ request: APIRequest) async throws -> APIResponse { response }
}
