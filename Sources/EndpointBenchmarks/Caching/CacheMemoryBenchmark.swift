import EndpointTesting

/// Measures what a cache in memory costs: a call that it answers, and one that it passes on.
struct CacheMemoryBenchmark: Benchmark {
    static let synopsis = "cache-memory [--gate] [--rounds 21] [--requests 5000]"
    static let summary = "A hit and a miss of a cache in memory, against the same client without one."

    private let isGated: Bool
    private let rounds: Int
    private let requests: Int

    init(_ arguments: inout Arguments) throws {
        isGated = arguments.flag("--gate")
        rounds = try arguments.count("--rounds") ?? 21
        requests = try arguments.count("--requests") ?? 5000
    }

    func run() async throws {
        try await Measurements.repeated(
            "cache-memory", goals: "hit ≤ 15 µs, miss ≤ 6 µs", isGated: isGated, measure)
    }

    /// Returns whether the goals are met.
    private func measure() async throws -> Bool {
        let (fresh, unstored) = (CachedClient(cacheControl: "max-age=86400"), CachedClient(cacheControl: "no-store"))
        let variants = [
            Variant(name: "none", fresh), Variant(name: "hit", fresh.caching(in: .memory()), status: "; hit"),
            Variant(name: "miss", unstored.caching(in: .memory()), status: "fwd=uri-miss"),
            Variant(name: "miss that is stored", fresh.caching(in: .memory()), eachOther: true, status: "; stored"),
            Variant(name: "none, other URLs", fresh, eachOther: true),
        ]
        var costs = [[Double]](repeating: [], count: variants.count)
        for round in 0...rounds {
            for (place, variant) in variants.enumerated() {
                let cost = try await Cost.of { try await variant.run(requests) }
                if round > 0 { costs[place].append(cost.processor / Double(requests) * 1e6) }
            }
        }
        let miss = Spread(zip(costs[2], costs[0]).map { $0 - $1 })
        let stored = Spread(zip(costs[3], costs[4]).map { $0 - $1 })
        let hit = Spread(costs[1])
        Console.line("cache-memory: \(rounds) rounds of \(requests), µs of CPU a call, median [min..max]")
        Console.line("  without a cache \(Spread(costs[0])), a hit \(hit)")
        Console.line("  added by a miss \(miss), by one that is stored \(stored)")
        return hit.median <= 15 && miss.median <= 6
    }
}

/// Answers every request immediately with the same response.
private struct CachedClient: APIClient {
    let traits = ClientTraits(baseURL: URL(string: "https://api.example.com"), enforcesDeadlines: true)

    private let response: APIResponse

    init(cacheControl: String) {
        let headers = ["Content-Type": "application/json", "Cache-Control": cacheControl]
        let http = HTTPURLResponse(
            url: URL(string: "books/1")!, statusCode: 200, httpVersion: "HTTP/1.1",
            headerFields: headers)!
        response = APIResponse(http: http, headers: HeaderFields(http), body: Book.response.body)
    }

    func send(_ request: APIRequest) async throws -> APIResponse { response }
}

extension Variant {
    /// Calls that ask for the same book, or each for another one, and whose last one has this cache status.
    fileprivate init(
        name: String, _ client: @autoclosure @escaping @Sendable () -> any APIClient,
        eachOther: Bool = false, status: String? = nil
    ) {
        self.init(name: name) { count in
            let client = client()
            let requests = try (0..<(eachOther ? count : 1)).map { number in
                let book = BookEndpoint(id: "\(number)")
                return APIRequest(try book.makeRequest(), for: book)
            }
            for number in 0..<count - 1 { _ = try await client.send(requests[number % requests.count]) }
            let last = try await client.send(requests[requests.count - 1])
            guard status.map({ last.headers["Cache-Status"]?.contains($0) == true }) ?? true else {
                throw MissedGoal("cache-memory: \(name) is \(last.headers["Cache-Status"] ?? "not cached").")
            }
        }
    }
}
