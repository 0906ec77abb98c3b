/// The request that a redirect asks for, as ``RedirectPolicy`` decides it.
public struct Redirect: Hashable, Sendable {
    /// Where to send it; absolute, without user information and fragment.
    public let url: URL

    /// Who the URL speaks to.
    public let origin: Origin

    /// The method, `GET` where the status changes it.
    public let method: String

    /// All headers to send; when the origin has changed, only those that are no credential to anyone.
    public let headers: [String: String]

    /// Whether the body is sent again.
    public let keepsBody: Bool
}
