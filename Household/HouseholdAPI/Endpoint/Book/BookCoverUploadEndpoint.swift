import EndpointCore

/// Uploads a picture as the cover of a book, in place of an earlier one.
public struct BookCoverUploadEndpoint: JsonEndpoint, UploadEndpoint {
    public typealias Content = BookCover

    public let id: Book.ID
    public let file: URL

    /// The media type of the file, such as `image/png`.
    public let contentType: String

    public init(id: Book.ID, file: URL, contentType: String) {
        self.id = id
        self.file = file
        self.contentType = contentType
    }

    public func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try .put("books/\(id)/cover", headers: ["Content-Type": contentType]), .file(file))
    }
}
