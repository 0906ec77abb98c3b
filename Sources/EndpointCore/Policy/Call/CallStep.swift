/// Something that happened to a call, each decision with its reason.
public enum CallStep: Sendable {
    /// The call began.
    case began
    /// An attempt ended, one way or the other.
    case attempted(AttemptReport)
    /// The last attempt failed, and another one follows after a wait.
    case retrying(after: Duration, because: RetryFailure)
    /// The last attempt failed, and no other one follows.
    case gaveUp(GiveUpReason)
    /// The server sent the request elsewhere, and it went.
    case redirected(status: Int, to: Origin)
    /// The call needs a credential that is being refreshed, and waits for it.
    case waitingForCredential
    /// The server refused the credential, and the request is sent again with a newer one.
    case replaying
    /// There was no credential to send.
    case noCredential(because: String)
    /// This call's failure made the breaker open: the server is left alone for so long.
    case breakerOpened(for: Duration)
    /// The breaker closed: the server is well again.
    case breakerClosed
    /// The breaker did not let the call out.
    case breakerRejected(for: Duration)
    /// The answer comes from elsewhere, because of this failure.
    case fellBack(because: String)
    /// Something that whoever built the client should know: a stack out of order.
    case warned(String)
    /// The call ended. The content of an answer may still prove unreadable.
    case ended(Result<APIResponse, any Error>)
}
