/// A place in a stack of decorators. Places are compared from the outermost to the innermost.
///
/// - Logs and meters are outside everything that they should observe.
/// - The trace is outside everything that sends: retries, fallbacks, credentials. Each request of the call is one of
///   its spans.
/// - The idempotency key is outside a fallback, which sends a call elsewhere only if it may be repeated, and outside
///   retries, so that all attempts of a call share it.
/// - A fallback is outside retries; inside, it would hide the failures that should be tried again.
/// - The deadline of a call is outside retries, that of an attempt inside.
/// - Equal calls share an exchange inside the deadlines of the callers, and outside a cache, which then looks once.
/// - A cache is outside retries, so that a hit is no attempt, and outside credentials: it gets the identity of the
///   credential from the traits.
/// - A second request for a slow one is inside retries, because both belong to one attempt, and outside credentials.
/// - A limit of the number of calls is outside circuit breakers and the limit of an attempt: a wait in a queue is no
///   failure of the server.
/// - A credential is inside retries, so that each attempt gets a fresh one; a circuit breaker too, so that it counts
///   attempts.
///
/// A decorator of your own declares its place relative to one of these: `.inside(.retrying)`, `.outside(.authorizing)`.
public struct LayerOrder: Comparable, Hashable, Sendable {
    private let position: Double

    /// Logs and meters: outermost.
    public static let watching = LayerOrder(position: 0)
    /// The trace of the call.
    public static let tracing = LayerOrder(position: 1)
    /// The `Idempotency-Key` of the call.
    public static let idempotencyKey = LayerOrder(position: 2)
    /// A fallback.
    public static let fallback = LayerOrder(position: 3)
    /// The deadline of the whole call.
    public static let callDeadline = LayerOrder(position: 4)
    /// One exchange for equal calls.
    public static let coalescing = LayerOrder(position: 5)
    /// A cache.
    public static let caching = LayerOrder(position: 6)
    /// Retries. Layers inside them run once for each attempt.
    public static let retrying = LayerOrder(position: 7)
    /// A second request if the first is slow.
    public static let hedging = LayerOrder(position: 8)
    /// Edits of each request.
    public static let adapting = LayerOrder(position: 9)
    /// Credentials.
    public static let authorizing = LayerOrder(position: 10)
    /// Limits of the number of calls.
    public static let limiting = LayerOrder(position: 11)
    /// Circuit breakers.
    public static let circuitBreaking = LayerOrder(position: 12)
    /// The limit of each attempt.
    public static let attemptDeadline = LayerOrder(position: 13)
    /// Signatures.
    public static let signing = LayerOrder(position: 14)
    /// Faults for tests.
    public static let chaos = LayerOrder(position: 15)
    /// Recordings: innermost.
    public static let cassette = LayerOrder(position: 16)

    /// A place right inside another one.
    public static func inside(_ other: LayerOrder) -> LayerOrder {
        LayerOrder(position: other.position + 0.25)
    }

    /// A place right outside another one.
    public static func outside(_ other: LayerOrder) -> LayerOrder {
        LayerOrder(position: other.position - 0.25)
    }

    public static func < (first: LayerOrder, second: LayerOrder) -> Bool {
        first.position < second.position
    }
}

extension [ClientLayer] {
    /// The first mistake in the order of the layers: "Authorizing belongs inside Retrying". Retries around retries
    /// multiply the attempts of a call, and are a mistake too. Nil if there is none.
    var disorder: String? {
        let ordered = compactMap { layer in layer.order.map { (name: layer.name, order: $0) } }
        let pair = zip(ordered, ordered.dropFirst()).first { $0.order > $1.order }
        if let (outer, inner) = pair { return "\(outer.name()) belongs inside \(inner.name())" }
        let retries = ordered.filter { $0.order == .retrying }
        return retries.count > 1 ? "there are \(retries.count) layers of \(retries[0].name())" : nil
    }
}
