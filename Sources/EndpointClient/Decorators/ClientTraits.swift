/// The properties of a client that the clients around it use: the origin of relative requests, the redaction, whether
/// it enforces deadlines.
///
/// The defaults hold for every client, so that one without traits works. A client with a base URL has a `let traits`,
/// set in its initializer: `traits = ClientTraits(baseURL: baseURL)`. Its copies, and all stacks around it, then share
/// the state of its servers: retry budgets and circuit breakers.
///
/// The traits of a decorator are those of the client that it wraps, except ``order`` and ``enforcesDeadlines``:
/// ``ClientDecorator/inheritedTraits(waits:)``. A decorator reads them once, when it is made; only ``sentHeaders`` is
/// called for each response.
public struct ClientTraits: Sendable {
    /// The origin of the base URL, to which relative requests go; nil without one, and for a URL that cannot be used.
    ///
    /// Credentials, circuit breakers and retry budgets belong to an origin. Without it a credential is sent with
    /// relative requests only.
    public var baseOrigin: Origin?

    /// Hides secrets in the errors of the client's calls, and in what the clients around it log and record.
    public var redaction: Redaction

    /// Whether the client itself ends every call in time.
    ///
    /// Such a client checks the context of each request: a call fails with `URLError.timedOut` when its deadline has
    /// passed (`CallContext.checkDeadline()`), and an exchange with the server lasts no longer than
    /// `CallContext.attemptLimit`. Around it `timingOut(after:)` only sets the deadline in the request. Each call of
    /// any other client runs in a task of its own, which is cancelled when the time is over. The task starts on its
    /// caller's thread: a client that blocks it, instead of suspending, delays the caller. So does one that declares
    /// true and does not enforce deadlines.
    public var enforcesDeadlines: Bool

    /// Whether each request that leaves the client has the signature of its call, or nothing leaves it, as with a mock.
    /// False unless declared: then ``APIClient/signing(_:)`` around it refuses every request, because it would be sent
    /// without its signature. A client that sends `ResolvedRequest.signed(in:on:)` declares true.
    public var signsRequests = false

    /// Whether the client makes a span for each request that it sends, with `traced(by:)`. False unless declared: then
    /// the decorators around it give each request of a traced call a `traceparent`.
    public var tracesRequests = false

    /// The place of the client in a stack; nil if it works anywhere.
    public var order: LayerOrder?

    /// The headers that the client, or one inside it, adds to requests now, such as a credential. The secrets among
    /// them are hidden in errors and logs if a response repeats them.
    public var sentHeaders: @Sendable () -> HeaderFields

    /// Returns when this client and all inside it have delivered all events so far, such as the lines of a log; earlier
    /// if the task is cancelled.
    public var flush: @Sendable () async -> Void

    /// The time source of the outermost client that has one, for the timeouts of a call.
    package var time = TimeSource.system

    /// Below which URL relative requests go.
    var base = BaseURL(nil)

    /// The headers that the engine adds to each request that doesn't have them, such as `Accept-Encoding`.
    var engineHeaders: HeaderFields = [:]

    /// Updates ``sentHeaders`` for a request that would be sent now, and returns whether its credential is known. It
    /// isn't if only sending the request can show it, as with one that has to be refreshed.
    var knowsCredential: @Sendable (CallContext) async -> Bool = { _ in true }

    /// The state of the servers: retry budgets and circuit breakers.
    let health: ServerHealth

    /// Starts the trace of a call that has none; nil if calls are not traced.
    var trace: (@Sendable (APIRequest) -> APIRequest)?

    /// The name of a decorator in descriptions; nil for a client that wraps none.
    private var name: (@Sendable () -> String)?
    /// The layers that a decorator wraps, outermost first.
    private var inner: [ClientLayer] = []
    private var fallbacks: [ClientTraits] = []

    /// The traits of a client that wraps none, by default those of a client that declares nothing.
    public init(baseURL: URL? = nil, redaction: Redaction = .standard, enforcesDeadlines: Bool = false) {
        base = BaseURL(baseURL)
        baseOrigin = base.origin
        self.redaction = redaction
        self.enforcesDeadlines = enforcesDeadlines
        sentHeaders = { [:] }
        flush = {}
        health = ServerHealth()
    }

    /// The traits of a decorator. Not generic, so that it is compiled once and not for every decorator.
    @inline(never)
    init(
        around upstream: any APIClient, name: @escaping @Sendable () -> String, order: LayerOrder?, waits: Bool
    ) {
        self = upstream.traits
        inner = layers(of: upstream)
        (self.name, self.order) = (name, order)
        if waits { enforcesDeadlines = false }
    }

    /// The client with these traits and everything that it wraps, outermost first.
    func layers(of client: any APIClient) -> [ClientLayer] {
        [ClientLayer(name: name ?? { client.ownName }, order: order)] + inner
    }
}

extension ClientTraits {
    /// These traits for a client that itself delivers something later: the closure returns when that is done. It is
    /// awaited before those of the clients inside it.
    public func flushing(_ own: @escaping @Sendable () async -> Void) -> ClientTraits {
        var traits = self
        traits.flush = { [flush] in
            await own()
            await flush()
        }
        return traits
    }

    /// These traits for a client that adds headers, which take precedence over those of the clients inside it.
    public func sending(_ own: @escaping @Sendable () -> HeaderFields) -> ClientTraits {
        var traits = self
        traits.sentHeaders = { [sentHeaders] in sentHeaders().merging(own()) }
        return traits
    }

    /// These traits for a client with another one as its fallback.
    func fallingBack(to other: ClientTraits) -> ClientTraits {
        var traits = flushing(other.flush)
        traits.tracesRequests = tracesRequests && other.tracesRequests
        traits.signsRequests = signsRequests && other.signsRequests
        traits.redaction = redaction.union(other.redaction)
        traits.fallbacks.append(other)
        return traits
    }

    /// The redaction, which also hides the secrets that the client and its fallbacks send, because a response may
    /// repeat them.
    var redactionOfAnswers: Redaction {
        let headers = sentHeaders()
        let own = headers.isEmpty ? redaction : redaction.redacting(secretsOf: headers)
        return fallbacks.reduce(own) { $0.union($1.redactionOfAnswers) }
    }
}

/// A layer of a stack, for descriptions and warnings.
struct ClientLayer: Sendable {
    let name: @Sendable () -> String
    let order: LayerOrder?
}

extension APIClient {
    /// Returns when every client of the stack, and of its fallback, has delivered all events so far. Await it before
    /// the program ends.
    ///
    /// If its task is cancelled, it returns at once, even while a log sink hangs; `Task.isCancelled` is then true. The
    /// events are still delivered if the program continues. A closure of
    /// ``ClientTraits/flushing(_:)`` that doesn't react to cancellation is waited for.
    public func flush() async { await traits.flush() }

    /// The client and everything that it wraps, outermost first.
    var layers: [ClientLayer] { traits.layers(of: self) }
}

extension APIRequest {
    /// The origin of its URL; nil for a relative URL.
    var origin: Origin? {
        guard let url = urlRequest.url, url.scheme != nil else { return nil }
        return Origin(url)
    }
}
