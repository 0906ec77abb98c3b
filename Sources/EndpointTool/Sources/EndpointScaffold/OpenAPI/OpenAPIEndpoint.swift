@_spi(EndpointTool) import EndpointTesting

extension OpenAPIOperation {
    /// The endpoint of the operation, with the types of the module.
    func endpoint(named name: String, _ naming: inout TypeNaming) -> EndpointDescription {
        var names = NameTable(taken: ReservedNames.endpointMembers)
        var inputs: [Input] = []
        var labels: [String: String] = [:]
        for (index, (parameter, schema)) in parameters.enumerated() {
            let type = Self.fieldType(schema)
            let label = SwiftName.lower(parameter.name)
            let own = names.name(label, label + "Value")
            let role: Input.Role
            switch parameter.location {
            case .path:
                labels[parameter.name] = SwiftName.escaped(own)
                role = .path(index)
            case .header: role = .header(parameter.name)
            case .query, .cookie:
                role = .query(
                    parameter.name.hasSuffix("[]") ? String(parameter.name.dropLast(2)) : parameter.name,
                    style(of: parameter, schema))
            }
            let isPath = parameter.location == .path
            let plain: SwiftType = isPath || parameter.location == .header ? type.scalar : type
            inputs.append(
                Input(
                    name: own, type: parameter.isRequired || isPath ? plain : .optional(plain), role: role,
                    doc: Self.doc(of: parameter)))
        }
        for name in OpenAPIPath.names(in: operation.path) where labels[name] == nil {
            let own = names.name(SwiftName.lower(name), SwiftName.lower(name) + "Value")
            labels[name] = SwiftName.escaped(own)
            inputs.append(Input(name: own, type: .string, role: .path(inputs.count)))
        }
        let form = addBody(to: &inputs, &names, &naming, named: name)
        inputs = inputs.filter { !$0.isOptional } + inputs.filter(\.isOptional)
        var doc = OpenAPIText.paragraphs(of: operation.node)
        if doc.isEmpty { doc = ["`\(operation.method) \(operation.path.replacingOccurrences(of: "`", with: "'"))`"] }
        if operation.isDeprecated { doc.append("The description of the API says that it is deprecated.") }
        var endpoint = EndpointDescription(
            name: name, folder: OpenAPINaming.folder(of: operation), doc: doc, method: operation.method,
            path: path(labels), inputs: inputs, body: form, content: content(&naming, named: name))
        if case .data(let accept) = content { endpoint.accept = accept }
        return endpoint
    }

    private func path(_ labels: [String: String]) -> [EndpointDescription.PathPart] {
        func named(_ part: EndpointDescription.PathPart) -> EndpointDescription.PathPart {
            if case .value(let name) = part { return .value(labels[name] ?? "") }
            return part
        }
        return OpenAPIPath.pieces(of: operation.path).map { $0.count == 1 ? named($0[0]) : .several($0.map(named)) }
    }

    private func style(of parameter: OpenAPIDocument.Parameter, _ schema: Schema) -> Input.QueryStyle {
        guard case .array = schema else { return .plain }
        if parameter.name.hasSuffix("[]") { return .brackets }
        return parameter.style == .form && parameter.explodes ? .plain : .comma
    }

    private static func doc(of parameter: OpenAPIDocument.Parameter) -> [String] {
        var doc = OpenAPIText.paragraphs(of: parameter.node, limit: 2)
        let values = (parameter.schema?["enum"]?.elements ?? []).compactMap { $0.string ?? $0.number }
        if (1...20).contains(values.count) { doc.append("One of \(values.map { "`\($0)`" }.joined(separator: ", ")).") }
        if parameter.schema?["format"]?.string == "date-time" { doc.append("A date and time: `2024-01-31T12:00:00Z`.") }
        return doc
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
        to inputs: inout [Input], _ names: inout NameTable, _ naming: inout TypeNaming, named name: String
    ) -> EndpointDescription.BodyForm {
        switch body {
        case .none: return .none
        case .json(let schema):
            let type = naming.type(of: schema, in: nil, named: name + "Body")
            inputs.append(Input(name: names.name(Self.label(of: type), "body", "requestBody"), type: type, role: .body))
            return .json
        case .text:
            inputs.append(Input(name: names.name("text", "body", "requestBody"), type: .string, role: .body))
            return .text
        case .data(let type):
            inputs.append(Input(name: names.name("body", "requestBody"), type: .data, role: .body))
            return .data(contentType: type)
        case .file:
            inputs.append(Input(name: names.name("file", "uploadedFile"), type: .url, role: .file))
            inputs.append(
                Input(
                    name: names.name("contentType", "mediaType"), type: .string, role: .contentType,
                    doc: ["The media type of the file, such as `image/png`."]))
            return .file
        case .form(let members):
            for member in members {
                let label = SwiftName.lower(member.key)
                let type = Self.fieldType(member.schema)
                inputs.append(
                    Input(
                        name: names.name(label, label + "Value"), type: member.isOptional ? .optional(type) : type,
                        role: .field(member.key), doc: member.doc))
            }
            return .form
        case .multipart(let members, let types):
            for member in members {
                let label = SwiftName.lower(member.key)
                var type = Self.fieldType(member.schema)
                if case .array(let element) = type { type = element }
                let isFile = member.schema == .binary || member.schema == .array(.binary)
                inputs.append(
                    Input(
                        name: names.name(label, label + "Value"),
                        type: member.isOptional ? .optional(isFile ? .url : type) : isFile ? .url : type,
                        role: .part(member.key, contentType: types[member.key]), doc: member.doc))
            }
            return .multipart
        }
    }

    /// The type of a parameter or of a field of a form: an object is written as JSON.
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
            let parameter = parameters.first { item in
                switch input.role {
                case .path: item.parameter.location == .path && SwiftName.lower(item.parameter.name) == input.name
                case .query(let name, _): item.parameter.location == .query && item.parameter.name == name
                case .header(let name): item.parameter.name == name
                default: false
                }
            }
            if input.isOptional, input.role != .body, parameter == nil { continue }
            let given = parameter.flatMap { Self.given($0.parameter) }
            var value = generator.sample(
                of: input.type.unwrapped, preferring: input.role == .body ? bodyExample : given)
            if given == nil, parameter != nil || input.role != .body { value = Self.renamed(value, input) }
            if input.isOptional, given == nil { continue }
            if case .header = input.role, let text = value.text, !text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
                value = .string("text")
            }
            example.values[input.name] = value
        }
        return example
    }

    private static func given(_ parameter: OpenAPIDocument.Parameter) -> Sample? {
        if let value = OpenAPIExample.value(of: parameter.node), value.scalarText != "" { return value }
        guard let schema = parameter.schema else { return nil }
        if let value = OpenAPIExample.value(of: schema), value.scalarText != "" { return value }
        let first = schema["enum"]?.elements.first { !$0.isNull }
        return first.map(OpenAPIExample.sample)
    }

    /// A text that says what it stands for.
    private static func renamed(_ value: Sample, _ input: Input) -> Sample {
        guard value == .string("text") else { return value }
        if case .contentType = input.role { return .string("image/png") }
        return .string(input.name.lowercased().hasSuffix("id") ? "1" : "text")
    }

    /// The name of the test of the request.
    func sentence(_ endpoint: EndpointDescription) -> String {
        "the request is \(endpoint.method) \(operation.path)".spoken.filter { $0 != "\"" }
    }
}

extension SwiftType {
    /// The type of one value: that of the elements of an array.
    fileprivate var scalar: SwiftType {
        if case .array(let element) = self { return element }
        return self
    }
}
