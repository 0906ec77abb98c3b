/// A client that has a base URL: at the bottom of a stack, or in the middle if it resolves relative requests there.
///
/// Credentials, circuit breakers and retry budgets belong to an origin. By this protocol `authorizing(_:)` and the others find the
/// origin of relative requests, so that for instance a credential is sent there and to no other origin.
public protocol BaseURLClient: APIClient {
    /// The origin of the base URL; nil for a URL that cannot be used.
    var baseOrigin: Origin? { get }
}

/// A client that ends every call in time by itself.
///
/// It looks at the context of each request: a call fails with `URLError.timedOut` when its deadline has passed
/// (`CallContext.checkDeadline()`), and an exchange with the server lasts no longer than `CallContext.attemptLimit`. Around such a client `timingOut(after:)` only notes
/// the deadline in the request. Any other client is given a task of its own for each call, which is cancelled when the time is over.
/// The task begins in the thread of its caller: a client that blocks it, instead of suspending, is waited for.
///
/// A decorator that never waits by itself needs no more than the conformance. A client at the bottom returns true.
public protocol DeadlineEnforcing: APIClient {
    /// Whether every call ends in time. By default that of a decorator is what its upstream client says.
    var enforcesDeadline: Bool { get }
}

extension DeadlineEnforcing where Self: ClientDecorator {
    public var enforcesDeadline: Bool { upstream.enforcesDeadlines }
}

/// A client that delivers events later, such as a log that is written on a queue of its own.
public protocol FlushableClient: APIClient {
    /// Returns when this client has delivered all that has happened so far.
    func flushEvents() async
}

/// A client that sends headers which the requests that it gets do not have, such as a credential.
package protocol HeaderAddingClient: APIClient {
    /// The headers that it adds now, by name.
    var addedHeaders: [String: String] { get }
}

extension APIClient {
    /// The redaction of this client, which also hides the secrets that its layers and those of its fallback send, because an answer may
    /// repeat them.
    package var redactionOfAnswers: Redaction {
        var headers: [String: String] = [:]
        for case let layer as any HeaderAddingClient in layers {
            headers.merge(layer.addedHeaders) { outer, _ in outer }
        }
        let own = headers.isEmpty ? redaction : redaction.redacting(secretsOf: headers)
        return layers.compactMap { ($0 as? FallingBackClient)?.other }.reduce(own) { $0.union($1.redactionOfAnswers) }
    }

    /// Returns when every client of the stack, and of its fallback, has delivered all that has happened so far. Await it before a program
    /// ends.
    public func flush() async {
        for case let layer as any FlushableClient in layers { await layer.flushEvents() }
    }

    /// The client and all that it wraps, outermost first.
    package var layers: [any APIClient] { [any APIClient](of: self) }

    /// Whether every call ends in time without being given a task of its own.
    var enforcesDeadlines: Bool {
        (self as? any DeadlineEnforcing)?.enforcesDeadline ?? false
    }
}

// The layers of a stack. What is computed from them is not generic, so that it is compiled once and not for every decorator.
extension [any APIClient] {
    @inline(never)
    fileprivate init(of outermost: any APIClient) {
        self = [outermost]
        while let decorator = last as? any ClientDecorator { append(decorator.upstream) }
    }

    /// The origin of relative requests; nil if no client of the stack has a base URL.
    @inline(never)
    var baseOrigin: Origin? {
        lazy.compactMap { $0 as? any BaseURLClient }.first?.baseOrigin
    }
}

extension APIRequest {
    /// The origin of its URL; nil for a relative URL.
    var origin: Origin? {
        guard let url = urlRequest.url, url.scheme != nil else { return nil }
        return Origin(url)
    }
}
