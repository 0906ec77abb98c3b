/// Whether an attempt may go out.
public enum CircuitBreaker.Admission: Hashable, Sendable {
    /// It may. Its outcome is due, with the pass, whatever it is: ``CircuitBreaker/record(_:with:at:random:)``.
    case go(CircuitBreaker.Permit)
    /// It may not, and nothing may before this time, or for a probe that is under way: at the latest at this time.
    case reject(until: Duration)
}
