/// A client that tells a listener all that happens to its calls, each decision with its reason: for counters, histograms, traces.
///
/// The listener is called with one event after the other, on a queue of its own: it holds up no call. When it lags by a thousand
/// events, further ones are dropped. Put it outside everything that it should see.
public struct MeteringClient: ClientDecorator {
    /// The client that is watched.
    public let upstream: any APIClient

    let pump: EventPump
    private let watch: CallWatch
    private let warning: String?

    /// A client around another one.
    public init(
        _ upstream: any APIClient, clock: any Clock<Duration> = ContinuousClock(),
        listener: @escaping @Sendable (CallEvent) -> Void
    ) {
        self.upstream = upstream
        pump = EventPump { event, _ in listener(event) }
        watch = CallWatch(pump, clock: clock)
        warning = upstream.disorder
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try await watch.send(request, to: upstream, warning: warning)
    }
}

extension MeteringClient: FlushableClient, RankedDecorator, DeadlineKeeping {
    package var rank: StackRank { .watching }
}

extension APIClient {
    /// This client, which tells a listener all that happens to its calls.
    public func metering(
        clock: any Clock<Duration> = ContinuousClock(), _ listener: @escaping @Sendable (CallEvent) -> Void
    ) -> MeteringClient {
        MeteringClient(self, clock: clock, listener: listener)
    }
}
