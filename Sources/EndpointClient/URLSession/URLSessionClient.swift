/// A client for real servers, based on `URLSession`.
///
/// ```swift
/// let client = URLSessionClient(baseURL: URL(string: "https://api.example.com/v1")!)
/// let book = try await client.request(BookEndpoint(id: "1"))
/// ```
///
/// Relative requests stay below the base URL. A request that could be split into two is rejected before anything is
/// sent. Redirects are followed by `RedirectPolicy`, so that no credential leaves its origin. Nothing is cached, no
/// cookie is stored, and no challenge is answered. ``Limits`` bound how long a server can make a call wait and how much
/// it can make the client store. Cancelling the calling task ends a call immediately.
public struct URLSessionClient: APIClient {
    /// How long a server can make the client wait, and how much it can make it store.
    public typealias Limits = ClientLimits

    public var traits: ClientTraits { client.traits }

    private let client: TransportClient<URLSessionTransport>

    /// A client for an API below a URL. The headers are sent to the origin of that URL, unless a request has its own
    /// value.
    ///
    /// The redaction hides secrets in the errors of its calls, and in what the clients around it log and record.
    public init(
        baseURL: URL, headers: HeaderFields = [:], limits: Limits = Limits(), redaction: Redaction = .standard,
        time: TimeSource = .system
    ) {
        self.init(
            environment: BaseEnvironment(baseURL: baseURL, headers: headers), limits: limits, redaction: redaction,
            time: time)
    }

    /// A client for an API in one of its environments.
    public init(
        environment: some APIEnvironment, limits: Limits = Limits(), redaction: Redaction = .standard,
        time: TimeSource = .system
    ) {
        client = TransportClient(
            environment, limits: limits, redaction: redaction, time: time,
            transport: URLSessionTransport(connections: limits.concurrentCallsPerOrigin))
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try await client.send(request)
    }
}

extension URLSessionClient: DescriptionOnly {
    /// `URLSession(api.example.com)`, without its headers, which may hold a credential.
    public var description: String { "URLSession(\(client.resolver.base.host))" }
}

extension URLSessionClient {
    /// The number of entries in all tables of the client. The entry of a stopped task is removed shortly after the call
    /// has ended.
    package var callsUnderWay: Int { client.callsUnderWay }

    /// Calls that wait in the queue of their origin.
    package var callsWaiting: Int { client.callsWaiting }
}
