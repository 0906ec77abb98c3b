/// When a credential is refreshed, and how often at most.
public struct CredentialRefreshPolicy: Hashable, Sendable {
    /// How long before it expires a credential is refreshed, in the background; half its lifetime if that is shorter. From 0 to a day.
    public var leeway: Duration

    /// The most refreshes that may begin within ``period``, from 1 to 1,000. The last one is never used for a refresh in the
    /// background.
    public var limit: Int

    /// The time over which refreshes are counted, from 1 ms to a day.
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
/// A credential that is about to expire is refreshed in the background, and still used meanwhile. A waiting call that is cancelled
/// does not stop the refresh, which other calls need.
package struct CredentialRefresh<Token: Hashable & Sendable>: Hashable, Sendable {
    /// The number of a call, which the owner of the state machine counts up. Waiting calls are answered in this order.
    package typealias Call = UInt64

    /// The rules.
    package let policy: CredentialRefreshPolicy

    /// The number of credentials so far. An event of an earlier version is out of date.
    package internal(set) var version = 0

    var current: Held?
    var inFlight: InFlight?
    var waiters: [Call: Wait] = [:]
    var starts: [Duration] = []

    /// Without a credential at first: the first call begins a refresh.
    package init(_ policy: CredentialRefreshPolicy = .standard) {
        PolicyError.trap(policy.check)
        self.policy = policy
    }

    /// The credential to send until the end without an ``Event``, at any time if there is no end; nil when each call must be handled
    /// as an event.
    package var standing: (issued: IssuedCredential<Token>, end: Duration?)? {
        guard let current, inFlight == nil else { return nil }
        return (use(current, isReplay: false), current.due)
    }

    /// The current credential, also when it has expired or was refused.
    package var held: Token? { current?.credential }

    /// Whether a refresh is under way.
    package var isRefreshing: Bool { inFlight != nil }

    /// A refresh that is under way.
    struct InFlight: Hashable {
        /// Whether the server has refused the credential that is being refreshed, so that it is useless already.
        var isRefused: Bool
    }

    /// A call that waits for a credential.
    struct Wait: Hashable {
        let isReplay: Bool
    }

    /// The current credential.
    struct Held: Hashable {
        let credential: Token
        let expiry: Duration?
        /// When it is refreshed: before it expires by the leeway, but not in the first half of its lifetime.
        let due: Duration?

        init(_ credential: Token, expiry: Duration?, arrival: Duration, leeway: Duration) {
            self.credential = credential
            self.expiry = expiry
            due = expiry.map { max($0 - leeway, arrival + ($0 - arrival) / 2) }
        }

        func isExpired(at now: Duration) -> Bool {
            expiry.map { $0 <= now } ?? false
        }

        func isDue(at now: Duration) -> Bool {
            due.map { $0 <= now } ?? false
        }
    }

    /// An event.
    package enum Event: Hashable, Sendable {
        /// A call needs a credential.
        case needed(by: Call)
        /// A call was answered with 401 (RFC 9110 §15.5.2), after it was sent with this credential.
        case refused(Call, IssuedCredential<Token>)
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
        /// Return the 401 to the caller: the call was replayed already.
        case accept401(Call)
        /// End the call with an error.
        case fail(Call, CredentialError)
        /// End the waiting call as cancelled.
        case cancel(Call)
        /// Begin to refresh this version, independently of any call; its end is an event.
        case refresh(version: Int)
    }

    /// The transition: takes an event and returns the effects, in order.
    package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        switch event {
        case .needed(let call): supply(call, at: now)
        case .refused(let call, let use): replace(use, for: call, at: now)
        case .cancelled(let call): waiters.removeValue(forKey: call) == nil ? [] : [.cancel(call)]
        case .refreshed(version, let credential, let expiry): arrive(credential, expiry: expiry, at: now)
        case .failed(version, let error): inFlight == nil ? [] : complete(error)
        case .refreshed, .failed: []
        case .signedIn(let credential, let expiry): adopt(credential, expiry: expiry, at: now)
        case .signedOut: discard()
        }
    }

    private mutating func supply(_ call: Call, at now: Duration) -> [Effect] {
        guard let current, !current.isExpired(at: now), inFlight?.isRefused != true else {
            return wait(call, isReplay: false, at: now)
        }
        let send = Effect.send(call, use(current, isReplay: false))
        guard current.isDue(at: now) else { return [send] }
        return [send] + begin(keeping: 1, at: now)
    }

    private mutating func replace(
        _ used: IssuedCredential<Token>, for call: Call, at now: Duration
    ) -> [Effect] {
        guard !used.isReplay else { return [.accept401(call)] }
        let isNews = used.version == version
        if let current, !isNews, !current.isExpired(at: now), inFlight?.isRefused != true {
            return [.send(call, use(current, isReplay: true))]
        }
        let effects = wait(call, isReplay: true, at: now)
        if isNews { inFlight?.isRefused = true }
        return effects
    }

    private mutating func wait(_ call: Call, isReplay: Bool, at now: Duration) -> [Effect] {
        let effects = begin(keeping: 0, at: now)
        guard inFlight != nil else { return [.fail(call, exhaustion(at: now))] }
        waiters[call] = Wait(isReplay: isReplay)
        return effects
    }

    /// Begins a refresh, unless one is under way or at most `reserve` of the limit are left.
    private mutating func begin(keeping reserve: Int, at now: Duration) -> [Effect] {
        starts = starts.map { min($0, now) }.filter { now - $0 < policy.period }
        guard inFlight == nil, starts.count + min(reserve, policy.limit - 1) < policy.limit else { return [] }
        starts.append(now)
        inFlight = InFlight(isRefused: false)
        return [.refresh(version: version)]
    }

    private func exhaustion(at now: Duration) -> CredentialError {
        .tooManyRefreshes(retryAfter: (starts.min() ?? now) + policy.period - now)
    }

    private mutating func arrive(_ credential: Token, expiry: Duration?, at now: Duration) -> [Effect] {
        let isSame = credential == current?.credential
        let isUseless = isSame && (inFlight?.isRefused ?? true || expiry.map { $0 <= now } ?? true)
        return isUseless ? complete(.unchanged) : adopt(credential, expiry: expiry, at: now)
    }

    private mutating func adopt(_ credential: Token, expiry: Duration?, at now: Duration) -> [Effect] {
        let held = Held(credential, expiry: expiry, arrival: now, leeway: policy.leeway)
        (version, current) = (version + 1, held)
        return release().map { .send($0.key, use(held, isReplay: $0.value.isReplay)) }
    }

    private mutating func complete(_ error: CredentialError) -> [Effect] {
        release().map { .fail($0.key, error) }
    }

    private mutating func discard() -> [Effect] {
        (version, current) = (version + 1, nil)
        return complete(.signedOut)
    }

    /// Ends the refresh and returns the waiting calls, the first one first.
    private mutating func release() -> [(key: Call, value: Wait)] {
        defer { (inFlight, waiters) = (nil, [:]) }
        return waiters.sorted { $0.key < $1.key }
    }

    func use(_ held: Held, isReplay: Bool) -> IssuedCredential<Token> {
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
