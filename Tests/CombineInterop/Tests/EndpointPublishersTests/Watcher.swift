import EndpointPublishers

/// A subscriber that requests nothing by itself, and reports what it receives.
final class Watcher: Subscriber, Sendable {
    enum Event: Equatable {
        case value(Int), finished, failed(String)
    }

    let events: AsyncStream<Event>
    private let tell: AsyncStream<Event>.Continuation
    private nonisolated(unsafe) var subscription: (any Subscription)?

    init() {
        (events, tell) = AsyncStream.makeStream()
    }

    deinit {
        tell.finish()
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        tell.yield(.value(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<any Error>) {
        if case .failure(let error) = completion {
            tell.yield(.failed("\(type(of: error))"))
        } else {
            tell.yield(.finished)
        }
        tell.finish()
    }

    func demand(_ demand: Subscribers.Demand) {
        subscription?.request(demand)
    }

    func cancel() {
        subscription?.cancel()
    }
}
