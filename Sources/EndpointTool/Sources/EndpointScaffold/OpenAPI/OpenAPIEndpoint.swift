@_spi(EndpointTool) import EndpointTesting

extension OpenAPIOperation {
    /// The endpoint of the operation, with the types of the module.
    func endpoint(named name: String, _ naming: inout TypeNaming) -> EndpointDescription {
        var names = InputNames()
        var inputs: [Input] = []
        var labels: [String: SwiftIdentifier] = [:]
        for value in parameters.values {
            let own = names.name(of: value.item)
            if value.role == .path { labels[value.item] = own }
            inputs.append(
                Input(
                    name: own, type: value.isRequired ? value.type : .optional(value.type), role: value.role,
                    doc: value.doc, example: value.example))
        }
        for name in OpenAPIPath.names(in: operation.path) where labels[name] == nil {
            let own = names.name(of: name)
            labels[name] = own
            inputs.append(Input(name: own, type: .string, role: .path))
        }
        let form = addBody(to: &inputs, &names, &naming, named: name)
        inputs = inputs.filter { !$0.isOptional } + inputs.filter(\.isOptional)
        var doc = OpenAPIText.paragraphs(of: operation.node)
        if doc.isEmpty { doc = ["`\(operation.method) \(operation.path.replacingOccurrences(of: "`", with: "'"))`"] }
        if operation.isDeprecated { doc.append("The description of the API says that it is deprecated.") }
        doc += remarks
        var endpoint = EndpointDescription(
            name: name, folder: OpenAPINaming.folder(of: operation), doc: doc, method: operation.method,
            path: path(labels), inputs: inputs, body: form, content: content(&naming, named: name))
        if case .data(let accept) = content { endpoint.accept = accept }
        return endpoint
    }

    private func path(_ labels: [String: SwiftIdentifier]) -> [EndpointDescription.PathPart] {
        OpenAPIPath.pieces(of: operation.path).map { pieces in
            let parts = pieces.flatMap { piece -> [EndpointDescription.PathPart] in
                switch piece {
                case .literal(let text): return [.literal(text)]
                case .parameter(let name):
                    let prefix = parameters.prefixes[name].map { [EndpointDescription.PathPart.literal($0)] }
                    return (prefix ?? []) + (labels[name].map { [.value($0)] } ?? [])
                }
            }
            return parts.count == 1 ? parts[0] : .several(parts)
        }
    }

    private func content(_ naming: inout TypeNaming, named name: String) -> EndpointDescription.Content {
        switch content {
        case .void: return .void
        case .data: return .data
        case .json(let schema, let isOptional):
            let type = naming.type(of: schema, in: nil, named: name + "Content")
            if type == .data { return .data }
            return .json(isOptional ? type.asOptional : type)
        case .events(let schema):
            guard let schema else { return .events(nil, end: nil) }
            return .events(naming.type(of: schema, in: nil, named: name + "Event"), end: nil)
        case .lines(let schema): return .lines(naming.type(of: schema, in: nil, named: name + "Line"))
        }
    }
}

// The body.
extension OpenAPIOperation {
    private func addBody(
        to inputs: inout [Input], _ names: inout InputNames, _ naming: inout TypeNaming, named name: String
    ) -> EndpointDescription.BodyForm {
        switch body {
        case .none: return .none
        case .json(let schema):
            let type = naming.type(of: schema, in: nil, named: name + "Body")
            inputs.append(
                Input(name: names.name(among: Self.label(of: type), "body", "requestBody"), type: type, role: .body))
            return .json
        case .text:
            inputs.append(Input(name: names.name(among: "text", "body", "requestBody"), type: .string, role: .body))
            return .text
        case .data(let type):
            inputs.append(Input(name: names.name(among: "body", "requestBody"), type: .data, role: .body))
            return .data(contentType: type)
        case .file:
            inputs.append(Input(name: names.name(among: "file", "uploadedFile"), type: .url, role: .file))
            inputs.append(
                Input(
                    name: names.name(among: "contentType", "mediaType"), type: .string, role: .contentType,
                    doc: ["The media type of the file, such as `image/png`."]))
            return .file
        case .form(let members):
            for member in members {
                let type = Self.fieldType(member.schema)
                inputs.append(
                    Input(
                        name: names.name(of: member.key), type: member.isOptional ? .optional(type) : type,
                        role: .field(member.key), doc: member.doc))
            }
            return .form
        case .multipart(let members, let types):
            for member in members {
                var type = Self.fieldType(member.schema)
                if case .array(let element) = type { type = element }
                let isFile = member.schema == .binary || member.schema == .array(.binary)
                inputs.append(
                    Input(
                        name: names.name(of: member.key),
                        type: member.isOptional ? .optional(isFile ? .url : type) : isFile ? .url : type,
                        role: .part(member.key, contentType: types[member.key]), doc: member.doc))
            }
            return .multipart
        }
    }

    /// The type of a field of a form: an object is written as JSON.
    private static func fieldType(_ schema: Schema) -> SwiftType {
        switch schema {
        case .integer: .integer
        case .number: .number
        case .bool: .bool
        case .array(let element): isScalar(element) ? .array(fieldType(element)) : .array(.string)
        default: .string
        }
    }

    private static func label(of type: SwiftType) -> String {
        switch type {
        case .named(let name): SwiftName.lower(Model.shortName(of: name))
        case .array(let element): Noun.plural(label(of: element))
        case .optional(let wrapped): label(of: wrapped)
        default: "body"
        }
    }
}

// Tests.
extension OpenAPIOperation {
    /// The values of a call for a test, from the examples of the document or made up.
    func example(for endpoint: EndpointDescription, _ generator: SampleGenerator) -> Example {
        var example = Example()
        for input in endpoint.inputs {
            if input.isOptional, input.example == nil { continue }
            var given = input.role == .body ? bodyExample : input.example
            if case .array(let elements) = given, !input.type.unwrapped.isArray, input.role != .body {
                given = elements.first
            }
            var value = generator.sample(of: input.type.unwrapped, preferring: given)
            if given == nil, input.role != .body { value = Self.renamed(value, input) }
            if case .header = input.role, let text = value.text, !Self.isHeaderValue(text) {
                value = .string("text")
            }
            example.values[input.name] = value
        }
        return example
    }

    /// Whether a text can be the value of a header in any client.
    private static func isHeaderValue(_ text: String) -> Bool {
        text.isPrintableASCII && text.first != " " && text.last != " "
    }

    /// A text that says what it stands for.
    private static func renamed(_ value: Sample, _ input: Input) -> Sample {
        guard value == .string("text") else { return value }
        if case .contentType = input.role { return .string("image/png") }
        return .string(input.name.plain.lowercased().hasSuffix("id") ? "1" : "text")
    }

    /// The name of the test of the request.
    func sentence(_ endpoint: EndpointDescription) -> String {
        "the request is \(endpoint.method) \(operation.path)".spoken.filter { $0 != "\"" }
    }
}
