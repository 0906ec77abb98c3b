public struct Book: Codable, Hashable, Identifiable, Sendable {
    public let id: String
    public let title: String

    public init(id: String, title: String) {
        (self.id, self.title) = (id, title)
    }
}
