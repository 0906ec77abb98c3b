@_spi(EndpointTool) import EndpointTesting

/// The parameters of an operation as the inputs of an endpoint. What no input can express is a remark.
struct OpenAPIParameters {
    /// A value that is sent outside the body.
    struct Value {
        /// What the API calls it, of which its name in Swift is made.
        let item: String
        let role: Input.Role
        let type: SwiftType
        let isRequired: Bool
        let doc: [String]
        let example: Sample?
    }

    private(set) var values: [Value] = []

    /// What stands before the value of a parameter in the path, by its name: a dot, or the name itself.
    private(set) var prefixes: [String: String] = [:]

    /// What an endpoint does not do, in sentences.
    private(set) var remarks: [String] = []

    init(_ operation: OpenAPIDocument.Operation, _ schemas: OpenAPISchemas) throws {
        let hasCookies = operation.parameters.contains { $0.location == .cookie }
        for parameter in operation.parameters {
            let name = Self.quoted(parameter.name)
            switch (parameter.location, parameter.name.lowercased()) {
            case (.header, "accept"), (.header, "content-type"): continue
            case (.header, "authorization"):
                remarks.append("The header \(name) is left out: a client sets it from its credential.")
            case (.header, _) where ReservedHeaders.isReserved(parameter.name):
                remarks.append("The header \(name) is left out, because only a client may set it.")
            case (.header, "cookie") where hasCookies:
                remarks.append("The header \(name) is left out, because it consists of the cookies.")
            default: try add(parameter, schemas)
            }
        }
        let described = Set(operation.parameters.filter { $0.location == .path }.map(\.name))
        for name in OpenAPIPath.names(in: operation.path) where !described.contains(name) {
            remarks.append("The path has the parameter \(Self.quoted(name)), which is not described.")
        }
    }

    /// A name of the document in a comment.
    private static func quoted(_ name: String) -> String {
        "`\(name.prefix(100).replacingOccurrences(of: "`", with: "'"))`"
    }
}

extension OpenAPIParameters {
    private mutating func add(_ parameter: OpenAPIDocument.Parameter, _ schemas: OpenAPISchemas) throws {
        if let type = parameter.contentType {
            let doc = Self.doc(of: parameter.node, nil) + ["Text of the type \(Self.quoted(type))."]
            return add(parameter, .string, role: role(of: parameter), doc: doc)
        }
        let doc = Self.doc(of: parameter.node, parameter.schema)
        switch try schemas.shape(of: parameter.schema) {
        case .scalar(let type): add(parameter, type, role: role(of: parameter), doc: doc)
        case .array(let element): addArray(parameter, element, doc)
        case .object: try addObject(parameter, schemas)
        }
    }

    private mutating func add(
        _ parameter: OpenAPIDocument.Parameter, _ type: SwiftType, role: Input.Role, doc: [String]
    ) {
        if parameter.location == .path {
            switch parameter.style {
            case .label: prefixes[parameter.name] = "."
            case .matrix: prefixes[parameter.name] = ";\(OpenAPIPath.encoded(parameter.name[...]))="
            default: break
            }
        }
        values.append(
            Value(
                item: parameter.name, role: role, type: type,
                isRequired: parameter.isRequired || parameter.location == .path, doc: doc,
                example: Self.example(of: parameter)))
    }

    /// Where one value is sent.
    private func role(of parameter: OpenAPIDocument.Parameter, _ style: Input.QueryStyle = .plain) -> Input.Role {
        switch parameter.location {
        case .path: .path
        case .query: .query(parameter.name, style)
        case .header: .header(parameter.name)
        case .cookie: .cookie(parameter.name)
        }
    }

    private mutating func addArray(_ parameter: OpenAPIDocument.Parameter, _ element: SwiftType, _ doc: [String]) {
        let name = Self.quoted(parameter.name)
        switch parameter.location {
        case .path:
            remarks.append("The parameter \(name) may be several values in the path, of which only one is sent.")
            add(parameter, element, role: .path, doc: doc)
        case .cookie where parameter.explodes:
            remarks.append("The cookie \(name) is left out, because it may be several cookies of one name.")
        case .header, .cookie: add(parameter, .array(element), role: role(of: parameter), doc: doc)
        case .query:
            if parameter.style == .deepObject {
                remarks.append(
                    "OpenAPI does not define how the array \(name) is written as a `deepObject`. It is sent with brackets after the name."
                )
            }
            add(parameter, .array(element), role: Self.arrayRole(of: parameter), doc: doc)
        }
    }

    /// How an array is sent in a query.
    private static func arrayRole(of parameter: OpenAPIDocument.Parameter) -> Input.Role {
        let name = parameter.name
        switch parameter.style {
        case .deepObject: return .query(name, .brackets)
        case _ where parameter.explodes:
            return name.hasSuffix("[]") ? .query(String(name.dropLast(2)), .brackets) : .query(name, .plain)
        case .spaceDelimited: return .query(name, .joined(" "))
        case .pipeDelimited: return .query(name, .joined("|"))
        case .simple, .form, .label, .matrix: return .query(name, .comma)
        }
    }

    /// An object in the query becomes one input for each of its members.
    private mutating func addObject(_ parameter: OpenAPIDocument.Parameter, _ schemas: OpenAPISchemas) throws {
        let name = Self.quoted(parameter.name)
        let isForm = parameter.style == .form && parameter.explodes
        guard parameter.location == .query, isForm || parameter.style == .deepObject else {
            let place = parameter.location == .path ? "has to be given as text" : "is left out"
            return remarks.append(
                "The parameter \(name) \(place), because it is an object in the style `\(parameter.style.rawValue)`.")
        }
        let members = try schemas.members(ofParameter: parameter.schema)
        if members.isEmpty {
            remarks.append(
                "The parameter \(name) is left out, because it is an object whose members are not described.")
        }
        let example = Self.example(of: parameter)
        for member in members {
            guard case .scalar(let type) = try schemas.shape(of: member.node) else {
                remarks.append(
                    "The member \(Self.quoted(member.name)) of the parameter \(name) is left out, because it is not a single value."
                )
                continue
            }
            let item = isForm ? member.name : "\(parameter.name)[\(member.name)]"
            values.append(
                Value(
                    item: item, role: .query(item, .plain), type: type,
                    isRequired: parameter.isRequired && member.isRequired, doc: Self.doc(of: member.node, member.node),
                    example: example?.member(member.name) ?? Self.example(of: member.node)))
        }
    }
}

extension OpenAPIParameters {
    private static func doc(of node: OpenAPINode, _ schema: OpenAPINode?) -> [String] {
        var doc = OpenAPIText.paragraphs(of: node, limit: 2)
        let values = (schema?["enum"]?.elements ?? []).compactMap { $0.string ?? $0.number }
        if (1...20).contains(values.count) { doc.append("One of \(values.map { "`\($0)`" }.joined(separator: ", ")).") }
        if schema?["format"]?.string == "date-time" { doc.append("A date and time: `2024-01-31T12:00:00Z`.") }
        return doc
    }

    private static func example(of parameter: OpenAPIDocument.Parameter) -> Sample? {
        given(in: parameter.node) ?? parameter.schema.flatMap { example(of: $0) }
    }

    private static func example(of schema: OpenAPINode) -> Sample? {
        given(in: schema) ?? schema["enum"]?.elements.first { !$0.isNull }.map(OpenAPIExample.sample)
    }

    /// The example of a node, unless it is an empty text.
    private static func given(in node: OpenAPINode) -> Sample? {
        OpenAPIExample.value(of: node).flatMap { $0.scalarText == "" ? nil : $0 }
    }
}

extension OpenAPISchemas {
    /// What a parameter is, through references and without a type of its own.
    enum Shape: Equatable {
        case scalar(SwiftType), array(SwiftType), object
    }

    /// - Throws: `OpenAPIError` for a reference that leads to another document or nowhere.
    func shape(of node: OpenAPINode?, depth: Int = 0) throws -> Shape {
        guard let node, depth < 20 else { return .scalar(.string) }
        let target = try document.resolved(node)
        if let parts = target["allOf"]?.elements, parts.count == 1 { return try shape(of: parts[0], depth: depth + 1) }
        let parts = (target["anyOf"]?.elements ?? []) + (target["oneOf"]?.elements ?? [])
        if !parts.isEmpty {
            let shapes = try parts.filter { types(of: $0) != ["null"] }.map { try shape(of: $0, depth: depth + 1) }
            return shapes.first.map { first in shapes.allSatisfy { $0 == first } ? first : .scalar(.string) }
                ?? .scalar(.string)
        }
        let type = types(of: target).first { $0 != "null" }
        switch type {
        case "integer": return .scalar(.integer)
        case "number": return .scalar(.number)
        case "boolean": return .scalar(.bool)
        case "array": return .array(try element(of: target, depth))
        case "object": return .object
        case nil where target["properties"] != nil || target["allOf"] != nil: return .object
        case nil where target["items"] != nil: return .array(try element(of: target, depth))
        default: return .scalar(.string)
        }
    }

    private func element(of array: OpenAPINode, _ depth: Int) throws -> SwiftType {
        if case .scalar(let type) = try shape(of: array["items"], depth: depth + 1) { return type }
        return .string
    }

    /// The members of an object in a parameter, with those of the parts of its `allOf`.
    func members(
        ofParameter node: OpenAPINode?, depth: Int = 0
    ) throws -> [(name: String, node: OpenAPINode, isRequired: Bool)] {
        guard let node, depth < 20 else { return [] }
        let target = try document.resolved(node)
        let required = Set(target["required"]?.elements.compactMap(\.string) ?? [])
        let own = (target["properties"]?.members ?? []).map {
            (name: $0.name, node: $0.value, isRequired: required.contains($0.name))
        }
        let inherited = try (target["allOf"]?.elements ?? []).flatMap {
            try members(ofParameter: $0, depth: depth + 1)
        }
        return (own + inherited).distinct(by: \.name)
    }
}
