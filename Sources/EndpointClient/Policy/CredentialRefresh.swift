/// When a credential is refreshed, and the maximum number of refreshes.
///
/// A value outside its range counts as the nearest one in it, even if it is set later.
public struct CredentialRefreshPolicy: Hashable, Sendable {
    /// How long before it expires a credential is refreshed, in the background; a quarter of its lifetime if that is
    /// shorter. From 0 to a day.
    public var leeway: Duration

    /// The maximum number of refreshes after a 401 that may succeed within ``period``, from 1 to 1,000. A refresh of a
    /// credential that expires doesn't count, unless the refresh before it has returned one that lives less than a
    /// second.
    public var limit: Int

    /// The time over which refreshes are counted, from 1 ms to a day. A request that was refused with two new
    /// credentials causes no other refresh for this time.
    public var period: Duration

    /// How long a refresh may take, from 1 ms to a day; then it fails with `CredentialError.refreshTimedOut`.
    public var timeout: Duration

    /// The longest pause after a failed refresh, from 2 s to a day.
    ///
    /// A pause is at least 1 s, and three times as long as refreshes have been failing; up to twice that at random, so
    /// that apps which have failed together don't return together. With the default, 100,000 phones together start less
    /// than twice as many refreshes as usual while a token server is down for five minutes. A server, which is one
    /// client for many users, may wait less: 8 s.
    public var longestPause: Duration

    /// 60 s before the end, at most 3 in 60 s, each at most 30 s, at most 5 min apart if they fail.
    public static let standard = CredentialRefreshPolicy()

    /// A custom policy.
    public init(
        leeway: Duration = .seconds(60), limit: Int = 3, period: Duration = .seconds(60),
        timeout: Duration = .seconds(30), longestPause: Duration = .seconds(300)
    ) {
        (self.leeway, self.limit, self.period, self.timeout) = (leeway, limit, period, timeout)
        self.longestPause = longestPause
    }

    /// The policy with each value in its range.
    var clamped: CredentialRefreshPolicy {
        var policy = self
        policy.leeway = leeway.clamped(to: .zero ... .longest)
        policy.limit = limit.clamped(to: 1...1000)
        policy.period = period.clamped(to: .milliseconds(1) ... .longest)
        policy.timeout = timeout.clamped(to: .milliseconds(1) ... .longest)
        policy.longestPause = longestPause.clamped(to: .seconds(2) ... .longest)
        return policy
    }
}

/// The state machine by which calls share one credential, and one refresh of it when it expires: pure, without a clock.
///
/// A call gets its decision from ``credential(at:)``, and from ``replacement(of:refusedBy:at:)`` when the server has
/// refused what it sent. A decision may be to wait for the running refresh; ``end(_:with:at:)``,
/// ``signIn(_:expiry:at:)`` and ``signOut()`` return the decision for all waiting calls. There is one refresh for each
/// version of the credential, a call is sent a second time at most once, and a credential that cannot be refreshed ends
/// in an error and not in a loop. Times are durations since an arbitrary start.
///
/// After a failed refresh, calls without a usable credential fail with its error until the next refresh may start. A
/// credential that was refused isn't sent again. If a resource refuses a new credential as well, its 401 is final: for
/// a second, because the new credential may be bad, and after the next one for a period, so that the resource doesn't
/// use up the refreshes of the others. After `CredentialError.invalidGrant` no refresh starts until a sign-in.
///
/// A credential that is about to expire is refreshed in the background, and still used meanwhile. If that fails, the
/// next refresh starts when the credential has expired: only then do calls need it.
package struct CredentialRefresh<Token: Hashable & Sendable>: Hashable, Sendable {
    /// The rules.
    package let policy: CredentialRefreshPolicy

    /// The number of credentials so far. The end of a refresh of an earlier version is ignored.
    package private(set) var version = 0

    /// Whether a refresh is running.
    package private(set) var isRefreshing = false

    /// Whether the running refresh counts towards the limit.
    private(set) var isCounted = false

    private var current: Held?
    /// When refreshes succeeded that count towards the limit, within the last period.
    private var arrivals: [Duration] = []
    private var failure: RefreshFailure?
    /// The resources that refused a credential when it was new.
    private var refusals: [String: Refusal] = [:]

    /// Without a credential at first: the first call starts a refresh.
    package init(_ policy: CredentialRefreshPolicy = .standard) {
        self.policy = policy.clamped
    }

    /// The decision for a call.
    package enum Answer: Hashable, Sendable {
        /// It is sent with this credential.
        case send(IssuedCredential<Token>)
        /// It waits until the running refresh has ended.
        case wait
        /// It returns the 401 to its caller: a new credential would not help.
        case accept401
        /// It ends with an error.
        case fail(CredentialError)
    }

    /// The decision for a call, and whether a refresh of the current version starts, independently of the call.
    package struct Decision: Hashable, Sendable {
        package let answer: Answer
        package let beginsRefresh: Bool
    }

    /// A resource that refused a new credential.
    private struct Refusal: Hashable {
        let version: Int
        let time: Duration
        /// Whether it had refused another one shortly before.
        let isRepeated: Bool
    }

    /// The current credential.
    private struct Held: Hashable {
        let credential: Token
        let expiry: Duration?
        /// Whether a refresh started because a server refused it.
        var isRefused = false
        /// When it is refreshed: before it expires by the leeway, but not in the first three quarters of its lifetime.
        let due: Duration?
        /// Whether it lives less than a second.
        let isShortLived: Bool

        init(_ credential: Token, expiry: Duration?, arrival: Duration, leeway: Duration) {
            self.credential = credential
            self.expiry = expiry
            due = expiry.map { max($0 - leeway, $0 - ($0 - arrival) / 4) }
            isShortLived = expiry.map { $0 - arrival < .seconds(1) } ?? false
        }

        func isUsable(at now: Duration) -> Bool {
            !isRefused && expiry.map { now < $0 } ?? true
        }

        func isDue(at now: Duration) -> Bool {
            due.map { $0 <= now } ?? false
        }
    }

    /// The credential to send without a decision until the end, or at any time if there is no end; nil when each call
    /// needs a decision.
    package var standing: (issued: IssuedCredential<Token>, end: Duration?)? {
        guard let current, !current.isRefused, !isRefreshing else { return nil }
        return (issue(current), current.due)
    }

    /// The current credential, even if it has expired or was refused.
    package var held: Token? { current?.credential }

    /// A call needs a credential.
    package mutating func credential(at now: Duration) -> Decision {
        guard let current, current.isUsable(at: now) else { return wait(at: now) }
        let begins = failure == nil && current.isDue(at: now) && begin(counting: false, at: now)
        return Decision(answer: .send(issue(current)), beginsRefresh: begins)
    }

    /// A call that was sent with a credential got a 401 (RFC 9110 §15.5.2). The text is its method and path.
    package mutating func replacement(
        of used: IssuedCredential<Token>, refusedBy resource: String, at now: Duration
    ) -> Decision {
        let isCurrent = used.version == version
        if used.isReplay {
            if isCurrent { refuse(resource, at: now) }
            return Decision(answer: .accept401, beginsRefresh: false)
        }
        if !isCurrent, let current, current.isUsable(at: now) {
            return Decision(answer: .send(issue(current).replay), beginsRefresh: false)
        }
        if isCurrent, let refusal = refusals[resource], refusal.version == version,
            now - min(refusal.time, now) < (refusal.isRepeated ? policy.period : min(policy.period, .seconds(1)))
        {
            return Decision(answer: .accept401, beginsRefresh: false)
        }
        let decision = wait(at: now, afterRefusal: isCurrent && current?.isUsable(at: now) == true)
        if isCurrent, isRefreshing || failure?.isFinal == true { current?.isRefused = true }
        return decision
    }

    /// The refresh of a version has ended, with a credential and the time at which it expires, or with an error.
    /// Returns the decision for the waiting calls; nil if the refresh is outdated. `random` is uniform in 0..<1, for
    /// the pause after a failure.
    package mutating func end(
        _ version: Int, with result: Result<(credential: Token, expiry: Duration?), CredentialError>, at now: Duration,
        random: Double = 0
    ) -> Answer? {
        guard version == self.version, isRefreshing else { return nil }
        switch result {
        case .failure(let error): return fail(error, at: now, random)
        case .success(let (credential, expiry)):
            let isOld = current.map {
                credential == $0.credential && ($0.isRefused || expiry.map { $0 <= now } ?? true)
            }
            if isOld == true { return fail(.unchanged, at: now, random) }
            let held = Held(credential, expiry: expiry, arrival: now, leeway: policy.leeway)
            if isCounted || held.isShortLived { arrivals.append(now) }
            refusals = refusals.filter { now - $0.value.time < policy.period * 2 }
            return renew(held)
        }
    }

    /// The app has set a credential, such as after a sign-in. Returns the decision for the waiting calls.
    package mutating func signIn(_ credential: Token, expiry: Duration?, at now: Duration) -> Answer {
        refusals = [:]
        return renew(Held(credential, expiry: expiry, arrival: now, leeway: policy.leeway))
    }

    /// The app has removed the credential. Returns the decision for the waiting calls.
    package mutating func signOut() -> Answer {
        if failure?.isFinal != true { failure = nil }
        (version, current, refusals, isRefreshing) = (version + 1, nil, [:], false)
        return .fail(.signedOut)
    }

    private mutating func wait(at now: Duration, afterRefusal isRefused: Bool = false) -> Decision {
        let isCounted = isRefused || current.map { $0.isRefused || $0.isShortLived } ?? false
        let begins = begin(counting: isCounted, at: now)
        if isRefreshing { return Decision(answer: .wait, beginsRefresh: begins) }
        let error = obstacle(counting: isCounted, at: now) ?? .refreshFailed
        return Decision(answer: .fail(error), beginsRefresh: false)
    }

    /// Starts a refresh, unless one is running or may not start now.
    private mutating func begin(counting isCounted: Bool, at now: Duration) -> Bool {
        guard !isRefreshing, obstacle(counting: isCounted, at: now) == nil else { return false }
        (isRefreshing, self.isCounted) = (true, isCounted)
        return true
    }

    /// Why no refresh may start now: the last one has failed, or, for one that counts, the limit is reached.
    private mutating func obstacle(counting isCounted: Bool, at now: Duration) -> CredentialError? {
        if failure?.isPausing(at: now) == true { return failure?.error }
        arrivals = arrivals.map { min($0, now) }.filter { now - $0 < policy.period }
        guard isCounted, arrivals.count >= policy.limit else { return nil }
        return .tooManyRefreshes(retryAfter: (arrivals.min() ?? now) + policy.period - now)
    }

    private mutating func fail(_ error: CredentialError, at now: Duration, _ random: Double) -> Answer {
        failure = RefreshFailure(error, after: failure, at: now, longestPause: policy.longestPause, random: random)
        isRefreshing = false
        return .fail(error)
    }

    /// A resource has refused the current credential, which is new. Its further refusals of the same one change
    /// nothing.
    private mutating func refuse(_ resource: String, at now: Duration) {
        let last = refusals[resource]
        guard last?.version != version else { return }
        let isRepeated = last.map { now - min($0.time, now) < policy.period * 2 } ?? false
        refusals[resource] = Refusal(version: version, time: now, isRepeated: isRepeated)
    }

    private mutating func renew(_ held: Held) -> Answer {
        (version, current, failure, isRefreshing) = (version + 1, held, nil, false)
        return .send(issue(held))
    }

    private func issue(_ held: Held) -> IssuedCredential<Token> {
        IssuedCredential(credential: held.credential, version: version, isReplay: false)
    }
}

/// The last refreshes in a row that failed, and when the next one may start.
private struct RefreshFailure: Hashable {
    /// The error of the last one.
    let error: CredentialError
    /// When the first one failed, and the last one.
    private var start: Duration
    private var time: Duration
    private let pause: Duration

    /// A refresh has failed, perhaps after others. The pause is at least 1 s and three times as long as refreshes have
    /// been failing, up to twice that at random, and at most `longestPause`. A failure more than twice that ago doesn't
    /// count: calls may have been rare.
    init(
        _ error: CredentialError, after last: RefreshFailure?, at now: Duration, longestPause: Duration, random: Double
    ) {
        let isInRow = last.map { now - $0.time <= longestPause * 2 } ?? false
        (self.error, time, start) = (error, now, isInRow ? min(last?.start ?? now, now) : now)
        let shortest = min(max(.seconds(1), (now - start) * 3), longestPause / 2)
        pause = shortest + shortest.part(random)
    }

    /// Whether no refresh may start before a sign-in.
    var isFinal: Bool { error == .invalidGrant }

    /// Whether no refresh may start now. A clock that was set back doesn't prolong the pause.
    mutating func isPausing(at now: Duration) -> Bool {
        (start, time) = (min(start, now), min(time, now))
        return isFinal || now < time + pause
    }
}

/// A credential that was issued to one call. The call returns it if the server refuses it.
package struct IssuedCredential<Token: Hashable & Sendable>: Hashable, Sendable {
    /// What to send.
    package let credential: Token

    /// The version of the credential.
    package let version: Int

    /// Whether the call was already refused once; then it is not sent a third time.
    package private(set) var isReplay: Bool

    /// This credential, for a call that was already refused once.
    package var replay: IssuedCredential {
        var issued = self
        issued.isReplay = true
        return issued
    }
}
