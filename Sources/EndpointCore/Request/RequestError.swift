/// A request that cannot be built, or that cannot be sent safely. Nothing has been sent.
public struct RequestError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// A value of a ``Path`` is empty, `.` or `..`, so it would name another path.
        case pathValue(String, template: String)
        /// The text is not a usable URL.
        case url(String)
        /// A relative request would leave the base URL.
        case escapesBase(String, base: String)
        /// Cleartext `http` to something else than this machine.
        case insecure(String)
        /// Neither `http` nor `https`.
        case scheme(String)
        /// A host that cannot be reached safely on this platform, such as an IPv6 literal on Linux.
        case host(String)
        /// Not a method (RFC 9110 §9.1).
        case method(String)
        /// Not a field name (RFC 9110 §5.1).
        case headerName(String)
        /// A field value with a line break or another control character in it, or a blank at an end (RFC 9110 §5.5). The value is not
        /// kept: it may be a secret.
        case headerValue(name: String)
        /// A field that only the client may set, because it decides where the message ends or where it goes.
        case reservedHeader(String)
        /// A method that takes no body.
        case bodyNotAllowed(method: String)
        /// The body cannot be encoded or read.
        case body(String)
        /// A redirect that must not be followed.
        case redirect(String, to: String)
    }

    /// What is wrong.
    public let reason: Reason

    /// An error for a reason.
    public init(_ reason: Reason) {
        self.reason = reason
    }
}
