/// A client around another one.
///
/// ```swift
/// struct StampingClient: ClientDecorator {
///     let upstream: any APIClient
///     let stamp: String
///
///     func send(_ request: APIRequest) async throws -> APIResponse {
///         var request = request
///         request.urlRequest.setValue(stamp, forHTTPHeaderField: "X-Stamp")
///         return try await upstream.send(request)
///     }
/// }
/// ```
///
/// It describes itself, with all that it wraps: `Stamping › URLSession(api.example.com)`.
public protocol ClientDecorator: APIClient, CustomStringConvertible {
    /// The client that it wraps.
    var upstream: any APIClient { get }

    /// Its word in the description: by default the name of its type without "Client".
    var name: String { get }
}

extension ClientDecorator {
    public var redaction: Redaction { upstream.redaction }

    public var name: String {
        let type = "\(type(of: self))"
        return type.hasSuffix("Client") ? String(type.dropLast("Client".count)) : type
    }

    /// The words of all that it is made of, outermost first: `Retrying › Authorizing › URLSession(api.example.com)`. A stack that
    /// works against itself says so.
    public var description: String {
        let words = layers.map { ($0 as? any ClientDecorator)?.name ?? "\($0)" }.joined(separator: " › ")
        return disorder.map { "\(words) (\($0))" } ?? words
    }
}

extension APIClient {
    /// The client and all that it wraps, outermost first.
    package var layers: [any APIClient] {
        var layers: [any APIClient] = [self]
        while let decorator = layers.last as? any ClientDecorator { layers.append(decorator.upstream) }
        return layers
    }

    /// The first thing that is wrong with the order of the layers: "Authorizing belongs inside Retrying". Nil if nothing is.
    var disorder: String? {
        let ranked = layers.compactMap { $0 as? any OrderedLayer }
        let pair = zip(ranked, ranked.dropFirst()).first { $0.rank > $1.rank }
        return pair.map { "\($0.name) belongs inside \($1.name)" }
    }

    /// Where relative requests go, as far as the innermost client knows.
    package var baseOrigin: Origin? {
        (layers.last as? any BaseURLClient)?.home
    }

    /// Whether every layer ends in time by itself: see ``DeadlineEnforcing``.
    var enforcesDeadlines: Bool {
        layers.allSatisfy { ($0 as? any DeadlineEnforcing)?.enforcesDeadline ?? false }
    }
}

/// A decorator that has its place in a stack.
package protocol OrderedLayer: ClientDecorator {
    /// Its place.
    var rank: LayerOrder { get }
}

/// The order of a stack, outermost first.
///
/// Whoever watches sees everything. A fallback outside retries, or it would hide failures from them. A call's deadline outside
/// retries, an attempt's inside. One idempotency key for all attempts; a fresh credential for each. A breaker counts attempts.
package enum LayerOrder: Int, Comparable, Sendable {
    case watching, fallback, callDeadline, idempotencyKey, tracing, retrying, authorizing, breaking, attemptDeadline,
        chaos, cassette

    package static func < (first: LayerOrder, second: LayerOrder) -> Bool {
        first.rawValue < second.rawValue
    }
}

/// A client that never takes longer than its request's context allows, by more than a moment, if the clients that it wraps do not.
///
/// Around such clients a deadline costs nothing but a note in the request; any other client has to be raced against the time.
package protocol DeadlineEnforcing: APIClient {
    /// Whether it does: also depends on how it was made.
    var enforcesDeadline: Bool { get }
}

extension DeadlineEnforcing {
    package var enforcesDeadline: Bool { true }
}

/// An innermost client that knows where relative requests go.
package protocol BaseURLClient: APIClient {
    /// The origin of its base URL; nil for a base URL that cannot be used.
    var home: Origin? { get }
}

/// A client that tells someone later.
protocol FlushableClient: APIClient {
    var queue: BoundedEventQueue { get }
}

extension APIClient {
    /// Returns when the logs of all its layers have been told all that has happened so far. A program that is about to
    /// end waits for it.
    public func flush() async {
        for case let layer as any FlushableClient in layers { await layer.queue.flush() }
    }
}
