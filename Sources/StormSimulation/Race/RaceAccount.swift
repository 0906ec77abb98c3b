/// What happened in races: how much of it was right, and what should never be more than zero.
struct RaceAccount {
    var calls = 0
    /// Refreshes, of which there must be one for every credential that ran out and was missed.
    var refreshes = 0
    var expiries = 0
    /// What the two differ by, race by race.
    var unmatched = 0
    /// Calls that were never answered.
    var lost = 0
    /// Calls that went on after they had ended.
    var answeredTwice = 0
    /// Calls that were sent a third time.
    var replayedTwice = 0
    /// Calls that ended in an error, though every refresh succeeds here.
    var failures = 0

    /// Refreshes for each time that the credential ran out.
    var refreshesPerExpiry: Double { Double(refreshes) / Double(expiries) }

    /// All that went wrong.
    var wrongs: Int {
        lost + answeredTwice + replayedTwice + failures + unmatched
    }

    static func += (sum: inout Self, other: Self) {
        sum.calls += other.calls
        sum.refreshes += other.refreshes
        sum.expiries += other.expiries
        sum.unmatched += other.unmatched
        sum.lost += other.lost
        sum.answeredTwice += other.answeredTwice
        sum.replayedTwice += other.replayedTwice
        sum.failures += other.failures
    }
}
