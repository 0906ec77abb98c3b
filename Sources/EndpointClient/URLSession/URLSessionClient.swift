/// A client for real servers, based on `URLSession`: see ``EngineClient``, whose rules it follows.
public typealias URLSessionClient = EngineClient<URLSessionEngine>

/// The engine over Foundation's `URLSession`: see ``URLSessionClient``.
public enum URLSessionEngine {}

extension EngineClient where Engine == URLSessionEngine {
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

    /// A client for absolute URLs, such as those of links; it has no base URL.
    public init(limits: Limits = Limits(), redaction: Redaction = .standard, time: TimeSource = .system) {
        self.init(RequestResolver(), limits, redaction, time)
    }

    /// A client for an API in one of its environments.
    public init(
        environment: some APIEnvironment, limits: Limits = Limits(), redaction: Redaction = .standard,
        time: TimeSource = .system
    ) {
        self.init(RequestResolver(environment), limits, redaction, time)
    }

    private init(_ resolver: RequestResolver, _ limits: Limits, _ redaction: Redaction, _ time: TimeSource) {
        self.init(
            resolver, limits: limits, redaction: redaction, time: time,
            transport: URLSessionTransport(connections: limits.connectionsPerOrigin))
    }
}
