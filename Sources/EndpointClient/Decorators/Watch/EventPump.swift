/// Hands events to a listener one after the other, on a queue of its own, so that no listener ever holds up a call.
///
/// What a slow listener has not taken is kept, up to so many events and so many bytes of bodies; beyond that events are dropped and
/// counted.
final class EventPump: Sendable {
    /// What a listener is told: an event, or how many were dropped at this place.
    enum Item: Sendable {
        case event(CallEvent)
        case dropped(Int)
    }

    private struct State {
        var waiting: [CallEvent] = []
        var bytes = 0
        var dropped = 0
        var isRunning = false

        /// What is alone always finds room. What comes after something that was dropped does not, so that the log says in its
        /// place how much is missing.
        func hasRoom(for more: Int, within limit: Int, _ byteLimit: Int) -> Bool {
            waiting.isEmpty || dropped == 0 && waiting.count < limit && bytes + more <= byteLimit
        }
    }

    private let limit: Int
    private let byteLimit: Int
    private let listener: @Sendable (Item) -> Void
    private let queue = DispatchQueue(label: "EndpointClient.events", qos: .utility)
    private let state = Locked(State())

    init(limit: Int = 1000, byteLimit: Int = 16 << 20, listener: @escaping @Sendable (Item) -> Void) {
        self.limit = limit
        self.byteLimit = byteLimit
        self.listener = listener
    }

    /// Hands an event over, and returns at once.
    func add(_ event: CallEvent) {
        let bytes = event.bodyBytes
        let starts = state.withLock { state in
            guard state.hasRoom(for: bytes, within: limit, byteLimit) else {
                state.dropped += 1
                return false
            }
            state.waiting.append(event)
            state.bytes += bytes
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

    /// What waits, and behind it how much was dropped.
    private func take() -> [Item]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { (state.waiting, state.bytes, state.dropped) = ([], 0, 0) }
            return state.waiting.map { .event($0) } + (state.dropped > 0 ? [.dropped(state.dropped)] : [])
        }
    }
}

extension CallEvent {
    /// How much of an answer it holds on to.
    fileprivate var bodyBytes: Int {
        if case .ended(.success(let response)) = step { response.data.count } else { 0 }
    }
}
