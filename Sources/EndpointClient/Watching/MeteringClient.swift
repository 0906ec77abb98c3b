/// A client that calls a listener for each event of its calls, including decisions and their reasons: for counters,
/// histograms, traces.
struct MeteringClient: ClientDecorator {
    /// The client whose calls are observed.
    let upstream: any APIClient

    let observer: CallObserver

    var order: LayerOrder? { .watching }

    var traits: ClientTraits { inheritedTraits(waits: false) }

    func send(_ request: APIRequest) async throws -> APIResponse {
        try await observer.send(request, through: upstream)
    }
}

extension APIClient {
    /// Wraps this client to call a listener for each event of its calls. `time` measures how long they take, and
    /// provides the time of day when one starts.
    ///
    /// The listener is called synchronously, on the task or thread of the event, so it should do no more than increment
    /// a counter or pass the event on. The client observes what it wraps, so put it outside the decorators whose events
    /// you need.
    public func metering(
        time: TimeSource = .system,
        _ listener: @escaping @Sendable (CallEvent) -> Void
    ) -> some ClientDecorator {
        MeteringClient(upstream: self, observer: CallObserver(self, time: time, listener: listener))
    }
}
