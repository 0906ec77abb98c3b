/// The receipt for the picture of a cover.
public struct BookCover: Codable, Hashable, Sendable {
    /// How many bytes the server has got.
    public let bytes: Int

    /// The media type that the server has understood, such as `image/png`; nil when it has none.
    public let contentType: String?

    /// A receipt.
    public init(bytes: Int, contentType: String?) {
        self.bytes = bytes
        self.contentType = contentType
    }
}
