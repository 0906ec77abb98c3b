/// The description of a failure in the standard format (RFC 9457, `application/problem+json`).
public struct ProblemDetails: Hashable, Sendable {
    /// A URI for the kind of problem. The default, `about:blank`, adds nothing to the status.
    public let type: String

    /// The kind of problem in a few words, the same for every occurrence.
    public let title: String?

    /// The status code that the origin server set. A proxy may have changed that of the response.
    public let status: Int?

    /// A sentence for a person about this occurrence.
    public let detail: String?

    /// A URI for this occurrence.
    public let instance: String?

    /// All other members.
    public let extensions: [String: JSONValue]

    /// Parses a body. Nil unless its media type is `application/problem+json`, or is JSON and the body has a title,
    /// because many servers send problem details as plain JSON. Also nil for more than 1 MiB. Members of a wrong type
    /// are ignored (RFC 9457 §3.1).
    public init?(_ body: Data, contentType: String?) {
        guard let media = contentType.flatMap({ MediaType($0) }), media.isJSON,
            body.count <= ErrorSummary.maximumBodySize, case .object(var members) = JSONValue(json: body),
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
