/// Sends a request to a server and returns the response: the only effect of the library.
///
/// `LiveClient` is for real servers. Mocks, recorders and replayers are clients too; logging, retries and the rest wrap
/// one client in another. The methods that callers use, such as ``request(_:timeouts:)``, are extensions that are pure
/// apart from one call of ``send(_:)``.
public protocol APIClient: Sendable {
    /// Performs one exchange and returns the server's response, whatever its status.
    ///
    /// - Throws: `RequestError` when the request cannot be sent safely, `URLError` when there is no response, and
    ///   `CancellationError` when the calling task is cancelled.
    func send(_ request: APIRequest) async throws -> APIResponse

    /// Its properties for the clients around it, such as its base URL. The default has no base URL; a
    /// ``ClientDecorator`` has the traits of the client that it wraps.
    var traits: ClientTraits { get }
}

/// Gets the content of a stale response, with the response, before the refreshed one is there.
typealias StaleContent<E: Endpoint> = @Sendable (E.Content, HTTPURLResponse) async -> Void

extension APIClient {
    public var traits: ClientTraits { ClientTraits() }

    /// Executes an endpoint: makes its request, sends it, validates the response and reads it, in the caller's task.
    /// The timeouts replace those of the endpoint and of the client.
    ///
    /// - Throws: what the endpoint throws (`HTTPError`, `ContentError`, `RequestError` or an error of its own), and
    ///   what ``send(_:)`` throws.
    public func request<E: Endpoint>(_ endpoint: E, timeouts: CallTimeouts? = nil) async throws -> E.Content {
        try await response(for: endpoint, timeouts, to: endpoint.makeAPIRequest).content
    }

    /// Executes an endpoint and returns its content together with the response: the status, the headers, and the URL
    /// after redirects.
    ///
    /// - Throws: what ``request(_:timeouts:)`` throws.
    public func response<E: Endpoint>(
        for endpoint: E, timeouts: CallTimeouts? = nil
    ) async throws -> (content: E.Content, http: HTTPURLResponse) {
        try await response(for: endpoint, timeouts, to: endpoint.makeAPIRequest)
    }

    /// Sends the request that a closure makes of an endpoint, and reads the response: the one body of all verbs.
    ///
    /// If a cache answers with a stale response that it refreshes meanwhile, `show` gets the content of that response,
    /// and the result is the refreshed one. Without `show` the result is the stale one.
    @inline(__always)  // One asynchronous function less in every call.
    func response<E: Endpoint>(
        for endpoint: E, _ timeouts: CallTimeouts? = nil, showingStale show: StaleContent<E>? = nil,
        to makeRequest: () throws -> APIRequest
    ) async throws -> (content: E.Content, http: HTTPURLResponse) {
        do {
            var request = try makeRequest()
            let isLimited = request.apply(timeouts, on: self)
            var response = try await isLimited ? sendInTime(request) : send(request)
            if let show, let refreshed = response.stored?.refreshed {
                if let stale = try? endpoint.read(response, to: request) { await show(stale, response.http) }
                response = try await refreshed()
            }
            return (try endpoint.read(response, to: request, redaction: traits.redactionOfAnswers), response.http)
        } catch {
            throw error.withoutOrigin.redacted(by: traits.redaction)
        }
    }

    /// Executes an endpoint for a caller that can show something at once: `show` gets the content of a stale response
    /// that a cache refreshes meanwhile.
    package func request<E: Endpoint>(
        _ endpoint: E, showingStale show: @escaping @Sendable (E.Content) async -> Void
    ) async throws -> E.Content {
        try await response(
            for: endpoint, showingStale: { content, _ in await show(content) }, to: endpoint.makeAPIRequest
        )
        .content
    }

    /// Executes an endpoint that sends a file, a stream or much data:
    /// `try await client.upload(cover, progress: .handler { show($0) })`.
    ///
    /// - Throws: what ``request(_:timeouts:)`` throws.
    public func upload<E: UploadEndpoint>(
        _ endpoint: E, timeouts: CallTimeouts? = nil, progress: TransferProgress.Handler? = nil
    ) async throws -> E.Content {
        defer { progress?.end() }
        return try await response(for: endpoint, timeouts) {
            var request = try endpoint.makeAPIRequest()
            request.progress = progress?.handle
            return request
        }.content
    }

    /// Executes an endpoint whose response is read as it arrives:
    /// `for try await event in client.stream(endpoint) { … }`.
    ///
    /// The request is sent when the loop begins. The loop throws what ``request(_:timeouts:)`` throws, and
    /// `StreamError` for a body that cannot be divided into elements.
    public func stream<E: StreamEndpoint>(_ endpoint: E, timeouts: CallTimeouts? = nil) -> ContentStream<E> {
        ContentStream(client: self, endpoint: endpoint, timeouts: timeouts)
    }

    /// Executes an endpoint whose response is a stream of server-sent events, and reconnects when the stream has ended
    /// or failed (WHATWG HTML §9.2), as the policy decides: `client.stream(endpoint, reconnecting: .standard)`.
    ///
    /// The endpoint makes a new request each time, to which the identifier of the last event is added as
    /// `Last-Event-ID`. A response with 204 ends the stream. `time` measures the waits and draws their jitter; a date
    /// in `Retry-After` is compared to its date if the response has none.
    public func stream<E: StreamEndpoint>(
        _ endpoint: E, timeouts: CallTimeouts? = nil, reconnecting policy: ReconnectionPolicy,
        time: TimeSource = .system
    ) -> ContentStream<E> where E.Framing == EventFraming {
        let reconnection = Reconnection(policy: policy, time: time)
        return ContentStream(client: self, endpoint: endpoint, timeouts: timeouts, reconnection: reconnection)
    }
}
