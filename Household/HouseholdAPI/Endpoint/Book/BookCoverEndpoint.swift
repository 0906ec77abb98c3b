import EndpointCore

/// The picture on the cover of a book, as it was uploaded: `client.download(BookCoverEndpoint(id: "1"), to: file)`.
public struct BookCoverEndpoint: HouseholdEndpoint {
    public typealias Content = Data

    public let id: Book.ID

    public init(id: Book.ID) {
        self.id = id
    }

    public func makeRequest() throws -> URLRequest {
        try .get("books/\(id)/cover", headers: ["Accept": "image/*"])
    }
}
