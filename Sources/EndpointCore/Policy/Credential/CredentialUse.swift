/// A credential as it is handed to one call, to be shown again if the server refuses it.
public struct IssuedCredential<Credential: Hashable & Sendable>: Hashable, Sendable {
    /// What to send.
    public let credential: Credential

    /// Which credential it is, in the order of their arrival.
    public let version: Int

    /// Whether the call was refused once already. It is not replayed again.
    public let isReplay: Bool
}
