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
    var flight: Flight?
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
        guard let current, flight == nil else { return nil }
        return (use(current, isReplay: false), current.due)
    }

    /// The credential there is, whether it still works or not.
    package var held: Credential? { current?.credential }

    /// Whether a refresh is under way.
    package var isRefreshing: Bool { flight != nil }
}

extension CredentialRefresh {
    /// A refresh that is under way.
    struct Flight: Hashable {
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
