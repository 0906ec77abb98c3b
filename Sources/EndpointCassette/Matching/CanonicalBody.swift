/// What a body means.
indirect enum CanonicalBody: Hashable, Sendable {
    struct Part: Hashable, Sendable {
        let name: String
        let fileName: String
        let body: CanonicalBody
    }

    case none
    case json(JSONNode)
    case form([FormItem])
    case multipart([Part])
    case text(String)
    case bytes(Data)

    /// What kind of body this is, in words.
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
    /// What counts of the body.
    func body(_ body: Interaction.Body?) -> CanonicalBody {
        guard let body else { return .none }
        return content(body.data, body.contentType)
    }

    /// What counts of a body of that type. Without a type, it is what it looks like.
    func content(_ data: Data, _ contentType: String) -> CanonicalBody {
        let kind = BodyKind(contentType)
        switch kind {
        case .form:
            return .form(
                FormItem.sorted(counted(FormItem.items(Substring(decoding: data, as: UTF8.self)), { .form($0) })))
        case .multipart: return multipart(data, contentType) ?? .bytes(data)
        case .json: return json(data) ?? text(data, contentType) ?? .bytes(data)
        case .text: return text(data, contentType) ?? .bytes(data)
        case .bytes where contentType.isEmpty: return json(data) ?? text(data, contentType) ?? .bytes(data)
        case .bytes: return .bytes(data)
        }
    }

    private func json(_ data: Data) -> CanonicalBody? {
        guard let node = JSONParser.node(data) else { return nil }
        let counted = ignored.reduce(node) { node, part in
            guard case .json(let path) = part.kind else { return node }
            return path.removed(from: node)
        }
        return .json(shapes.isEmpty ? counted.canonical : masked(counted).canonical)
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
        TextBody.decoded(data, contentType).map { .text(masked($0)) }
    }

    private func multipart(_ data: Data, _ contentType: String) -> CanonicalBody? {
        MultipartBody.parts(of: data, contentType).map { parts in
            .multipart(
                parts.filter { !ignored.contains(.form($0.name)) }.map {
                    CanonicalBody.Part(
                        name: $0.name, fileName: masked($0.fileName), body: content($0.data, $0.contentType))
                })
        }
    }
}

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

/// A body as characters.
enum TextBody {
    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .isoLatin1, "latin1": .isoLatin1, "windows-1252": .windowsCP1252,
        "utf-16": .utf16, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
    ]

    /// The characters by the charset of the media type, UTF-8 by default; nil where the bytes are something else.
    static func decoded(_ data: Data, _ contentType: String) -> String? {
        if let charset = MediaType(contentType)?.charset, let encoding = encodings[charset] {
            return String(data: data, encoding: encoding)
        }
        let text = String(decoding: data, as: UTF8.self)
        return text.utf8.elementsEqual(data) ? text : nil
    }
}

/// The parts of a multipart form (RFC 7578). The boundary between them means nothing.
enum MultipartBody {
    struct Part {
        let name: String
        let fileName: String
        let contentType: String
        let data: Data
    }

    /// The parts in their order; nil where the body is not what its type says.
    static func parts(of data: Data, _ contentType: String) -> [Part]? {
        guard let boundary = MediaType(contentType)?.parameters["boundary"] else { return nil }
        let mark = Data("--\(boundary)".utf8)
        var pieces: [Data] = []
        guard var start = data.range(of: mark)?.upperBound else { return nil }
        while let next = data[start...].range(of: mark) {
            pieces.append(data[start..<next.lowerBound])
            start = next.upperBound
        }
        let parts = pieces.compactMap(part)
        return parts.count == pieces.count ? parts : nil
    }

    /// A head and a body; line breaks around them belong to the boundaries.
    private static func part(_ piece: Data) -> Part? {
        guard let gap = piece.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: piece[..<gap.lowerBound], as: UTF8.self)
            .split(whereSeparator: \.isNewline)
        let fields = lines.reduce(into: [String: String]()) { fields, line in
            let sides = line.split(separator: ":", maxSplits: 1)
            if sides.count == 2 { fields[sides[0].lowercased()] = String(sides[1].drop { $0 == " " }) }
        }
        var disposition = HeaderFieldParser(fields["content-disposition"] ?? "")
        let parameters = disposition.parameters()
        return Part(
            name: parameters["name"] ?? "",
            fileName: parameters["filename"] ?? "",
            contentType: fields["content-type"] ?? "text/plain",
            data: Data(piece[gap.upperBound...].dropLast(2)))
    }
}
