import EndpointTesting

/// The two ways to a book without a network that are compared: by hand, and through the library.
enum MemoryWays {
    private static let base = URL(string: "https://api.example.com/v1/")!
    private static let headers = ["Content-Type": "application/json"]

    /// What no client can do without: the request, the response and the decoding.
    static let floor = Variant(name: "by hand") { count in
        for number in 0..<count {
            guard let url = URL(string: "books/\(number)", relativeTo: base) else { throw URLError(.badURL) }
            let response = try answer(to: URLRequest(url: url))
            guard response.http.statusCode == 200 else { throw URLError(.badServerResponse) }
            _ = try JSONDecoder().decode(Book.self, from: response.data)
        }
    }

    static let client = Variant(name: "request, in memory") { count in
        let client = MockClient { try answer(to: $0.urlRequest) }
        for number in 0..<count { _ = try await client.request(BookEndpoint(id: "\(number)")) }
    }

    private static func answer(to request: URLRequest) throws -> APIResponse {
        guard let url = request.url,
            let http = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: headers)
        else { throw URLError(.badURL) }
        return APIResponse(http: http, body: .data(Book.json))
    }
}
