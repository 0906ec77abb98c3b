/// How long a server can make a client wait, and how much it can make it store.
public struct ClientLimits: Hashable, Sendable {
    /// How long a call may take with all its redirects, from when it leaves the queue; then it fails with
    /// `URLError.timedOut`. Nil for no limit.
    public var deadline: Duration?

    /// How long a call may run without sending or receiving a byte; then it fails with `URLError.timedOut`. Nil for
    /// no limit.
    public var idle: Duration?

    /// The largest response body in bytes, counted after decoding its `Content-Encoding`; a larger one fails
    /// with `URLError.dataLengthExceedsMaximum`. A number below 0 counts as 0. With ``URLSessionClient`` on Linux a
    /// compressed body may take more memory than this before it is stopped.
    public var responseBytes: Int { didSet { responseBytes = max(0, responseBytes) } }

    /// The maximum number of concurrent calls to one origin. Further calls wait in a queue, and no other limit includes
    /// that time, except a deadline of the call. A stream is a call until its head has arrived, and a download until
    /// its end. A number below 1 counts as 1.
    public var concurrentCallsPerOrigin: Int { didSet { concurrentCallsPerOrigin = max(1, concurrentCallsPerOrigin) } }

    /// The maximum number of open streams from one origin, in addition to the calls. A further stream waits in a queue
    /// before it is requested. A number below 1 counts as 1.
    public var concurrentStreamsPerOrigin: Int {
        didSet { concurrentStreamsPerOrigin = max(1, concurrentStreamsPerOrigin) }
    }

    /// How many redirects one call follows; a further one fails with `URLError.httpTooManyRedirects`. A number below 0
    /// counts as 0.
    public var redirects: Int { didSet { redirects = max(0, redirects) } }

    /// Limits, each with a default that suits most APIs.
    public init(
        deadline: Duration? = .seconds(3600), idle: Duration? = .seconds(60), responseBytes: Int = 64 << 20,
        concurrentCallsPerOrigin: Int = 16, concurrentStreamsPerOrigin: Int = 256, redirects: Int = 10
    ) {
        self.deadline = deadline
        self.idle = idle
        self.responseBytes = max(0, responseBytes)
        self.concurrentCallsPerOrigin = max(1, concurrentCallsPerOrigin)
        self.concurrentStreamsPerOrigin = max(1, concurrentStreamsPerOrigin)
        self.redirects = max(0, redirects)
    }

    /// The maximum number of connections to one origin.
    var connectionsPerOrigin: Int { concurrentCallsPerOrigin.addingClamped(concurrentStreamsPerOrigin) }
}

extension Int {
    /// The sum, or the largest `Int` if it doesn't fit.
    fileprivate func addingClamped(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
