/// The lowest speed of a download: 1 KiB/s over a minute. A server that sends fewer bytes is treated like one that has
/// stopped: the download continues with another request, as ``DownloadContinuation`` decides.
struct DownloadSpeed: Hashable, Sendable {
    static let window = Duration.seconds(60)
    static let enough: Int64 = 60 << 10

    private var start: Duration
    private var bytes: Int64 = 0

    /// The speed of a response whose body begins now.
    init(at now: Duration) { start = now }

    /// Records that bytes have arrived, and returns whether the last minute, if it is over, has brought enough of them.
    mutating func record(_ count: Int, at now: Duration) -> Bool {
        bytes += Int64(count)
        guard now - start >= Self.window else { return true }
        defer { (start, bytes) = (now, 0) }
        return bytes >= Self.enough
    }
}

/// Decides whether a download that has stopped before its end continues, and after which wait.
///
/// It continues as long as bytes arrive: it ends when several continuations in a row have brought less than 64 KiB
/// together. It waits like a retry of the standard ``RetryPolicy``, and the waits grow only while few bytes arrive.
struct DownloadContinuation: Hashable, Sendable {
    /// The end of a request before the end of the file.
    struct Ending: Hashable, Sendable {
        /// Why it failed; nil if a part has arrived as a whole that does not reach to the end of the file.
        var failure: RetryFailure?
        /// How many bytes it has brought.
        var received: Int64
        /// Whether the response has replaced what was stored, instead of continuing it.
        var hasReplaced = false
        /// Whether the request may be sent again: ``RetryPolicy/mayRepeat(_:)``.
        var isRepeatable = true
        /// Whether the server says that the request should be sent again (`x-should-retry`); nil if it doesn't say.
        var advice: Bool?
        /// The delay from now in the server's `Retry-After` (RFC 9110 §10.2.3); nil without one.
        var retryAfter: Duration?
    }

    /// Fewer bytes do not count as progress.
    static let enough: Int64 = 64 << 10

    private let limit: Int
    private let policy: RetryPolicy
    private var hasReceived = false
    private var isFirst = true
    private var replacements = 0
    private var gains: [Int64] = []

    /// Rules for a call that ends when this many continuations in a row have brought less than 64 KiB together, or
    /// have replaced what was stored. With zero it continues only after a part that has arrived as a whole.
    init(limit: Int) {
        self.limit = limit
        var policy = RetryPolicy.standard
        policy.attempts = .max
        self.policy = policy
    }

    /// How long to wait before the rest is requested; nil if the call ends. `random` is uniform in 0..<1.
    ///
    /// A call that has not received a byte does not continue after a failure: that is a matter of its retries. What
    /// follows a part is requested at once.
    mutating func wait(after ending: Ending, random: Double) -> Duration? {
        record(ending)
        guard let failure = ending.failure else { return limit > 0 && isExhausted ? nil : .zero }
        guard limit > 0, hasReceived, !isExhausted else { return nil }
        let slow = gains.reversed().prefix { $0 < Self.enough }.count
        var failed = FailedAttempt(
            number: min(slow, 64) + 1, failure: failure, isRepeatable: ending.isRepeatable, advice: ending.advice,
            retryAfter: ending.retryAfter)
        if case .breakerOpen(let pause) = failure {
            (failed.failure, failed.retryAfter) = (.transport(.networkConnectionLost), pause)
        }
        guard case .retry(let wait) = policy.decide(failed, random: random) else { return nil }
        return wait
    }

    private mutating func record(_ ending: Ending) {
        hasReceived = hasReceived || ending.received > 0
        if !isFirst {
            gains.append(ending.hasReplaced ? 0 : ending.received)
            gains.removeFirst(max(0, gains.count - max(limit, 0)))
            if ending.hasReplaced { replacements += 1 }
        }
        isFirst = false
    }

    /// A server that sends another version each time would otherwise be asked for ever.
    private var isExhausted: Bool {
        replacements >= limit || gains.count >= limit && gains.reduce(0) { $0 + min($1, Self.enough) } < Self.enough
    }
}
