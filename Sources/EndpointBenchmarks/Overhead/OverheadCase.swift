import EndpointTesting

/// One way to send the same request to the same answer.
struct OverheadCase: Sendable {
    let name: String

    /// The most it may add to the case by that name, in µs of CPU; nil for what others are measured against.
    let goal: (Double, above: String)?

    /// After so many calls the log is waited for: when it lags by a thousand events, it drops some.
    private let batch: Int
    private let client: any APIClient

    private init(
        _ name: String, within goal: Double = 0.3, above base: String? = "bare", batch: Int = .max,
        _ decorate: (CannedClient) -> any APIClient
    ) {
        self.name = name
        self.goal = base.map { (goal, above: $0) }
        self.batch = batch
        client = decorate(CannedClient())
    }

    /// Sends so many requests, one after the other.
    func run(_ count: Int) async throws {
        let request = APIRequest(try BookEndpoint(id: "1").makeRequest(), for: BookEndpoint(id: "1"))
        for number in 1...count {
            _ = try await client.send(request)
            if number.isMultiple(of: batch) || number == count { await client.flush() }
        }
    }

    /// What sets a header is measured against a client that does that alone: it is Foundation's cost, not ours.
    static let all: [OverheadCase] = [
        OverheadCase("bare", above: nil) { $0 },
        OverheadCase("header", above: nil) { HeaderClient(upstream: $0, name: "Authorization", value: "Bearer t") },
        OverheadCase("long header", above: nil) { client in
            let value = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            return HeaderClient(upstream: client, name: "traceparent", value: value)
        },
        OverheadCase("logging") { $0.logging(to: LogSink { _ in }.from(.notice)) },
        OverheadCase("logging all", within: 20, batch: 400) { $0.logging(to: LogSink { _ in }) },
        OverheadCase("metering") { $0.metering { _ in } },
        OverheadCase("fallingBack") { $0.fallingBack(to: CannedClient()) },
        OverheadCase("timingOut") { $0.timingOut(after: .seconds(60)) },
        OverheadCase("timingOut each") { $0.timingOut(eachAttemptAfter: .seconds(20)) },
        OverheadCase("keying") { $0.addingIdempotencyKeys() },
        OverheadCase("tracing", above: "long header") { $0.tracing() },
        OverheadCase("retrying") { $0.retrying() },
        OverheadCase("adapting") { $0.adapting { _ in } },
        OverheadCase("authorizing", above: "header") { $0.authorizing(.bearer("t")) },
        OverheadCase("refreshing", above: "header") { client in
            client.authorizing(
                with: RefreshingCredential(FreshCredential(.bearer("t"))) { _ in FreshCredential(.bearer("u")) })
        },
        OverheadCase("breaking") { $0.circuitBreaking() },
        OverheadCase("standard", within: 2) { $0.standard },
    ]
}
