/// Checks a body by the media types that a description has for it.
struct BodyCheck {
    let schemas: SchemaSet
    /// The index of the schema of each place.
    let indices: [String: Int]
    let direction: SchemaSet.Direction

    /// The differences of a body that is not empty.
    func differences(_ data: Data, _ contentType: String, _ content: [OpenAPIDocument.Content]) -> [ContractDifference]
    {
        guard let media = MediaType(contentType) else {
            if !contentType.isEmpty { return [.init(place: "header.Content-Type", sentence: "is no media type")] }
            // Without a media type, the body is what the description has, if it has one possibility only.
            guard content.count == 1, let only = content.first, let media = MediaType(only.mediaType) else { return [] }
            return differences(data, media, only)
        }
        guard let described = Self.content(for: media, in: content) else {
            let types = SchemaWords.list(content.map(\.mediaType), "or")
            return [.init(place: "body", sentence: "is \(media.essence), not \(types)")]
        }
        return differences(data, media, described)
    }

    /// The most particular of the media types that include one.
    static func content(for media: MediaType, in content: [OpenAPIDocument.Content]) -> OpenAPIDocument.Content? {
        let ranges = [media.essence, "\(media.type)/*", "*/*"]
        return ranges.lazy.compactMap { range in
            content.first { MediaType($0.mediaType)?.essence == range }
        }.first
    }

    private func differences(_ data: Data, _ media: MediaType, _ content: OpenAPIDocument.Content)
        -> [ContractDifference]
    {
        guard let schema = content.schema.flatMap({ indices[$0.pointer] }) else { return [] }
        if media.isJSON {
            guard let node = JSONParser.node(data) else { return [.init(place: "body", sentence: "is not JSON")] }
            return differences(node, schema)
        }
        switch (media.type, media.subtype) {
        case ("application", "x-www-form-urlencoded"): return form(data, schema, content)
        case ("multipart", "form-data"): return multipart(data, media, schema)
        case ("text", "plain"):
            let value = TextValue(schemas: schemas, schema: schema, direction: direction)
            return value.problems(of: String(decoding: data, as: UTF8.self)).map(Self.difference)
        default: return []
        }
    }

    private func differences(_ node: JSONNode, _ schema: Int, except opaque: Set<String> = []) -> [ContractDifference] {
        schemas.problems(in: node, by: schema, sentIn: direction)
            .filter { problem in !opaque.contains { problem.place == $0 || problem.place.hasPrefix($0 + "[") } }
            .map(Self.difference)
    }

    private static func difference(_ problem: SchemaProblem) -> ContractDifference {
        ContractDifference(place: "body" + problem.place, sentence: problem.sentence)
    }
}

// Forms, whose fields are texts.
extension BodyCheck {
    private func form(_ data: Data, _ schema: Int, _ content: OpenAPIDocument.Content) -> [ContractDifference] {
        var items = QueryText(Substring(decoding: data, as: UTF8.self))
        var members: [JSONNode.Member] = []
        for (name, index) in schemas.members(of: schema).sorted(by: { $0.key < $1.key }) {
            let types = schemas.types(of: index)
            let isObject = types.isOnlyObject
            let style = content.node["encoding"]?[name]
            let parameter = OpenAPIDocument.Parameter(
                name: name, location: .query, isRequired: false,
                style: style?["style"]?.string.flatMap(OpenAPIDocument.Parameter.Style.init) ?? .form,
                explodes: style?["explode"]?.bool ?? true, schema: nil, contentType: nil, node: content.node)
            let value = TextValue(schemas: schemas, schema: index, direction: direction)
            if isObject, parameter.style == .form {
                // An object in a form is written as JSON, or with brackets.
                guard let parts = items.take(parameter, isObject: false) else { continue }
                members.append(.init(key: name, value: JSONParser.node(Data(parts.whole.utf8)) ?? .string(parts.whole)))
            } else if let parts = items.take(parameter, isObject: isObject) {
                let fields = isObject ? parts.members.map(value.object) : nil
                let isList = types.contains(.array) && (parts.elements.count > 1 || !types.contains(.string))
                let list = isList ? value.list(parts.elements) : nil
                members.append(
                    .init(key: name, value: fields ?? list ?? TextValue.meaning(parts.whole, index, schemas)))
            }
        }
        let other = schemas.otherMember(of: schema)
        members += items.pairs.map { .init(key: $0.name, value: TextValue.meaning($0.text, other, schemas)) }
        return differences(.object(members), schema)
    }

    private func multipart(_ data: Data, _ media: MediaType, _ schema: Int) -> [ContractDifference] {
        guard let boundary = media.parameters["boundary"] else {
            return [.init(place: "header.Content-Type", sentence: "has no boundary")]
        }
        let body = MultipartBody(Array(data), boundary: boundary)
        let described = schemas.members(of: schema)
        var values: [(name: String, values: [JSONNode])] = []
        var opaque: Set<String> = []
        for part in body.parts {
            let bytes = Data(body.bytes[part.body])
            let index = described[part.name]
            let value = value(of: bytes, part, index)
            if value == nil { opaque.insert(JSONDifference.path("", part.name)) }
            if let place = values.firstIndex(where: { $0.name == part.name }) {
                values[place].values.append(value ?? .string(""))
            } else {
                values.append((part.name, [value ?? .string("")]))
            }
        }
        let members = values.map { name, values in
            let isArray = described[name].map { isList($0, values) } ?? false
            return JSONNode.Member(key: name, value: isArray ? .array(values) : values[0])
        }
        return differences(.object(members), schema, except: opaque)
    }

    private func isList(_ schema: Int, _ values: [JSONNode]) -> Bool {
        let types = schemas.types(of: schema)
        guard types.contains(.array) else { return false }
        if values.count > 1 { return true }
        if case .array? = values.first { return false }
        return !types.includesScalar && !types.contains(.object)
    }

    /// The value of a part; nil for one that is a file or another kind of bytes, which no schema describes.
    private func value(of bytes: Data, _ part: MultipartBody.Part, _ schema: Int?) -> JSONNode? {
        let media = part.contentType.flatMap { MediaType($0) }
        if let media, media.isJSON { return JSONParser.node(bytes) ?? .string("") }
        if !part.fileName.isEmpty || media.map({ $0.type != "text" }) == true { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let schema else { return .string(text) }
        let types = schemas.types(of: schema)
        if !types.includesScalar {
            if let node = JSONParser.node(bytes), case .object = node { return node }
            if let node = JSONParser.node(bytes), case .array = node { return node }
            let element = schemas.element(of: schema)
            return TextValue.meaning(text, element, schemas)
        }
        return TextValue.meaning(text, schema, schemas)
    }
}
