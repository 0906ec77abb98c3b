/// When a credential is refreshed, and how often at most.
public struct CredentialRefreshPolicy: Hashable, Sendable {
    /// How long before it expires a credential is refreshed, in the background; half its lifetime if that is shorter. From 0 to a day.
    public var leeway: Duration

    /// The most refreshes that may succeed within ``period``, from 1 to 1,000. The last one is never used for a refresh in the
    /// background. A refresh that fails does not count: the next one begins 1 s after it, then 2, 4 and at most 8 s.
    public var limit: Int

    /// The time over which refreshes are counted, from 1 ms to a day. A request that was refused with a new credential, too,
    /// causes no other refresh for as long.
    public var period: Duration

    /// How long a refresh may take, from 1 ms to a day; then it fails with `CredentialError.refreshTimedOut`.
    public var timeout: Duration

    /// 60 s before the end, at most 3 in 60 s, each at most 30 s.
    public static let standard = CredentialRefreshPolicy()

    /// A policy of your own. A value outside its range stops the program.
    public init(
        leeway: Duration = .seconds(60), limit: Int = 3, period: Duration = .seconds(60),
        timeout: Duration = .seconds(30)
    ) {
        (self.leeway, self.limit, self.period, self.timeout) = (leeway, limit, period, timeout)
        PolicyError.trap(check)
    }

    /// A policy whose values are known only at run time: change a copy of ``standard`` and pass it here.
    ///
    /// - Throws: An error whose sentence names the first wrong value:
    ///   a limit below 1, negative times, and a period or timeout of zero.
    public init(validating policy: CredentialRefreshPolicy) throws {
        try policy.check()
        self = policy
    }

    func check() throws(PolicyError) {
        try PolicyError.check("leeway", leeway, in: .zero ... .longest)
        try PolicyError.check("limit", limit, in: 1...1000)
        try PolicyError.check("period", period, in: .milliseconds(1) ... .longest)
        try PolicyError.check("timeout", timeout, in: .milliseconds(1) ... .longest)
    }
}

/// How many calls share one credential, and one refresh of it when it expires: a pure state machine, without a clock.
///
/// ``handle(_:at:)`` takes each ``Event`` and returns the ``Effect``s to carry out. There is one refresh for each version of the
/// credential; every waiting call is answered exactly once; a call is replayed at most once; and a credential that cannot be
/// refreshed ends in an error and not in a loop. Times are durations since an arbitrary start.
///
/// After a refresh that failed, calls without a usable credential get its error until the next refresh may begin. A credential that
/// was refused is not sent again. A resource that refuses a new credential as well is taken at its word: its next 401 is the answer, so
/// that it does not use up the refreshes of the others.
///
/// A credential that is about to expire is refreshed in the background, and still used meanwhile. A waiting call that is cancelled
/// does not stop the refresh, which other calls need. A refresh that fails when no call waits is reported.
package struct CredentialRefresh<Token: Hashable & Sendable>: Hashable, Sendable {
    /// The number of a call, which the owner of the state machine counts up. Waiting calls are answered in this order.
    package typealias Call = UInt64

    /// The rules.
    package let policy: CredentialRefreshPolicy

    /// The number of credentials so far. An event of an earlier version is out of date.
    package internal(set) var version = 0

    /// Whether a refresh is under way.
    package private(set) var isRefreshing = false

    private var current: Held?
    private var waiters: [Call: Wait] = [:]
    /// When refreshes succeeded, within the last period.
    private var arrivals: [Duration] = []
    private var failure: Failure?
    /// The resources that have refused the current credential when it was new, and when.
    private var refusals: [String: Duration] = [:]

    /// Without a credential at first: the first call begins a refresh.
    package init(_ policy: CredentialRefreshPolicy = .standard) {
        PolicyError.trap(policy.check)
        self.policy = policy
    }

    /// The credential to send until the end without an ``Event``, at any time if there is no end; nil when each call must be handled
    /// as an event.
    package var standing: (issued: IssuedCredential<Token>, end: Duration?)? {
        guard let current, !current.isRefused, !isRefreshing else { return nil }
        return (use(current, isReplay: false), current.due)
    }

    /// The current credential, also when it has expired or was refused.
    package var held: Token? { current?.credential }

    /// A call that waits for a credential.
    private struct Wait: Hashable {
        let isReplay: Bool
    }

    /// The last refresh failed, and so did those right before it.
    private struct Failure: Hashable {
        let error: CredentialError
        let count: Int
        var time: Duration

        /// When the next refresh may begin: 1, 2, 4 and at most 8 s after this one has failed.
        var end: Duration { time + .seconds(1 << min(count - 1, 3)) }
    }

    /// The current credential.
    private struct Held: Hashable {
        let credential: Token
        let expiry: Duration?
        /// Whether a refresh began because a server has refused it.
        var isRefused = false
        /// When it is refreshed: before it expires by the leeway, but not in the first half of its lifetime.
        let due: Duration?

        init(_ credential: Token, expiry: Duration?, arrival: Duration, leeway: Duration) {
            self.credential = credential
            self.expiry = expiry
            due = expiry.map { max($0 - leeway, arrival + ($0 - arrival) / 2) }
        }

        func isUsable(at now: Duration) -> Bool {
            !isRefused && expiry.map { now < $0 } ?? true
        }

        func isDue(at now: Duration) -> Bool {
            due.map { $0 <= now } ?? false
        }
    }

    /// An event.
    package enum Event: Hashable, Sendable {
        /// A call needs a credential.
        case needed(by: Call)
        /// A call was answered with 401 (RFC 9110 §15.5.2), after it was sent with this credential. The text names what was
        /// called: its method and path.
        case refused(Call, IssuedCredential<Token>, by: String)
        /// A waiting call was cancelled.
        case cancelled(Call)
        /// The refresh of a version returned a credential, which expires at this time; with nil it never does.
        case refreshed(version: Int, Token, expiry: Duration?)
        /// The refresh of a version failed.
        case failed(version: Int, CredentialError)
        /// The app has set a credential, such as after a sign-in.
        case signedIn(Token, expiry: Duration?)
        /// The app has removed the credential.
        case signedOut
    }

    /// An effect to carry out.
    package enum Effect: Hashable, Sendable {
        /// Send the call with this credential. If it is a replay, the call is sent for the second time.
        case send(Call, IssuedCredential<Token>)
        /// Return the 401 to the caller: a new credential does not help.
        case accept401(Call)
        /// End the call with an error.
        case fail(Call, CredentialError)
        /// A refresh failed that no call waits for.
        case report(CredentialError)
        /// End the waiting call as cancelled.
        case cancel(Call)
        /// Begin to refresh this version, independently of any call; its end is an event.
        case refresh(version: Int)
    }

    /// The transition: takes an event and returns the effects, in order.
    package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        switch event {
        case .needed(let call): supply(call, at: now)
        case .refused(let call, let use, let resource): replace(use, for: call, refusedBy: resource, at: now)
        case .cancelled(let call): waiters.removeValue(forKey: call) == nil ? [] : [.cancel(call)]
        case .refreshed(version, let credential, let expiry): arrive(credential, expiry: expiry, at: now)
        case .failed(version, let error): isRefreshing ? fail(error, at: now) : []
        case .refreshed, .failed: []
        case .signedIn(let credential, let expiry): adopt(credential, expiry: expiry, at: now)
        case .signedOut: discard()
        }
    }

    private mutating func supply(_ call: Call, at now: Duration) -> [Effect] {
        guard let current, current.isUsable(at: now) else { return wait(call, isReplay: false, at: now) }
        let send = Effect.send(call, use(current, isReplay: false))
        guard current.isDue(at: now) else { return [send] }
        return [send] + begin(keeping: 1, at: now)
    }

    private mutating func replace(
        _ used: IssuedCredential<Token>, for call: Call, refusedBy resource: String, at now: Duration
    ) -> [Effect] {
        let isCurrent = used.version == version
        if used.isReplay {
            if isCurrent { refusals[resource] = now }
            return [.accept401(call)]
        }
        if !isCurrent, let current, current.isUsable(at: now) {
            return [.send(call, use(current, isReplay: true))]
        }
        if isCurrent, let refusal = refusals[resource], now - min(refusal, now) < policy.period {
            return [.accept401(call)]
        }
        let effects = wait(call, isReplay: true, at: now)
        if isCurrent, isRefreshing { current?.isRefused = true }
        return effects
    }

    private mutating func wait(_ call: Call, isReplay: Bool, at now: Duration) -> [Effect] {
        let effects = begin(keeping: 0, at: now)
        guard isRefreshing else { return [.fail(call, obstacle(at: now) ?? .refreshFailed)] }
        waiters[call] = Wait(isReplay: isReplay)
        return effects
    }

    /// Begins a refresh, unless one is under way or may not begin now.
    private mutating func begin(keeping reserve: Int, at now: Duration) -> [Effect] {
        guard !isRefreshing, obstacle(keeping: reserve, at: now) == nil else { return [] }
        isRefreshing = true
        return [.refresh(version: version)]
    }

    /// Why no refresh may begin now: the last one has just failed, or at most `reserve` of the limit are left.
    private mutating func obstacle(keeping reserve: Int = 0, at now: Duration) -> CredentialError? {
        if let last = failure {
            failure?.time = min(last.time, now)
            if let failure, now < failure.end { return failure.error }
        }
        arrivals = arrivals.map { min($0, now) }.filter { now - $0 < policy.period }
        guard arrivals.count + min(reserve, policy.limit - 1) >= policy.limit else { return nil }
        return .tooManyRefreshes(retryAfter: (arrivals.min() ?? now) + policy.period - now)
    }

    private mutating func arrive(_ credential: Token, expiry: Duration?, at now: Duration) -> [Effect] {
        if let current, credential == current.credential, current.isRefused || expiry.map({ $0 <= now }) ?? true {
            return isRefreshing ? fail(.unchanged, at: now) : []
        }
        arrivals.append(now)
        return adopt(credential, expiry: expiry, at: now)
    }

    private mutating func adopt(_ credential: Token, expiry: Duration?, at now: Duration) -> [Effect] {
        let held = Held(credential, expiry: expiry, arrival: now, leeway: policy.leeway)
        renew(held)
        return release().map { .send($0.key, use(held, isReplay: $0.value.isReplay)) }
    }

    private mutating func fail(_ error: CredentialError, at now: Duration) -> [Effect] {
        failure = Failure(error: error, count: (failure?.count ?? 0) + 1, time: now)
        let failed = release()
        return failed.isEmpty ? [.report(error)] : failed.map { .fail($0.key, error) }
    }

    private mutating func discard() -> [Effect] {
        renew(nil)
        return release().map { .fail($0.key, .signedOut) }
    }

    private mutating func renew(_ held: Held?) {
        (version, current, failure, refusals) = (version + 1, held, nil, [:])
    }

    /// Ends the refresh and returns the waiting calls, the first one first.
    private mutating func release() -> [(key: Call, value: Wait)] {
        defer { (isRefreshing, waiters) = (false, [:]) }
        return waiters.sorted { $0.key < $1.key }
    }

    private func use(_ held: Held, isReplay: Bool) -> IssuedCredential<Token> {
        IssuedCredential(credential: held.credential, version: version, isReplay: isReplay)
    }
}

/// A credential as it was given to one call. The call returns it if the server refuses it.
package struct IssuedCredential<Token: Hashable & Sendable>: Hashable, Sendable {
    /// What to send.
    package let credential: Token

    /// The version of the credential.
    package let version: Int

    /// Whether the call was refused once already; then it is not replayed again.
    package let isReplay: Bool
}
