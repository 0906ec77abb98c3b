/// When a credential is refreshed, and how often at most.
public struct CredentialRefreshPolicy: Hashable, Sendable {
    /// How long before its end a credential is refreshed, in the background; half its lifetime if that is shorter.
    public private(set) var leeway: Duration = .seconds(60)

    /// The most refreshes that may begin within ``period``. The last one is kept for calls that cannot go without.
    public private(set) var limit = 3

    /// The time over which refreshes are counted.
    public private(set) var period: Duration = .seconds(60)

    /// How long a refresh may take. Whoever runs it reports ``CredentialError/refreshTimedOut`` then.
    public private(set) var timeout: Duration = .seconds(30)

    /// 60 s before the end, at most 3 in 60 s, each at most 30 s.
    public static let standard = CredentialRefreshPolicy()

    private init() {}

    /// A policy of one's own. What is left out is as in ``standard``.
    ///
    /// - Throws: ``PolicyError`` for a limit below 1, negative times, and a period or timeout of zero.
    public init(
        leeway: Duration = standard.leeway, limit: Int = standard.limit, period: Duration = standard.period,
        timeout: Duration = standard.timeout
    ) throws(PolicyError) {
        try PolicyError.check("leeway", leeway, in: .zero ... .longest)
        try PolicyError.check("limit", limit, in: 1...1000)
        try PolicyError.check("period", period, in: .milliseconds(1) ... .longest)
        try PolicyError.check("timeout", timeout, in: .milliseconds(1) ... .longest)
        (self.leeway, self.limit, self.period, self.timeout) = (leeway, limit, period, timeout)
    }
}
