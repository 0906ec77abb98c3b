/// Passes events to a listener in order, on a queue of its own, so that a slow listener does not delay a
/// call.
///
/// Events that the listener has not yet received are stored, up to a number of events and of bytes in bodies. Further
/// events are dropped and counted.
final class BoundedEventQueue: Sendable {
    /// What a listener receives: an event, or the number of events that were dropped at this point, and the date of the
    /// last of them.
    enum Item: Sendable {
        case event(CallEvent)
        case dropped(Int, last: Date)
    }

    private struct State {
        var waiting: [Item] = []
        /// The number of events that wait or are being handled, and the bytes of their bodies.
        var events = 0
        var bytes = 0
        var isRunning = false

        /// Adds an event after the waiting ones, or counts it as dropped at that position.
        mutating func add(_ event: CallEvent, bytes: Int, limit: (events: Int, bytes: Int)) {
            let fits = events < limit.events && self.bytes + bytes <= limit.bytes
            if events > 0, case .dropped(let count, _) = waiting.last {
                waiting[waiting.count - 1] = .dropped(count + 1, last: event.date)
            } else if events == 0 || fits {
                waiting.append(.event(event))
                events += 1
                self.bytes += bytes
            } else {
                waiting.append(.dropped(1, last: event.date))
            }
        }
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

    /// Adds an event and returns immediately.
    ///
    /// An empty queue accepts an event of any size. After a dropped event, further ones are dropped too until the
    /// listener gets the waiting ones, so that one notice counts many. The notice takes their place in the queue.
    func add(_ event: CallEvent) {
        let bytes = event.bodyBytes
        let starts = state.withLock { state in
            state.add(event, bytes: bytes, limit: limit)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.async { self.run() } }
    }

    /// Returns when the listener has received all events that were added before, or when the task is cancelled; the
    /// events are delivered nevertheless.
    func flush() async {
        let done = Promise<Void>()
        await withTaskCancellationHandler {
            queue.async {
                self.run()
                done.resolve(.success(()))
            }
            try? await done.value {}
        } onCancel: {
            done.resolve(.success(()))
        }
    }

    private func run() {
        while let items = take() {
            for item in items {
                listener(item)
                guard case .event(let event) = item else { continue }
                let bytes = event.bodyBytes
                state.withLock { state in
                    state.events -= 1
                    state.bytes -= bytes
                }
            }
        }
    }

    /// Takes the waiting events; nil if there are none.
    private func take() -> [Item]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}

extension CallEvent {
    /// The bytes of the bodies that only the event keeps in memory: those of the last event of a call. Until then the
    /// call itself keeps them.
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
