#if canImport(Combine)
    public import Combine
#elseif ENDPOINT_OPENCOMBINE
    // Set by Tests/CombineInterop, which compiles these files on Linux.
    public import OpenCombine
#endif

#if canImport(Combine) || ENDPOINT_OPENCOMBINE
    /// One call for each subscription. Made by ``APIClient/publisher(for:)``.
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
#endif
