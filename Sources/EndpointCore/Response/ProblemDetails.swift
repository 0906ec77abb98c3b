/// What a server says went wrong, in the common format for it (RFC 9457, `application/problem+json`).
public struct ProblemDetails: Hashable, Sendable {
    /// A URI that names the kind of problem. `about:blank`, the default, means no more than the status does.
    public let type: String

    /// The kind of problem in a few words, the same for every occurrence.
    public let title: String?

    /// The status code as the origin server chose it; a proxy may have changed the one that arrived.
    public let status: Int?

    /// What went wrong this time, for a person.
    public let detail: String?

    /// A URI that names this occurrence.
    public let instance: String?

    /// All other members.
    public let extensions: [String: JSONValue]

    /// Reads a body, if its media type says that it is problem details, or that it is JSON and it has a title: many servers send
    /// the one and say the other. Members of a wrong type are ignored (RFC 9457 §3.1), and so is a body of more than 1 MiB.
    public init?(_ body: Data, contentType: String?) {
        guard let media = contentType.flatMap({ MediaType($0) }), media.isJSON,
            body.count <= ErrorSummary.largestBody, case .object(var members) = JSONValue(json: body),
            media.essence == "application/problem+json" || members["title"]?.string != nil
        else { return nil }
        type = members.removeValue(forKey: "type")?.string ?? "about:blank"
        title = members.removeValue(forKey: "title")?.string
        status = members.removeValue(forKey: "status")?.integer.flatMap { Int(exactly: $0) }
        detail = members.removeValue(forKey: "detail")?.string
        instance = members.removeValue(forKey: "instance")?.string
        extensions = members
    }

    /// An extension member.
    public subscript(member: String) -> JSONValue? { extensions[member] }
}
