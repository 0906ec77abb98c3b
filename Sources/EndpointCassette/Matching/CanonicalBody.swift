/// The content of a body, independent of its formatting: key order, escapes, boundaries.
indirect enum CanonicalBody: Hashable, Sendable {
    struct Part: Hashable, Sendable {
        let name: String
        let fileName: String
        let body: CanonicalBody
    }

    case none
    case json(JSONNode)
    case form([NameValuePair])
    case multipart([Part])
    case text(String)
    case bytes(Data)

    /// The kind of the body, in words.
    var kind: String {
        switch self {
        case .none: "no body"
        case .json: "JSON"
        case .form: "a form"
        case .multipart: "a multipart form"
        case .text: "text"
        case .bytes: "bytes"
        }
    }
}

extension Matching {
    /// The content that this matching compares.
    func body(_ body: Interaction.Body?) -> CanonicalBody {
        guard let body else { return .none }
        return content(body.data, body.contentType)
    }

    /// The content of a body of that media type. Without a media type, it is JSON or text if it can be read as such.
    func content(_ data: Data, _ contentType: String) -> CanonicalBody {
        let kind = BodyKind(contentType)
        switch kind {
        case .form:
            let items = NameValuePair.items(Substring(decoding: data, as: UTF8.self))
            return .form(NameValuePair.sorted(compared(items) { .form($0) }))
        case .multipart: return multipart(data, contentType) ?? .bytes(data)
        case .json: return json(data) ?? text(data, contentType) ?? .bytes(data)
        case .text: return text(data, contentType) ?? .bytes(data)
        case .bytes where contentType.isEmpty: return json(data) ?? text(data, contentType) ?? .bytes(data)
        case .bytes: return .bytes(data)
        }
    }

    private func json(_ data: Data) -> CanonicalBody? {
        guard let node = JSONParser.node(data) else { return nil }
        let compared = ignored.reduce(node) { node, part in
            guard case .json(let path) = part.kind else { return node }
            return path.removed(from: node)
        }
        return .json(volatileValues.isEmpty ? compared.canonical : masked(compared).canonical)
    }

    private func masked(_ node: JSONNode) -> JSONNode {
        switch node {
        case .string(let text): .string(masked(text))
        case .number(let token):
            masked(token) == token ? node : .string(masked(token))
        case .array(let elements): .array(elements.map(masked))
        case .object(let members): .object(members.map { .init(key: $0.key, value: masked($0.value)) })
        case .null, .bool: node
        }
    }

    private func text(_ data: Data, _ contentType: String) -> CanonicalBody? {
        TextBody.decoded(data, MediaType(contentType)).map { .text(masked($0)) }
    }

    private func multipart(_ data: Data, _ contentType: String) -> CanonicalBody? {
        guard let boundary = MediaType(contentType)?.parameters["boundary"] else { return nil }
        let body = MultipartBody(Array(data), boundary: boundary)
        guard body.pieces.count > 1, body.parts.allSatisfy({ $0.head != nil }) else { return nil }
        return .multipart(
            body.parts.filter { !ignored.contains(.form($0.name)) }.map { part in
                let content = content(Data(body.bytes[part.body]), part.contentType ?? "text/plain")
                return CanonicalBody.Part(name: part.name, fileName: masked(part.fileName), body: content)
            })
    }
}

/// How bodies of a media type are compared and stored.
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

    /// The extension of a file that contains a body of this kind.
    var fileExtension: String {
        switch self {
        case .json: "json"
        case .form, .text: "txt"
        case .multipart, .bytes: "bin"
        }
    }

    static let fileExtensions: Set = ["json", "txt", "bin"]
}
