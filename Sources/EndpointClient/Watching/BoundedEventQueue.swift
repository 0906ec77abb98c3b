/// Hands events to a listener one after the other, on a queue of its own, so that no listener ever holds up a call.
///
/// What a slow listener has not taken is kept, up to so many events and so many bytes of bodies; beyond that events are dropped and
/// counted.
final class BoundedEventQueue: Sendable {
    /// What a listener is told: an event, or how many were dropped at this place.
    enum Item: Sendable {
        case event(CallEvent)
        case dropped(Int)
    }

    private struct State {
        var waiting: [CallEvent] = []
        var dropped = 0
        /// Those that wait, and those that the listener has not finished with.
        var load = QueueLoad()
        var isRunning = false
    }

    private let limit: QueueLoad
    private let listener: @Sendable (Item) -> Void
    private let queue = DispatchQueue(label: "EndpointClient.events", qos: .utility)
    private let state = Locked(State())

    init(
        limit: QueueLoad = QueueLoad(events: 1000, bytes: 16 << 20), listener: @escaping @Sendable (Item) -> Void
    ) {
        self.limit = limit
        self.listener = listener
    }

    /// Hands an event over, and returns at once.
    ///
    /// What is alone always finds room. What comes after something that was dropped does not, so that the log says in its place how
    /// much is missing.
    func add(_ event: CallEvent) {
        let load = QueueLoad(event)
        let starts = state.withLock { state in
            guard state.load.events == 0 || state.dropped == 0 && (state.load + load).fits(into: limit) else {
                state.dropped += 1
                return false
            }
            state.waiting.append(event)
            state.load = state.load + load
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.async { self.run() } }
    }

    /// Returns when the listener has taken all that was handed over before.
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
                let load = QueueLoad(event)
                state.withLock { $0.load = $0.load - load }
            }
            if dropped > 0 { listener(.dropped(dropped)) }
        }
    }

    /// What waits, and how much was dropped behind it.
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

/// How much events hold on to: their number, and the bytes of the bodies that only they keep.
struct QueueLoad: Hashable, Sendable {
    var events = 0
    var bytes = 0

    func fits(into limit: QueueLoad) -> Bool {
        events <= limit.events && bytes <= limit.bytes
    }

    static func + (first: QueueLoad, second: QueueLoad) -> QueueLoad {
        QueueLoad(events: first.events + second.events, bytes: first.bytes + second.bytes)
    }

    static func - (first: QueueLoad, second: QueueLoad) -> QueueLoad {
        QueueLoad(events: first.events - second.events, bytes: first.bytes - second.bytes)
    }
}

extension QueueLoad {
    /// The load of one event. As long as a call is under way its bodies are there anyway, so only its end counts them.
    init(_ event: CallEvent) {
        self.init(events: 1, bytes: event.bodyBytes)
    }
}

extension CallEvent {
    fileprivate var bodyBytes: Int {
        guard case .ended(let result) = step else { return 0 }
        return (request.urlRequest.httpBody?.count ?? 0) + result.bodyBytes
    }
}

extension Result<APIResponse, any Error> {
    fileprivate var bodyBytes: Int {
        switch self {
        case .success(let response): response.data.count
        case .failure(let error): (error as? HTTPError)?.body.count ?? 0
        }
    }
}
