#if canImport(Combine) || ENDPOINT_OPENCOMBINE
    extension APIClient {
        /// A publisher that executes an endpoint once for each subscription, as soon as something is asked of it.
        ///
        /// It publishes the content and finishes, or fails with what ``request(_:)`` throws, on an arbitrary thread. Cancelling the
        /// subscription cancels the call.
        public func publisher<E: Endpoint>(for endpoint: E) -> EndpointPublisher<E.Content> {
            EndpointPublisher { try await request(endpoint) }
        }
    }
#endif
