/// The client that talks to real servers, through `URLSession`.
///
/// ```swift
/// let client = URLSessionClient(baseURL: URL(string: "https://api.example.com/v1")!)
/// let book = try await client.request(BookEndpoint(id: "1"))
/// ```
///
/// Relative requests stay below the base URL. A request that could be split into two is refused before anything is sent. Redirects are
/// followed by `RedirectPolicy`, so that no credential leaves its origin. Nothing is cached, no cookie is kept, and no challenge is
/// answered. ``Limits`` bound how long a server can make a call wait and how much it can make the client keep. Cancelling the calling
/// task ends a call at once.
public struct URLSessionClient: APIClient {
    public let redaction: Redaction

    private let resolver: RequestResolver
    private let redirects: RedirectPolicy
    private let transport: URLSessionTransport

    /// A client for an API below a URL. The headers go to the origin of that URL, unless a request has its own value.
    ///
    /// The redaction hides secrets in the errors of its calls, and in what the clients around it log and record.
    public init(
        baseURL: URL, headers: [String: String] = [:], limits: Limits = Limits(), redaction: Redaction = .standard,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            environment: BaseEnvironment(baseURL: baseURL, headers: headers), limits: limits, redaction: redaction,
            clock: clock)
    }

    /// A client for an API in one of its environments.
    public init(
        environment: some APIEnvironment, limits: Limits = Limits(), redaction: Redaction = .standard,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.redaction = redaction
        resolver = RequestResolver(environment)
        redirects = RedirectPolicy(
            limit: limits.redirects, allowsInsecureConnections: environment.allowsInsecureConnections)
        transport = URLSessionTransport(limits: limits, clock: clock)
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        do {
            return try await follow(try resolver.resolve(request), in: request.context)
        } catch {
            throw error.redacted(by: redaction)
        }
    }

    /// Sends a request, and again for each redirect, until a response is final.
    private func follow(_ request: ResolvedRequest, in context: CallContext) async throws -> APIResponse {
        var hop = request
        do {
            try context.checkDeadline()
            var timeouts = transport.timeouts(for: context)
            var redirectCount = 0
            while true {
                let response = try await perform(hop, after: redirectCount, &timeouts, in: context)
                guard let redirect = try redirects.next(after: response.http, to: hop, hop: redirectCount) else {
                    return response
                }
                context.emit(.redirected(status: response.http.statusCode, to: redirect.origin))
                hop = hop.following(redirect)
                redirectCount += 1
            }
        } catch let error as URLError {
            throw error.failing(at: hop.url, redaction: redaction)
        }
    }

    /// Performs one exchange of a call.
    ///
    /// After a redirect, an error that means that the server cannot be reached does not prove that nothing was sent. It becomes the
    /// error of a lost connection, so that a POST is not sent twice because of it.
    private func perform(
        _ hop: ResolvedRequest, after redirects: Int, _ timeouts: inout ExchangeTimeouts, in context: CallContext
    ) async throws -> APIResponse {
        do {
            return try await transport.perform(hop, &timeouts, in: context)
        } catch let error as URLError where redirects > 0 && error.code.wasNotSent {
            throw URLError(
                .networkConnectionLost,
                description: "The redirect to \(hop.origin) leads nowhere: \(error.localizedDescription)")
        }
    }
}

extension URLSessionClient: DescriptionOnly {
    /// `URLSession(api.example.com)`, without its headers, which may hold a credential.
    public var description: String { "URLSession(\(resolver.base.host))" }
}

extension URLSessionClient: BaseURLClient, DeadlineEnforcing {
    public var baseOrigin: Origin? { resolver.base.origin }

    public var enforcesDeadline: Bool { true }
}

extension URLSessionClient {
    /// The number of entries in all tables of the client. The entry of a stopped task is removed a moment after the call has ended.
    package var callsUnderWay: Int { transport.callsUnderWay }

    /// Calls that wait in the queue of their origin.
    package var callsWaiting: Int { transport.callsWaiting }

    /// How long a server can make a client wait, and how much it can make it keep.
    public struct Limits: Hashable, Sendable {
        /// How long a call may take with all its redirects, from when it leaves the queue; then it fails with `URLError.timedOut`.
        /// Nil for no limit.
        public var deadline: Duration?

        /// How long a call may go on without sending or receiving a byte; then it fails with `URLError.timedOut`. Nil for no limit.
        public var idle: Duration?

        /// The largest response body in bytes; a larger one fails with `URLError.dataLengthExceedsMaximum`. On Linux a compressed body
        /// may take more memory than this before it is stopped.
        public var responseBytes: Int

        /// How many calls to one origin are under way at once. Further ones wait in a queue, and no other limit counts that time. Also the
        /// number of connections that `URLSession` may open to a host.
        public var concurrentCallsPerOrigin: Int

        /// How many redirects one call follows; a further one fails with `URLError.httpTooManyRedirects`.
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
