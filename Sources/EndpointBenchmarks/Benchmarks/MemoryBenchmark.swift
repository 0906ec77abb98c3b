import EndpointTesting

/// Compares a call through the library with the same work by hand, without a network.
struct MemoryBenchmark: Benchmark {
    static let synopsis = "memory \(ComparisonOptions.synopsis)"
    static let summary = "request() through an in-memory client against the same by hand."

    private let options: ComparisonOptions

    init(_ arguments: inout Arguments) throws {
        options = try ComparisonOptions(&arguments, requests: 2000)
    }

    func run() async throws {
        try await options.measure(
            "memory", MemoryVariants.floor, MemoryVariants.client, Gate(wall: 1.05, processor: 1.05, perSecond: 100_000)
        )
    }
}

/// The two variants of loading a book without a network: by hand, and through the library.
enum MemoryVariants {
    private static let base = URL(string: "https://api.example.com/v1/")!
    private static let headers = ["Content-Type": "application/json"]

    /// The least that every client does: make the request, make the response and decode it.
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
