/// A client that tells a listener all that happens to its calls, each decision with its reason: for counters, histograms, traces.
///
/// The listener is called at once, from the task or thread that the event comes from: it increments a counter, and hands on
/// whatever takes longer. Put the client outside everything that it should see.
public struct MeteringClient: ClientDecorator {
    /// The client that is watched.
    public let upstream: any APIClient

    private let watch: CallObserver

    /// A client around another one.
    public init(
        _ upstream: any APIClient, clock: any Clock<Duration> = ContinuousClock(),
        listener: @escaping @Sendable (CallEvent) -> Void
    ) {
        self.upstream = upstream
        watch = CallObserver(upstream, clock: clock, listener: listener)
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try await watch.send(request, through: upstream)
    }
}

extension MeteringClient: DeadlineEnforcing {
    public var order: LayerOrder? { .watching }
}

extension APIClient {
    /// This client, which tells a listener all that happens to its calls.
    public func metering(
        clock: any Clock<Duration> = ContinuousClock(), _ listener: @escaping @Sendable (CallEvent) -> Void
    ) -> MeteringClient {
        MeteringClient(self, clock: clock, listener: listener)
    }
}
