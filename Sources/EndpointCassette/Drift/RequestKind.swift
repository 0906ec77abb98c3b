/// The common parts of requests that differ in identifiers, in the values of the query and in the body, and whose
/// responses have the same status.
struct RequestKind: Hashable, CustomStringConvertible {
    private let method: String
    private let url: String
    private let queryNames: Set<String>
    private let status: Int

    init(_ interaction: Interaction, _ matching: Matching) {
        let request = matching.canonical(interaction.request)
        method = request.method
        url = request.url.split(separator: "/", omittingEmptySubsequences: false)
            .enumerated().map { $0 > 2 && Self.isIdentifier($1) ? "{id}" : String($1) }
            .joined(separator: "/")
        queryNames = Set(request.query.map(\.name))
        status = interaction.response?.status ?? 0
    }

    /// `GET https://api.example.com/v1/books/{id}`
    var description: String { "\(Interaction.Request(method, url))" }

    /// Whether a segment of a path looks like an identifier rather than like a word or a version: a number, a
    /// placeholder, or a longer text of which many characters are digits, such as a UUID or `ord-123`.
    static func isIdentifier(_ segment: Substring) -> Bool {
        let digits = segment.utf8.count(where: \.isDigit)
        if digits > 0, digits == segment.utf8.count { return true }
        if segment.hasPrefix("%7B%7Bsecret") || segment.hasPrefix("{{secret") { return true }
        let isMixed =
            segment.utf8.count >= 16 && segment.contains(where: \.isUppercase) && segment.contains(where: \.isLowercase)
        return segment.utf8.count >= 6 && digits * 4 >= segment.utf8.count || digits > 0 && isMixed
    }
}
