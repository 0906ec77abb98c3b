/// A form of several parts: fields, bytes and files (`multipart/form-data`, RFC 7578).
///
/// ```swift
/// let form: Multipart = [
///     .field("title", "Momo"),
///     .file("scan", scan, contentType: "application/pdf"),
/// ]
/// ```
///
/// A form in memory becomes an ``HTTPBody/multipart(_:)``; one with files is the ``UploadEndpointBody/multipart(_:)`` of an
/// ``UploadEndpoint``, which reads them piece by piece. The same form always gives the same bytes: its boundary follows
/// from its parts, and stands in none of them.
public struct Multipart: Hashable, Sendable {
    /// The parts in the order in which they are sent. A name may stand several times.
    public let parts: [Part]

    /// What separates the parts. A file may hold it only on purpose, and is then refused while it is sent.
    public let boundary: String

    /// A form from its parts.
    public init(_ parts: [Part]) {
        self.parts = parts
        boundary = MultipartBoundary.make(for: parts)
    }

    /// The value of `Content-Type`, with the boundary.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }
}

extension Multipart: ExpressibleByArrayLiteral {
    public init(arrayLiteral parts: Part...) {
        self.init(parts)
    }
}
