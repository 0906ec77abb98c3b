/// How many calls share one credential, and one refresh of it when it runs out: a state machine without a clock.
///
/// Tell it each ``Event`` and carry out each ``Effect``. It sees to it that there is one refresh per version of the
/// credential, that everyone who waits is answered exactly once, that a call is replayed at most once, and that a
/// credential which cannot be refreshed ends in an error instead of a loop. Times are durations since an arbitrary start.
///
/// A credential that is about to run out is refreshed in the background, and used meanwhile. A waiter who leaves never
/// stops the refresh: the others, and the next call, want it.
public struct CredentialRefresh<Credential: Hashable & Sendable>: Hashable, Sendable {
    /// A call, by a number that the machine's owner counts up. Waiters are answered in this order.
    public typealias Call = UInt64

    /// The rules.
    public let policy: CredentialRefreshPolicy

    /// Counts the credentials. What belongs to an earlier version is out of date.
    public internal(set) var version = 0

    var current: Held?
    var inFlight: InFlight?
    var waiters: [Call: Wait] = [:]
    var starts: [Duration] = []

    /// A machine without a credential: the first call makes it fetch one.
    public init(_ policy: CredentialRefreshPolicy = .standard) {
        self.policy = policy
    }

    /// The credential to send without further ado; nil when an ``Event`` is called for.
    public func use(at now: Duration) -> IssuedCredential<Credential>? {
        guard let (use, end) = standing else { return nil }
        return end.map { $0 <= now } ?? false ? nil : use
    }

    /// What ``use(at:)`` gives, until a time or for ever, as long as nothing happens to the machine.
    package var standing: (use: IssuedCredential<Credential>, end: Duration?)? {
        guard let current, inFlight == nil else { return nil }
        return (use(current, isReplay: false), current.due)
    }

    /// The credential there is, whether it still works or not.
    package var held: Credential? { current?.credential }

    /// Whether a refresh is under way.
    package var isRefreshing: Bool { inFlight != nil }
}

extension CredentialRefresh {
    /// A refresh that is under way.
    struct InFlight: Hashable {
        /// Whether the server has refused the credential that is being refreshed, so that it is useless already.
        var isRefused: Bool
    }

    /// What a waiter waits for.
    struct Wait: Hashable {
        let isReplay: Bool
    }

    /// The credential there is.
    struct Held: Hashable {
        let credential: Credential
        let expiry: Duration?
        /// When it is to be refreshed: ahead of its end by the leeway, but not in the first half of its life.
        let due: Duration?

        init(_ credential: Credential, expiry: Duration?, arrival: Duration, leeway: Duration) {
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
}

extension CredentialRefresh {
    /// What happens to the machine.
    public enum Event: Hashable, Sendable {
        /// A call wants to be sent.
        case needed(by: Call)
        /// A call was answered with 401 (RFC 9110 §15.5.2), having sent what it was given.
        case refused(Call, IssuedCredential<Credential>)
        /// A call does not wait any longer.
        case cancelled(Call)
        /// The refresh of a version brought a credential, which ends at this time; nil if it does not say.
        case refreshed(version: Int, Credential, expiry: Duration?)
        /// The refresh of a version failed.
        case failed(version: Int, CredentialError)
        /// The app has a credential of its own accord: someone has signed in.
        case signedIn(Credential, expiry: Duration?)
        /// The app has taken the credential away.
        case signedOut
    }
}

extension CredentialRefresh {
    /// What the machine wants done.
    public enum Effect: Hashable, Sendable {
        /// Send the call with this credential. If it is a replay, the call is sent for the second time.
        case send(Call, IssuedCredential<Credential>)
        /// The call's 401 is its answer: it was a replay already.
        case accept401(Call)
        /// End the call with an error.
        case fail(Call, CredentialError)
        /// End the call as cancelled; it waited.
        case cancel(Call)
        /// Begin to refresh this version, apart from any call, and report how that ended.
        case refresh(version: Int)
    }
}

extension CredentialRefresh {
    /// The machine's one transition: an event comes in, and effects go out.
    public mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
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
        _ used: IssuedCredential<Credential>, for call: Call, at now: Duration
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

    /// Begins a refresh, unless one is under way or the limit leaves no more than `reserve`.
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

    private mutating func arrive(_ credential: Credential, expiry: Duration?, at now: Duration) -> [Effect] {
        let isSame = credential == current?.credential
        let isUseless = isSame && (inFlight?.isRefused ?? true || expiry.map { $0 <= now } ?? true)
        return isUseless ? complete(.unchanged) : adopt(credential, expiry: expiry, at: now)
    }

    private mutating func adopt(_ credential: Credential, expiry: Duration?, at now: Duration) -> [Effect] {
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

    /// Ends the refresh, and names everyone who waits for it: the one who came first before the others.
    private mutating func release() -> [(key: Call, value: Wait)] {
        defer { (inFlight, waiters) = (nil, [:]) }
        return waiters.sorted { $0.key < $1.key }
    }

    func use(_ held: Held, isReplay: Bool) -> IssuedCredential<Credential> {
        IssuedCredential(credential: held.credential, version: version, isReplay: isReplay)
    }
}

/// A credential as it is handed to one call, to be shown again if the server refuses it.
public struct IssuedCredential<Credential: Hashable & Sendable>: Hashable, Sendable {
    /// What to send.
    public let credential: Credential

    /// Which credential it is, in the order of their arrival.
    public let version: Int

    /// Whether the call was refused once already. It is not replayed again.
    public let isReplay: Bool
}
