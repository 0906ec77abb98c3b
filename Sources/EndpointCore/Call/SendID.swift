/// The identity of one request that a client sends. Each attempt, each redirect and each of two requests that an
/// attempt sends at the same time has one of its own.
///
/// The client that sends the request assigns it with `CallContext.beginSend()`, and the events of the request have it:
/// `CallEvent.send`.
public struct SendID: Hashable, Sendable {
    private final class Identity: Sendable {}

    private let identity = Identity()

    init() {}

    public static func == (first: SendID, second: SendID) -> Bool { first.identity === second.identity }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(identity)) }
}

/// A report of a client about a call.
package enum CallSignal: Sendable {
    /// A step of the call, and the request that it belongs to; nil if it belongs to none, or to one without an
    /// identity.
    case step(CallStep, SendID?)
    /// A client sends a request, possibly after a wait in a queue.
    case began(SendID)
    /// A request has its response, has failed or was given up.
    case ended(SendID)
    /// A client sends a request with these headers, to which only the engine adds others.
    case headers(HeaderFields)
    /// A client sends the body of a request.
    case body(BodyReport)
}
