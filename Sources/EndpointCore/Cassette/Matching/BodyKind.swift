/// What a media type says about how a body is to be compared and shown.
enum BodyKind: Hashable {
    case json, form, multipart, text, bytes

    /// The kind of a media type, with or without parameters.
    init(_ contentType: String) {
        let essence = contentType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        switch essence {
        case "application/json", "text/json": self = .json
        case "application/x-www-form-urlencoded": self = .form
        case "application/xml", "application/javascript", "application/graphql", "application/x-ndjson": self = .text
        case _ where essence.hasSuffix("+json"): self = .json
        case _ where essence.hasPrefix("multipart/"): self = .multipart
        case _ where essence.hasPrefix("text/") || essence.hasSuffix("+xml"): self = .text
        default: self = .bytes
        }
    }

    /// The extension of a file that holds such a body.
    var fileExtension: String {
        switch self {
        case .json: "json"
        case .form, .text: "txt"
        case .multipart, .bytes: "bin"
        }
    }
}
