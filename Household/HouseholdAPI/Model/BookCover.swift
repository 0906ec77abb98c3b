/// The response to the upload of a cover.
public struct BookCover: Codable, Hashable, Sendable {
    /// How many bytes the server has received.
    public let bytes: Int

    /// The media type of the picture, such as `image/png`; nil when it has none.
    public let contentType: String?

    /// A cover, for the server or a test.
    public init(bytes: Int, contentType: String?) {
        self.bytes = bytes
        self.contentType = contentType
    }
}
