/// One exchange after another over two `URLSession`s, with our own limits around them.
///
/// Of all that `URLSession` offers, only data tasks on a session delegate survive on Linux, so that is all it uses, everywhere: no
/// async methods, upload or download tasks, redirects, caches, cookies or credentials of its own. Requests with a body have
/// a session of their own, because uploads and downloads that share an HTTP/2 connection lose bytes on Linux.
final class URLSessionTransport: Sendable {
    private let limits: URLSessionClient.Limits
    private let admission: ConcurrencyLimiter
    private let watchdog: Watchdog
    private let plain: ManagedSession
    private let uploads: ManagedSession

    init(limits: URLSessionClient.Limits, clock: any Clock<Duration>) {
        let (plain, uploads) = (ManagedSession(limits: limits), ManagedSession(limits: limits))
        self.limits = limits
        self.plain = plain
        self.uploads = uploads
        admission = ConcurrencyLimiter(limit: limits.concurrentCallsPerOrigin)
        watchdog = Watchdog(clock: clock) { [admission] now in
            [admission.expire(at: now), plain.expire(at: now), uploads.expire(at: now)].compactMap { $0 }.min()
        }
    }

    /// Calls in any table: those let in or waiting, and tasks that have not ended.
    var callsUnderWay: Int {
        admission.callCount + plain.exchangeCount + uploads.exchangeCount
    }

    /// Calls that wait for their turn.
    var callsWaiting: Int { admission.waitingCount }

    /// The patience of a new call: but for the call's own deadline, it starts to run out when the call is let in.
    func patience(for context: CallContext) -> ExchangeTimeouts {
        var patience = ExchangeTimeouts(deadline: limits.deadline, attemptLimit: context.attemptLimit, idle: limits.idle)
        if let deadline = context.deadline {
            patience.callEnds(at: watchdog.now + deadline.timeLeft, with: deadline.error)
        }
        return patience
    }

    /// Performs one exchange.
    func perform(_ request: OutgoingRequest, _ patience: inout ExchangeTimeouts) async throws -> APIResponse {
        try await admission.enter(request.origin, until: patience.callEnd) { watchdog.watch(until: $0) }
        defer { admission.leave(request.origin) }
        patience.start(at: watchdog.now)
        return try await (request.body == nil ? plain : uploads).perform(request, patience, watchdog)
    }
}
