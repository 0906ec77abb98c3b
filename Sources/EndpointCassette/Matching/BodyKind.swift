/// What a media type says about how a body is to be compared and shown.
enum BodyKind: Hashable {
    case json, form, multipart, text, bytes

    /// The kind of a media type, with or without parameters.
    init(_ contentType: String) {
        switch MediaType(contentType) {
        case nil: self = .bytes
        case let media? where media.isJSON: self = .json
        case let media? where media.subtype == "x-www-form-urlencoded": self = .form
        case let media? where media.type == "multipart": self = .multipart
        case let media?: self = media.isText ? .text : .bytes
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
