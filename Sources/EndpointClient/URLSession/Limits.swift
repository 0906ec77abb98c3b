extension URLSessionClient {
    /// What a server may make a client wait for, and keep.
    public struct Limits: Hashable, Sendable {
        /// How long a call may take in all, over its redirects, once it has been let in; then it fails with `URLError.timedOut`.
        /// Nil for no limit.
        public var deadline: Duration?

        /// How long nothing may arrive and nothing be sent; then the call fails with `URLError.timedOut`. Nil for no limit.
        public var idle: Duration?

        /// Bytes of a response body; beyond it the call fails with `URLError.dataLengthExceedsMaximum`. On Linux a compressed
        /// body may take more memory than this before it is stopped.
        public var responseBytes: Int

        /// Calls that are under way at once to one origin; the rest wait their turn, which no other limit counts. Also the number of
        /// connections that `URLSession` may open to a host.
        public var concurrentCallsPerOrigin: Int

        /// Redirects that one call follows; beyond it the call fails with `URLError.httpTooManyRedirects`.
        public var redirects: Int

        /// Limits, each with a default that suits most APIs.
        public init(
            deadline: Duration? = .seconds(3600), idle: Duration? = .seconds(60), responseBytes: Int = 64 << 20,
            concurrentCallsPerOrigin: Int = 16, redirects: Int = 10
        ) {
            self.deadline = deadline
            self.idle = idle
            self.responseBytes = responseBytes
            self.concurrentCallsPerOrigin = max(1, concurrentCallsPerOrigin)
            self.redirects = max(0, redirects)
        }
    }
}
