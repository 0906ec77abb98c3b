/// Hands events to a listener one after the other, on a queue of its own, so that no listener ever holds up a call.
///
/// What a slow listener has not taken is kept, up to a limit; beyond it events are dropped and counted.
final class EventPump: Sendable {
    /// What a listener is told: an event, or how many were dropped at this place.
    enum Item: Sendable {
        case event(CallEvent)
        case dropped(Int)
    }

    private struct State {
        var waiting: [CallEvent] = []
        var dropped = 0
        var isRunning = false
    }

    private let limit: Int
    private let listener: @Sendable (Item) -> Void
    private let queue = DispatchQueue(label: "EndpointClient.events", qos: .utility)
    private let state = Locked(State())

    init(limit: Int = 1000, listener: @escaping @Sendable (Item) -> Void) {
        self.limit = limit
        self.listener = listener
    }

    /// Hands an event over, and returns at once.
    func add(_ event: CallEvent) {
        let starts = state.withLock { state in
            guard state.waiting.count < limit else {
                state.dropped += 1
                return false
            }
            state.waiting.append(event)
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
        while let items = take() { items.forEach(listener) }
    }

    /// What waits. It had to be full before anything was dropped.
    private func take() -> [Item]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { (state.waiting, state.dropped) = ([], 0) }
            return state.waiting.map { .event($0) } + (state.dropped > 0 ? [.dropped(state.dropped)] : [])
        }
    }
}
