/// A client that never takes longer than its request's context allows, by more than a moment, if the clients that it wraps do not.
///
/// Around such clients a deadline costs nothing but a note in the request; any other client has to be raced against the time.
package protocol DeadlineKeeping: APIClient {
    /// Whether it does: also depends on how it was made.
    var keepsDeadline: Bool { get }
}

extension DeadlineKeeping {
    package var keepsDeadline: Bool { true }
}
