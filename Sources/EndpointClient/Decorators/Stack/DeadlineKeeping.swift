/// A client that never takes longer than its request's context allows, by more than a moment, if the clients that it wraps do not.
///
/// Around such clients a deadline costs nothing but a note in the request; any other client has to be raced against the time.
package protocol DeadlineEnforcing: APIClient {
    /// Whether it does: also depends on how it was made.
    var enforcesDeadline: Bool { get }
}

extension DeadlineEnforcing {
    package var enforcesDeadline: Bool { true }
}
