/// Ties the outcome of an attempt to the state of the breaker that let it out.
///
/// An attempt that began before the breaker opened says nothing about the server of now, however late it ends.
public struct CircuitBreaker.Permit: Hashable, Sendable {
    let period: Int
}
