/// A part of requests that does not count.
public struct IgnoredPart: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case host
        case query(String)
        case form(String)
        case json(JSONPathPattern)
        case body
    }

    let kind: Kind

    /// Scheme, host and port: a recording of one environment answers for another.
    public static let host = IgnoredPart(kind: .host)

    /// The whole body.
    public static let body = IgnoredPart(kind: .body)

    /// The items of that name in the query.
    public static func query(_ name: String) -> IgnoredPart {
        IgnoredPart(kind: .query(name))
    }

    /// The fields of that name in a form, and the parts of that name in a multipart form.
    public static func form(_ name: String) -> IgnoredPart {
        IgnoredPart(kind: .form(name))
    }

    /// Places in JSON bodies: `$.createdAt`, `$.items[*].id`, `$..nonce` for any depth.
    public static func json(_ path: String) -> IgnoredPart {
        IgnoredPart(kind: .json(JSONPathPattern(path)))
    }
}
