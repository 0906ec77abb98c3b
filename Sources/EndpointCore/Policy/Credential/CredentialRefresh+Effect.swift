extension CredentialRefresh {
    /// What the machine wants done.
    public enum Effect: Hashable, Sendable {
        /// Send the call with this credential. If it is a replay, the call is sent for the second time.
        case send(Call, IssuedCredential<Credential>)
        /// The call's 401 is its answer: it was a replay already.
        case accept401(Call)
        /// End the call with an error.
        case fail(Call, CredentialError)
        /// End the call as cancelled; it waited.
        case cancel(Call)
        /// Begin to refresh this version, apart from any call, and report how that ended.
        case refresh(version: Int)
    }
}
