/// Checks the parameters of a request, those in its path, its query and its header fields, or the header fields of a
/// response, by their styles (OpenAPI 3.1 §4.8.12).
struct ParameterCheck {
    private let parameters: [OpenAPIDocument.Parameter]
    private let direction: SchemaSet.Direction
    private let schemas: SchemaSet
    /// The index of the schema of each place.
    private let indices: [String: Int]
    /// The query items and header fields that carry keys of the API.
    private let keys: [OpenAPIDocument.Key]

    private(set) var findings: [ContractDifference] = []

    /// The parameters that the message has, as `query.page`.
    private(set) var used: Set<String> = []

    private typealias Parameter = OpenAPIDocument.Parameter

    init(
        _ parameters: [OpenAPIDocument.Parameter], sentIn direction: SchemaSet.Direction, _ schemas: SchemaSet,
        _ indices: [String: Int], keys: [OpenAPIDocument.Key]
    ) {
        (self.parameters, self.direction, self.schemas) = (parameters, direction, schemas)
        (self.indices, self.keys) = (indices, keys)
    }

    mutating func checkPath(_ values: [String: Substring]) {
        for parameter in parameters where parameter.location == .path {
            guard let value = values[parameter.name] else { continue }
            check(parameter, PathText(value, of: parameter).parts(isObject: isObject(parameter)))
        }
    }

    mutating func checkHeaders(_ headers: HeaderFields, isComplete: Bool) {
        let ignored = Self.ignored(in: direction)
        for parameter in parameters
        where parameter.location == .header && !ignored.contains(parameter.name.lowercased()) {
            guard let value = headers[parameter.name] else {
                if parameter.isRequired {
                    add(parameter, isComplete ? "is missing" : "is missing, as far as the recording shows", !isComplete)
                }
                continue
            }
            check(parameter, HeaderText(value).parts(isObject: isObject(parameter), parameter.explodes))
        }
    }

    /// The header fields whose descriptions do not count (OpenAPI 3.1 §4.8.12.1 and §4.8.17).
    private static func ignored(in direction: SchemaSet.Direction) -> Set<String> {
        switch direction {
        case .request: ["accept", "content-type", "authorization"]
        case .response: ["content-type"]
        }
    }

    /// Checks a query without the items that the path of the operation has itself.
    mutating func checkQuery(_ query: Substring?, except own: Substring?) {
        let parameters = parameters.filter { $0.location == .query }
        var items = QueryText(query ?? "")
        items.drop(namesIn: own ?? "")
        // An exploded object without a name of its own takes what the others leave.
        for parameter in parameters.sorted(by: { !isOpen($0) && isOpen($1) }) {
            let names = Set(schemaIndex(parameter).map { schemas.members(of: $0).keys.map(\.self) } ?? [])
            let parts = items.take(
                parameter, isObject: isObject(parameter), members: names, takesRest: isOpen(parameter))
            guard let parts else {
                if parameter.isRequired { add(parameter, "is missing") }
                continue
            }
            check(parameter, parts)
        }
        for name in items.names where !keys.contains(where: { $0.location == .query && $0.name == name }) {
            findings.append(
                ContractDifference(place: "query." + SchemaWords.name(name), sentence: "is not described"))
        }
    }
}

extension ParameterCheck {
    private func schemaIndex(_ parameter: Parameter) -> Int? { parameter.schema.flatMap { indices[$0.pointer] } }

    private func isObject(_ parameter: Parameter) -> Bool {
        guard parameter.contentType == nil, let index = schemaIndex(parameter) else { return false }
        return schemas.types(of: index).isOnlyObject
    }

    /// Whether the parameter is an exploded object with members of any name.
    private func isOpen(_ parameter: Parameter) -> Bool {
        guard parameter.style == .form, parameter.explodes, isObject(parameter), let index = schemaIndex(parameter)
        else { return false }
        return schemas.hasOtherMembers(index)
    }

    private mutating func add(_ parameter: Parameter, _ sentence: String, _ isNote: Bool = false) {
        findings.append(ContractDifference(place: parameter.shownPlace, sentence: sentence, isNote: isNote))
    }

    private mutating func check(_ parameter: Parameter, _ parts: TextParts) {
        used.insert(parameter.shownPlace)
        guard let index = schemaIndex(parameter) else { return }
        let value = TextValue(schemas: schemas, schema: index, direction: direction)
        if parameter.contentType != nil {
            guard let node = JSONParser.node(Data(parts.whole.utf8)) else { return add(parameter, "is not JSON") }
            return add(parameter, schemas.problems(in: node, by: index, sentIn: direction))
        }
        let types = schemas.types(of: index)
        var results: [[SchemaProblem]] = []
        if types.includesScalar, !parts.isObject { results.append(value.problems(of: parts.whole)) }
        if types.contains(.array), !parts.isObject { results.append(value.problems(ofList: parts.elements)) }
        if types.contains(.object), let members = parts.members { results.append(value.problems(ofMembers: members)) }
        if results.isEmpty { results.append(value.problems(of: parts.whole)) }
        add(parameter, results.min { $0.count < $1.count } ?? [])
    }

    private mutating func add(_ parameter: Parameter, _ problems: [SchemaProblem]) {
        findings += problems.map {
            ContractDifference(place: parameter.shownPlace + $0.place, sentence: $0.sentence)
        }
    }
}

extension OpenAPIDocument.Parameter {
    /// `query.page`
    var shownPlace: String { "\(location.rawValue).\(name)" }
}
