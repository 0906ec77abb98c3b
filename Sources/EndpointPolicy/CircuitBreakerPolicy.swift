/// When an origin is left alone, and for how long.
public struct CircuitBreakerPolicy: Hashable, Sendable {
    /// As many failures in a row open the breaker. This is the rule that works for a client with little traffic.
    public private(set) var failuresInARow = 5

    /// The share of failures among the attempts of the last ``window`` that opens the breaker, from 0 to 1.
    public private(set) var failureShare = 0.5

    /// The share counts from as many attempts on.
    public private(set) var minimumThroughput = 20

    /// The time over which the share is taken.
    public private(set) var window: Duration = .seconds(30)

    /// How long the breaker stays open the first time. Every time in a row it doubles.
    public private(set) var openTime: Duration = .seconds(10)

    /// The longest time to stay open, before the jitter.
    public private(set) var longestOpenTime: Duration = .seconds(30)

    /// How far a time may differ from its nominal value, as a share of it: 0.5 draws evenly from half to one and a half.
    public private(set) var jitter = 0.5

    /// As many probes must succeed, one after the other, to close the breaker.
    public private(set) var successesToClose = 2

    /// 5 in a row, or half of at least 20 in 30 s; 10 s doubling up to 30 s, ± 50 %; one probe at a time, two close it.
    public static let standard = CircuitBreakerPolicy()

    private init() {}

    /// A policy of one's own. What is left out is as in ``standard``.
    ///
    /// - Throws: ``PolicyError`` for counts below 1, shares outside 0...1, and times that are not above zero or above a day.
    public init(
        failuresInARow: Int = standard.failuresInARow, failureShare: Double = standard.failureShare,
        minimumThroughput: Int = standard.minimumThroughput, window: Duration = standard.window,
        openTime: Duration = standard.openTime, longestOpenTime: Duration = standard.longestOpenTime,
        jitter: Double = standard.jitter, successesToClose: Int = standard.successesToClose
    ) throws(PolicyError) {
        try PolicyError.check("failuresInARow", failuresInARow, in: 1...1_000_000)
        try PolicyError.check("failureShare", failureShare, in: 0.01...1)
        try PolicyError.check("minimumThroughput", minimumThroughput, in: 1...1_000_000)
        try PolicyError.check("window", window, in: .milliseconds(1) ... .longest)
        try PolicyError.check("openTime", openTime, in: .milliseconds(1) ... .longest)
        try PolicyError.check("longestOpenTime", longestOpenTime, in: openTime ... .longest)
        try PolicyError.check("jitter", jitter, in: 0...1)
        try PolicyError.check("successesToClose", successesToClose, in: 1...1000)
        (self.failuresInARow, self.failureShare, self.minimumThroughput) = (failuresInARow, failureShare, minimumThroughput)
        (self.window, self.openTime, self.longestOpenTime) = (window, openTime, longestOpenTime)
        (self.jitter, self.successesToClose) = (jitter, successesToClose)
    }

    /// How long the breaker stays open after so many times in a row. `random` is an even draw from 0..<1.
    func openTime(after openings: Int, random: Double) -> Duration {
        let doubled = openTime.inSeconds * pow(2, Double(min(openings, 64)))
        let nominal = min(doubled, longestOpenTime.inSeconds)
        let draw = random >= 0 ? min(random, 1) : 0
        return .seconds(nominal * (1 - jitter + 2 * jitter * draw))
    }
}
