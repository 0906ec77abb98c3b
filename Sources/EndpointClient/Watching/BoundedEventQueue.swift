/// Passes events to a listener one after the other, on a queue of its own, so that a slow listener does not delay a call.
///
/// Events that the listener has not received yet are kept, up to a number of events and of bytes in bodies. Further events are dropped
/// and counted.
final class BoundedEventQueue: Sendable {
    /// What a listener receives: an event, or the number of events that were dropped at this point.
    enum Item: Sendable {
        case event(CallEvent)
        case dropped(Int)
    }

    private struct State {
        var waiting: [CallEvent] = []
        var dropped = 0
        /// The number of events that wait or that the listener works on, and the bytes of their bodies.
        var events = 0
        var bytes = 0
        var isRunning = false
    }

    private let limit: (events: Int, bytes: Int)
    private let listener: @Sendable (Item) -> Void
    private let queue = DispatchQueue(label: "EndpointClient.events", qos: .utility)
    private let state = Locked(State())

    init(
        limit: (events: Int, bytes: Int) = (1000, 16 << 20), listener: @escaping @Sendable (Item) -> Void
    ) {
        self.limit = limit
        self.listener = listener
    }

    /// Adds an event and returns at once.
    ///
    /// An event is accepted whatever its size if the queue is empty. After a dropped event, further ones are dropped too until the queue has
    /// been emptied, so that the number of dropped events appears in the right place.
    func add(_ event: CallEvent) {
        let bytes = event.bodyBytes
        let starts = state.withLock { state in
            let fits = state.events < limit.events && state.bytes + bytes <= limit.bytes
            guard state.events == 0 || state.dropped == 0 && fits else {
                state.dropped += 1
                return false
            }
            state.waiting.append(event)
            state.events += 1
            state.bytes += bytes
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.async { self.run() } }
    }

    /// Returns when the listener has received all events that were added before.
    func flush() async {
        await withCheckedContinuation { done in
            queue.async {
                self.run()
                done.resume()
            }
        }
    }

    private func run() {
        while let (events, dropped) = take() {
            for event in events {
                listener(.event(event))
                let bytes = event.bodyBytes
                state.withLock { state in
                    state.events -= 1
                    state.bytes -= bytes
                }
            }
            if dropped > 0 { listener(.dropped(dropped)) }
        }
    }

    /// Takes the events that wait, and the number of those that were dropped after them.
    private func take() -> (events: [CallEvent], dropped: Int)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { (state.waiting, state.dropped) = ([], 0) }
            return (state.waiting, state.dropped)
        }
    }
}

extension CallEvent {
    /// The bytes of the bodies that nothing else keeps: those of the last event of a call. Until then the call itself keeps them.
    var bodyBytes: Int {
        guard case .ended(let result) = step else { return 0 }
        return (request.urlRequest.httpBody?.count ?? 0) + result.bodyBytes
    }
}

extension Result<APIResponse, any Error> {
    fileprivate var bodyBytes: Int {
        switch self {
        case .success(let response): response.data.count
        case .failure(let error): error.httpError?.body.count ?? 0
        }
    }
}
