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
