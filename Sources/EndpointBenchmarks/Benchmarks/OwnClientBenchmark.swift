import EndpointTesting

/// Compares a call through a custom client, which does not enforce deadlines, with the same call under `standard`.
struct OwnClientBenchmark: Benchmark {
    static let synopsis = "own [--case standard|logged|suspending|traced] \(ComparisonOptions.synopsis)"
    static let summary =
        "request() through a canned client of one's own under `standard` against the same client alone."

    private enum Case: String, CaseIterable {
        /// A client that responds immediately, under `standard`.
        case standard
        /// The same client with a credential and a log.
        case logged
        /// A client that suspends once before it answers, under `standard`.
        case suspending
        /// A client that resolves and traces its requests, as `LiveClient` does, under `standard` with traces.
        case traced
    }

    private let options: ComparisonOptions
    private let cases: [Case]

    init(_ arguments: inout Arguments) throws {
        cases =
            try arguments.value("--case").map { text in
                guard let found = Case(rawValue: text) else {
                    throw UsageError("--case takes one of: \(Case.allCases.map(\.rawValue).joined(separator: ", ")).")
                }
                return [found]
            } ?? Case.allCases
        options = try ComparisonOptions(&arguments, requests: 5000)
    }

    func run() async throws {
        for item in cases { try await measure(item) }
    }

    private func measure(_ item: Case) async throws {
        switch item {
        case .standard:
            try await compare(
                "a client of one's own, standard", OwnClient(), OwnClient().standard, Gate(wall: 1.6, processor: 1.6))
        case .logged:
            let logged = OwnClient().standard {
                $0.credential = .bearer("t")
                $0.log = LogSink { _ in }.from(.notice)
            }
            try await compare("… with a credential and a log", OwnClient(), logged, .none)
        case .suspending:
            try await compare("… that suspends", SuspendingClient(), SuspendingClient().standard, .none)
        case .traced:
            let client = ResolvingClient()
            try await compare(
                "… that traces its requests, standard with traces and without", client.standard,
                client.standard { $0.traceParent = { nil } }, Gate(wall: 1.5, processor: 1.5))
        }
    }

    private func compare(_ name: String, _ alone: any APIClient, _ stack: any APIClient, _ gate: Gate) async throws {
        try await options.measure(name, variant("alone", alone), variant("in its stack", stack), gate)
    }

    private func variant(_ name: String, _ client: any APIClient) -> Variant {
        Variant(name: name) { count in
            for _ in 0..<count { _ = try await client.request(BookEndpoint(id: "1")) }
            await client.flush()
        }
    }
}

/// A client as in another package: it is only an `APIClient`, and answers every request with the same
/// response.
private struct OwnClient: APIClient {
    private let response = Book.response

    func send(_ request: APIRequest) async throws -> APIResponse { response }
}

/// A client that does with a request what each client for servers does before it sends it.
private struct ResolvingClient: APIClient {
    let traits: ClientTraits

    private let resolver: RequestResolver
    private let response = Book.response

    init() {
        let url = URL(string: "https://api.example.com/v1")!
        resolver = RequestResolver(baseURL: url)
        var traits = ClientTraits(baseURL: url, enforcesDeadlines: true)
        traits.tracesRequests = true
        self.traits = traits
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        try await resolver.resolve(request).traced(in: request.context) { _ in response }
    }
}

/// The same client, which first yields to other tasks.
private struct SuspendingClient: APIClient {
    private let response = Book.response

    func send(_ request: APIRequest) async throws -> APIResponse {
        await Task.yield()
        return response
    }
}
