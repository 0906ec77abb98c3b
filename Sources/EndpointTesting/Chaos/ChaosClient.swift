/// A client that injects faults, the same ones each time for the same seed.
struct ChaosClient: ClientDecorator {
    /// The client that sends the requests that no fault prevents.
    let upstream: any APIClient

    /// Decides which faults happen.
    let policy: ChaosPolicy

    private let time: TimeSource
    private let calls = Locked<[String: Int]>([:])

    /// Wraps a client.
    init(_ upstream: any APIClient, policy: ChaosPolicy, time: TimeSource = .system) {
        self.upstream = upstream
        self.policy = policy
        self.time = time
    }

    func send(_ request: APIRequest) async throws -> APIResponse {
        let decision = policy.decision(for: request.name, call: count(request.name))
        if decision.latency > .zero { try await time.sleep(for: decision.latency) }
        switch decision.outcome {
        case .pass: return try await upstream.send(request)
        case .drop: throw request.failure(URLError(.networkConnectionLost), redaction: traits.redaction)
        case .status(let status, let seconds):
            return try .answer(status, headers: seconds.map { ["Retry-After": "\($0)"] } ?? [:], to: request)
        case .truncate(let kept):
            var response = try await upstream.send(request.collected)
            response.body = .data(response.data.prefix(Int(Double(response.data.count) * kept)))
            return response
        }
    }

    private func count(_ name: String) -> Int {
        calls.withLock { calls in
            defer { calls[name, default: 0] += 1 }
            return calls[name, default: 0]
        }
    }
}

extension ChaosClient {
    /// `Chaos(42)`
    var name: String { "Chaos(\(policy.seed))" }

    var order: LayerOrder? { .chaos }
}

extension APIClient {
    /// Injects faults that depend only on the seed and the requests. The default faults are those of a bad mobile
    /// network.
    ///
    /// ```swift
    /// let client = MockClient { On(BookEndpoint.self).reply(momo).anyTimes() }
    ///     .chaos(seed: 42, [.latency(upTo: .seconds(2)), .drop(), .once(401)], time: clock.time)
    /// ```
    public func chaos(
        seed: UInt64, _ faults: [ChaosFault] = ChaosPolicy.mobile, time: TimeSource = .system
    ) -> some ClientDecorator {
        ChaosClient(self, policy: ChaosPolicy(seed: seed, faults: faults), time: time)
    }
}

extension APIRequest {
    /// `GET books/1`
    fileprivate var name: String {
        "\(urlRequest.httpMethod ?? "GET") \(urlRequest.url?.absoluteString ?? "")"
    }
}
