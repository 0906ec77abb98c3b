#if canImport(Combine)
    public import Combine
#elseif ENDPOINT_OPENCOMBINE
    // Set by Tests/CombineInterop, which compiles these files on Linux.
    public import OpenCombine
#endif

#if canImport(Combine) || ENDPOINT_OPENCOMBINE
    extension APIClient {
        /// A publisher that executes an endpoint once for each subscription, when the subscriber first requests a
        /// value.
        ///
        /// It publishes the content and finishes, or fails with what ``request(_:timeouts:)`` throws, on an arbitrary
        /// thread. Cancelling the subscription cancels the call.
        public func publisher<E: Endpoint>(for endpoint: E) -> EndpointPublisher<E.Content> {
            EndpointPublisher { try await request(endpoint) }
        }
    }

    /// A publisher of the content of an endpoint, made by ``APIClient/publisher(for:)``.
    public struct EndpointPublisher<Output: Sendable>: Publisher, Sendable {
        public typealias Failure = any Error

        private let call: @Sendable () async throws -> Output

        init(_ call: @escaping @Sendable () async throws -> Output) {
            self.call = call
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == any Error {
            subscriber.receive(subscription: EndpointSubscription(AnySubscriber(subscriber), call))
        }
    }

    /// A task that waits for demand, makes the call and publishes its result, unless it is cancelled.
    final class EndpointSubscription: Subscription {
        private let demand: AsyncStream<Void>.Continuation
        private let task: Task<Void, Never>

        init<Output: Sendable>(
            _ subscriber: AnySubscriber<Output, any Error>, _ call: @escaping @Sendable () async throws -> Output
        ) {
            // Subscribers are not Sendable, and `receive(subscriber:)` does not take them as `sending`, so they cannot
            // reach a task in any other way. Combine allows serial calls from any thread, which the task guarantees.
            nonisolated(unsafe) let subscriber = subscriber
            let (demands, demand) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            self.demand = demand
            task = Task {
                guard await demands.first(where: { true }) != nil, !Task.isCancelled else { return }
                do {
                    let content = try await call()
                    guard !Task.isCancelled else { return }
                    _ = subscriber.receive(content)
                    if !Task.isCancelled { subscriber.receive(completion: .finished) }
                } catch {
                    if !Task.isCancelled { subscriber.receive(completion: .failure(error)) }
                }
            }
        }

        deinit {
            demand.finish()
        }

        func request(_ demand: Subscribers.Demand) {
            if demand > .none { self.demand.yield() }
        }

        func cancel() {
            task.cancel()
        }
    }
#endif
