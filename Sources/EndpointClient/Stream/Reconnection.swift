/// How a stream reconnects after it has ended.
struct Reconnection: Sendable {
    let policy: ReconnectionPolicy
    let time: TimeSource

    /// How long to wait first; nil if the stream has ended for good.
    func wait(after error: (any Error)?, _ progress: StreamProgress) -> Duration? {
        let failure = error.map { RetryFailure($0) }
        let ending = StreamEnding(
            status: progress.status, failure: failure, failures: progress.failures, retry: progress.retry,
            retryAfter: error?.httpError?.retryAfter(from: time.date()),
            isRepeatable: progress.isRepeatable || failure?.wasNotProcessed == true)
        return policy.wait(after: ending, random: time.fraction())
    }
}

/// The state of a stream that may reconnect.
struct StreamProgress: Sendable {
    var status: Int?
    private(set) var failures = 0
    private(set) var retry: Duration?
    private(set) var isRepeatable = true
    /// Nil if the server has sent none.
    private var lastEventID: String?

    mutating func begin() {
        status = nil
    }

    /// Requests what follows the last event (WHATWG HTML §9.2.4), by its identifier without leading and trailing
    /// blanks, which a header cannot have. The server's identifier replaces one of the endpoint's own; one that is
    /// empty or that a header cannot have is left out.
    mutating func resume(_ request: inout APIRequest) {
        isRepeatable = RetryPolicy.standard.mayRepeat(request)
        guard let id = lastEventID?.trimmingCharacters(in: .init(charactersIn: " \t")) else { return }
        let isHeader = !id.isEmpty && HeaderRules.isValue(id)
        request.urlRequest.setValue(isHeader ? id : nil, forHTTPHeaderField: "Last-Event-ID")
    }

    /// The framing of the next body.
    func resumed<Framing: StreamFraming>(_ framing: Framing) -> Framing {
        guard let lastEventID, var events = framing as? EventFraming else { return framing }
        events.resume(after: lastEventID)
        return events as? Framing ?? framing
    }

    mutating func end(_ framing: (any StreamFraming)?, hasBegun: Bool, failed: Bool) {
        if hasBegun || !failed { failures = 0 }
        if failed { failures += 1 }
        guard let events = framing as? EventFraming else { return }
        lastEventID = events.sentEventID ?? lastEventID
        retry = events.retry ?? retry
    }
}
