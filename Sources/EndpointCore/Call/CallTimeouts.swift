/// How long the parts of a call may take, for an endpoint (``Endpoint/timeouts``) or for one call:
/// `client.request(endpoint, timeouts: .init(head: .seconds(90)))`.
///
/// Each value replaces the limit that the client and the layers around it have for that part; nil leaves it to them.
/// What a call says takes precedence over what its endpoint says. When a limit has passed, the call fails with
/// `URLError.timedOut`, whose sentence names the limit. A limit below zero counts as zero.
public struct CallTimeouts: Hashable, Sendable {
    /// How long the name may be looked up and the connection be made, including TLS. Then the call fails with
    /// `URLError.cannotConnectToHost`: nothing was sent. `URLSessionClient` rejects it, because `URLSession` has no
    /// such limit.
    public var connect: Duration?

    /// How long an attempt may wait for the response, from when it leaves the queue of the client. The time in which
    /// the body of the request or the response is transferred doesn't count. It replaces `attemptDeadline` of a stack.
    public var head: Duration?

    /// How long the first element of a stream may take after the head of the response.
    public var firstElement: Duration?

    /// How long each further element of a stream may take after the element before it.
    public var betweenElements: Duration?

    /// How long the whole call may take, with all attempts and waits, or until the head of a stream or a download has
    /// arrived. It replaces `deadline` of a stack.
    public var call: Duration?

    /// Limits for some parts.
    public init(
        connect: Duration? = nil, head: Duration? = nil, firstElement: Duration? = nil,
        betweenElements: Duration? = nil, call: Duration? = nil
    ) {
        (self.connect, self.head, self.firstElement) = (connect, head, firstElement)
        (self.betweenElements, self.call) = (betweenElements, call)
    }
}

/// The timeouts of a call: those of its endpoint, and its own.
package final class BoundTimeouts: Sendable {
    private let endpoint: CallTimeouts?
    private let call: CallTimeouts?

    /// Nil if neither the endpoint nor the call has timeouts.
    init?(endpoint: CallTimeouts?, call: CallTimeouts?) {
        guard endpoint != nil || call != nil else { return nil }
        (self.endpoint, self.call) = (endpoint, call)
    }

    /// The limit of a part, with where it was set; nil if it is left to the client.
    package func limit(_ part: (CallTimeouts) -> Duration?) -> Deadline.Limit? {
        if let own = call.flatMap(part) { return Deadline.Limit(max(own, .zero), from: .call) }
        return endpoint.flatMap(part).map { Deadline.Limit(max($0, .zero), from: .endpoint) }
    }
}
