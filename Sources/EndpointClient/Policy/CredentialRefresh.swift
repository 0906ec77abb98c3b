/// When a credential is refreshed, and the maximum number of refreshes.
///
/// A value outside its range counts as the nearest one in it, even if it is set later.
public struct CredentialRefreshPolicy: Hashable, Sendable {
    /// How long before it expires a credential is refreshed, in the background; half its lifetime if that is shorter.
    /// From 0 to a day.
    public var leeway: Duration

    /// The maximum number of refreshes that may succeed within ``period``, from 1 to 1,000. The last one is never used
    /// for a refresh in the background. A failed refresh doesn't count: the next one starts 1 s after it, then 2, 4 and
    /// at most 8 s.
    public var limit: Int

    /// The time over which refreshes are counted, from 1 ms to a day. A request that was refused even with a new
    /// credential causes no other refresh for this time.
    public var period: Duration

    /// How long a refresh may take, from 1 ms to a day; then it fails with `CredentialError.refreshTimedOut`.
    public var timeout: Duration

    /// 60 s before the end, at most 3 in 60 s, each at most 30 s.
    public static let standard = CredentialRefreshPolicy()

    /// A custom policy.
    public init(
        leeway: Duration = .seconds(60), limit: Int = 3, period: Duration = .seconds(60),
        timeout: Duration = .seconds(30)
    ) {
        (self.leeway, self.limit, self.period, self.timeout) = (leeway, limit, period, timeout)
    }

    /// The policy with each value in its range.
    var clamped: CredentialRefreshPolicy {
        var policy = self
        policy.leeway = leeway.clamped(to: .zero ... .longest)
        policy.limit = limit.clamped(to: 1...1000)
        policy.period = period.clamped(to: .milliseconds(1) ... .longest)
        policy.timeout = timeout.clamped(to: .milliseconds(1) ... .longest)
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
/// credential that was refused isn't sent again. If a resource refuses a new credential as well, its next 401 is final,
/// so that it doesn't use up the refreshes of the others.
///
/// A credential that is about to expire is refreshed in the background, and still used meanwhile.
package struct CredentialRefresh<Token: Hashable & Sendable>: Hashable, Sendable {
    /// The rules.
    package let policy: CredentialRefreshPolicy

    /// The number of credentials so far. The end of a refresh of an earlier version is ignored.
    package private(set) var version = 0

    /// Whether a refresh is running.
    package private(set) var isRefreshing = false

    private var current: Held?
    /// When refreshes succeeded, within the last period.
    private var arrivals: [Duration] = []
    private var failure: Failure?
    /// The resources that refused the current credential when it was new, and when.
    private var refusals: [String: Duration] = [:]

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

    /// The last refreshes in a row that failed.
    private struct Failure: Hashable {
        let error: CredentialError
        let count: Int
        var time: Duration

        /// When the next refresh may start: 1, 2, 4 and at most 8 s after this one has failed.
        var end: Duration { time + .seconds(1 << min(count - 1, 3)) }
    }

    /// The current credential.
    private struct Held: Hashable {
        let credential: Token
        let expiry: Duration?
        /// Whether a refresh started because a server refused it.
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
        let begins = current.isDue(at: now) && begin(keeping: 1, at: now)
        return Decision(answer: .send(issue(current)), beginsRefresh: begins)
    }

    /// A call that was sent with a credential got a 401 (RFC 9110 §15.5.2). The text is its method and path.
    package mutating func replacement(
        of used: IssuedCredential<Token>, refusedBy resource: String, at now: Duration
    ) -> Decision {
        let isCurrent = used.version == version
        if used.isReplay {
            if isCurrent { refusals[resource] = now }
            return Decision(answer: .accept401, beginsRefresh: false)
        }
        if !isCurrent, let current, current.isUsable(at: now) {
            return Decision(answer: .send(issue(current).replay), beginsRefresh: false)
        }
        if isCurrent, let refusal = refusals[resource], now - min(refusal, now) < policy.period {
            return Decision(answer: .accept401, beginsRefresh: false)
        }
        let decision = wait(at: now)
        if isCurrent, isRefreshing { current?.isRefused = true }
        return decision
    }

    /// The refresh of a version has ended, with a credential and the time at which it expires, or with an error.
    /// Returns the decision for the waiting calls; nil if the refresh is outdated.
    package mutating func end(
        _ version: Int, with result: Result<(credential: Token, expiry: Duration?), CredentialError>, at now: Duration
    ) -> Answer? {
        guard version == self.version, isRefreshing else { return nil }
        switch result {
        case .failure(let error): return fail(error, at: now)
        case .success(let (credential, expiry)):
            let isOld = current.map {
                credential == $0.credential && ($0.isRefused || expiry.map { $0 <= now } ?? true)
            }
            if isOld == true { return fail(.unchanged, at: now) }
            arrivals.append(now)
            return signIn(credential, expiry: expiry, at: now)
        }
    }

    /// The app has set a credential, such as after a sign-in. Returns the decision for the waiting calls.
    package mutating func signIn(_ credential: Token, expiry: Duration?, at now: Duration) -> Answer {
        let held = Held(credential, expiry: expiry, arrival: now, leeway: policy.leeway)
        renew(held)
        return .send(issue(held))
    }

    /// The app has removed the credential. Returns the decision for the waiting calls.
    package mutating func signOut() -> Answer {
        renew(nil)
        return .fail(.signedOut)
    }

    private mutating func wait(at now: Duration) -> Decision {
        let begins = begin(keeping: 0, at: now)
        if isRefreshing { return Decision(answer: .wait, beginsRefresh: begins) }
        return Decision(answer: .fail(obstacle(at: now) ?? .refreshFailed), beginsRefresh: false)
    }

    /// Starts a refresh, unless one is running or may not start now.
    private mutating func begin(keeping reserve: Int, at now: Duration) -> Bool {
        guard !isRefreshing, obstacle(keeping: reserve, at: now) == nil else { return false }
        isRefreshing = true
        return true
    }

    /// Why no refresh may start now: the last one has just failed, or at most `reserve` of the limit are left.
    private mutating func obstacle(keeping reserve: Int = 0, at now: Duration) -> CredentialError? {
        if let last = failure {
            failure?.time = min(last.time, now)
            if let failure, now < failure.end { return failure.error }
        }
        arrivals = arrivals.map { min($0, now) }.filter { now - $0 < policy.period }
        guard arrivals.count + min(reserve, policy.limit - 1) >= policy.limit else { return nil }
        return .tooManyRefreshes(retryAfter: (arrivals.min() ?? now) + policy.period - now)
    }

    private mutating func fail(_ error: CredentialError, at now: Duration) -> Answer {
        failure = Failure(error: error, count: (failure?.count ?? 0) + 1, time: now)
        isRefreshing = false
        return .fail(error)
    }

    private mutating func renew(_ held: Held?) {
        (version, current, failure, refusals, isRefreshing) = (version + 1, held, nil, [:], false)
    }

    private func issue(_ held: Held) -> IssuedCredential<Token> {
        IssuedCredential(credential: held.credential, version: version, isReplay: false)
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
