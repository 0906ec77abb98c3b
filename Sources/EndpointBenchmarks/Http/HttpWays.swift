import EndpointTesting

/// The two ways to a book that are compared.
struct HttpWays: Sendable {
    private let base: URL
    private let session = URLSession(configuration: .default)
    private let client: URLSessionClient

    /// - Parameter calls: the client's limit of calls at once, instead of its default.
    init(base: URL, calls: Int?) {
        self.base = base
        var limits = URLSessionClient.Limits()
        limits.concurrentCallsPerOrigin = calls ?? limits.concurrentCallsPerOrigin
        client = URLSessionClient(baseURL: base, limits: limits)
    }

    func bare(_ load: Load) -> Variant {
        Variant(name: "URLSession.data(for:), JSONDecoder") { [base, session] count in
            try await load.run(count) { number in
                let request = URLRequest(url: base.appendingPathComponent("books/\(number)"))
                let (data, _) = try await session.data(for: request)
                _ = try JSONDecoder().decode(Book.self, from: data)
            }
        }
    }

    func client(_ load: Load) -> Variant {
        Variant(name: "URLSessionClient.request") { [client] count in
            try await load.run(count) { number in _ = try await client.request(BookEndpoint(id: "\(number)")) }
        }
    }
}
