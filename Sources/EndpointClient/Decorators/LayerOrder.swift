/// A place in a stack of decorators. Places are compared from the outermost to the innermost.
///
/// - Logs and meters are outside everything that they should observe.
/// - The trace is outside everything that sends: retries, fallbacks, credentials. Each request of the call is one of
///   its spans.
/// - The idempotency key is outside a fallback, which sends a call elsewhere only if it may be repeated, and outside
///   retries, so that all attempts of a call share it.
/// - A fallback is outside retries; inside, it would hide the failures that should be tried again.
/// - The deadline of a call is outside retries, that of an attempt inside.
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
    /// Retries. Layers inside them run once for each attempt.
    public static let retrying = LayerOrder(position: 5)
    /// Credentials.
    public static let authorizing = LayerOrder(position: 6)
    /// Circuit breakers.
    public static let circuitBreaking = LayerOrder(position: 7)
    /// The limit of each attempt.
    public static let attemptDeadline = LayerOrder(position: 8)
    /// Faults for tests.
    public static let chaos = LayerOrder(position: 9)
    /// Recordings: innermost.
    public static let cassette = LayerOrder(position: 10)

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
