/// The client that talks to real servers, through `URLSession`.
///
/// ```swift
/// let client = URLSessionClient(baseURL: URL(string: "https://api.example.com/v1")!)
/// let book = try await client.request(BookEndpoint(id: "1"))
/// ```
///
/// What it does beyond carrying bytes: relative requests stay below the base URL; what could split a message is refused
/// before anything is sent; redirects are followed by `RedirectPolicy`, so that no credential leaves its origin; nothing is
/// cached, no cookie is kept, no challenge is answered; and ``Limits`` bound what a server can make it wait for and keep.
/// Cancelling the calling task ends a call at once.
public struct URLSessionClient: APIClient {
    private let outgoing: RequestResolver
    private let redirects: RedirectPolicy
    private let transport: URLSessionTransport

    /// A client for an API below a URL. The headers go to the origin of that URL, unless a request has its own value.
    public init(
        baseURL: URL, headers: [String: String] = [:], limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            environment: BaseEnvironment(baseURL: baseURL, headers: headers), limits: limits, clock: clock)
    }

    /// A client for an API in one of its environments.
    public init(
        environment: some APIEnvironment, limits: Limits = Limits(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        outgoing = RequestResolver(environment)
        redirects = RedirectPolicy(
            limit: limits.redirects, allowsInsecureConnections: environment.allowsInsecureConnections)
        transport = URLSessionTransport(limits: limits, clock: clock)
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        var hop = try outgoing.apply(to: request)
        do {
            try request.context.checkDeadline()
            return try await follow(&hop, in: request.context)
        } catch let error as URLError {
            throw error.of(hop.url)
        }
    }
}

extension URLSessionClient {
    /// One hop after the other, until an answer leads nowhere else.
    private func follow(_ hop: inout OutgoingRequest, in context: CallContext) async throws -> APIResponse {
        var patience = transport.patience(for: context)
        var redirectCount = 0
        while true {
            let response = try await perform(hop, after: redirectCount, &patience, in: context)
            guard let redirect = try redirects.next(after: response.http, to: hop, hop: redirectCount) else {
                return response
            }
            context.emit(.redirected(status: response.http.statusCode, to: redirect.origin))
            hop = hop.following(redirect)
            redirectCount += 1
        }
    }

    /// One hop of a call. Behind a redirect, a server that cannot be reached no longer proves that nothing was sent: the error
    /// becomes one of a broken connection, so that nobody sends a POST twice because of it.
    private func perform(
        _ hop: OutgoingRequest, after redirects: Int, _ patience: inout ExchangeTimeouts, in context: CallContext
    ) async throws -> APIResponse {
        do {
            return try await transport.perform(hop, &patience, in: context)
        } catch let error as URLError where redirects > 0 && error.code.wasNotSent {
            throw URLError(
                .networkConnectionLost,
                saying: "The redirect to \(hop.origin) leads nowhere: \(error.localizedDescription)")
        }
    }
}

extension URLSessionClient: CustomStringConvertible, CustomReflectable {
    /// `URLSession(api.example.com)`
    public var description: String { "URLSession(\(outgoing.base.host))" }

    /// The description alone: its headers may hold a credential.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension URLSessionClient: BaseURLClient, DeadlineEnforcing {
    public var baseOrigin: Origin? { outgoing.base.origin }

    public var enforcesDeadline: Bool { true }
}

/// An environment that is no more than a URL and headers.
struct BaseEnvironment: APIEnvironment {
    let baseURL: URL
    let headers: [String: String]
}

extension URLSessionClient {
    /// Calls that the client still knows of, in any of its tables. A stopped task leaves a moment after its caller.
    package var callsUnderWay: Int { transport.callsUnderWay }

    /// Calls that wait for their turn.
    package var callsWaiting: Int { transport.callsWaiting }
}

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
