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
