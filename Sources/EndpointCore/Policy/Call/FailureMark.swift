/// What a client in between knows of a failure that its type does not tell.
package enum FailureOrigin: Hashable, Sendable {
    /// The call ended before anything of it was sent: it says nothing about the server.
    case beforeSending
    /// It was the refresh of a credential that failed. That says nothing about the call's server either, and the refresh has rules
    /// of its own for when it is tried again.
    case ofRefresh
}
