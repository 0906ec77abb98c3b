extension CredentialRefresh {
    /// What happens to the machine.
    public enum Event: Hashable, Sendable {
        /// A call wants to be sent.
        case needed(by: Call)
        /// A call was answered with 401 (RFC 9110 §15.5.2), having sent what it was given.
        case refused(Call, IssuedCredential<Credential>)
        /// A call does not wait any longer.
        case cancelled(Call)
        /// The refresh of a version brought a credential, which ends at this time; nil if it does not say.
        case refreshed(version: Int, Credential, expiry: Duration?)
        /// The refresh of a version failed.
        case failed(version: Int, CredentialError)
        /// The app has a credential of its own accord: someone has signed in.
        case signedIn(Credential, expiry: Duration?)
        /// The app has taken the credential away.
        case signedOut
    }
}
