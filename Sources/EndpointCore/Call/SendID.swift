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
    /// A second request is sent for an attempt, or the result of both is known.
    case hedged(HedgeReport)
}

/// A second request that is sent for an attempt because the first has no response yet. Such an attempt is final, and
/// counts as two.
package struct HedgeReport: Sendable {
    /// The request that does not provide the result of the attempt.
    package struct Other: Sendable {
        package let isSecond: Bool
        package let duration: Duration
        package let status: Int?
        package let failure: RetryFailure?
        /// How long the request took that provides the result.
        package let winningDuration: Duration

        package init(
            isSecond: Bool, duration: Duration, status: Int?, failure: RetryFailure?, winningDuration: Duration
        ) {
            (self.isSecond, self.duration, self.winningDuration) = (isSecond, duration, winningDuration)
            (self.status, self.failure) = (status, failure)
        }
    }

    /// The time from the beginning of the first request to that of the second.
    package let delay: Duration

    /// Nil until there is a result.
    package var other: Other?

    package init(delay: Duration, other: Other? = nil) {
        (self.delay, self.other) = (delay, other)
    }
}
