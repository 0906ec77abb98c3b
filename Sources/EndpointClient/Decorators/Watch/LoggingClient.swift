/// A client that writes a log of its calls, without their secrets.
///
/// Put it outermost: then it sees every attempt and every decision inside. Lines are made and written on a queue of its own: a
/// sink that is slow holds up no call, and one that throws harms none. When it lags by a thousand events, or by 16 MiB of
/// bodies, further ones are dropped, and the log says how many. A program that ends right after a call waits for `flush()`.
public struct LoggingClient: ClientDecorator {
    /// The client whose calls are logged.
    public let upstream: any APIClient

    let pump: BoundedEventQueue
    private let watch: CallObserver

    /// A client around another one. What is a secret beyond the usual is known to the redaction.
    public init(
        _ upstream: any APIClient, to sink: LogSink = .standardError, showing details: LogDetails = [],
        redaction: Redaction = .standard, clock: any Clock<Duration> = ContinuousClock()
    ) {
        let writer = LogFormatter(details: details, redaction: redaction)
        let pump = BoundedEventQueue { item in
            switch item {
            case .event(let event): try? sink.write(writer.entry(for: event))
            case .dropped(let count): try? sink.write(.dropped(count))
            }
        }
        self.upstream = upstream
        self.pump = pump
        watch = CallObserver(upstream, clock: clock, from: sink.lowest) { pump.add($0) }
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try await watch.send(request, through: upstream)
    }
}

extension LoggingClient: FlushableClient, OrderedLayer, DeadlineEnforcing {
    package var rank: LayerOrder { .watching }
}

extension APIClient {
    /// This client, which logs its calls: by default a line for each step, on standard error.
    public func logging(
        to sink: LogSink = .standardError, showing details: LogDetails = [], redaction: Redaction = .standard,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> LoggingClient {
        LoggingClient(self, to: sink, showing: details, redaction: redaction, clock: clock)
    }
}
