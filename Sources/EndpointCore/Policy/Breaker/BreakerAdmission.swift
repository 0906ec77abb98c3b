/// Whether an attempt may go out.
public enum BreakerAdmission: Hashable, Sendable {
    /// It may. Its outcome is due, with the pass, whatever it is: ``Breaker/record(_:with:at:random:)``.
    case go(BreakerPass)
    /// It may not, and nothing may before this time, or for a probe that is under way: at the latest at this time.
    case reject(until: Duration)
}
