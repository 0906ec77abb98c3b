/// Checks the parameters of a request: those in its path, its query and its header fields, by their styles (OpenAPI 3.1
/// §4.8.12).
struct ParameterCheck {
    let operation: OpenAPIDocument.Operation
    let schemas: SchemaSet
    /// The index of the schema of each place.
    let indices: [String: Int]
    /// The query items and header fields that carry keys of the API.
    let keys: [OpenAPIDocument.Key]

    private(set) var findings: [ContractDifference] = []

    /// The parameters that the request has, as `query.page`.
    private(set) var used: Set<String> = []

    private typealias Parameter = OpenAPIDocument.Parameter

    init(
        _ operation: OpenAPIDocument.Operation, _ schemas: SchemaSet, _ indices: [String: Int],
        keys: [OpenAPIDocument.Key]
    ) {
        (self.operation, self.schemas, self.indices, self.keys) = (operation, schemas, indices, keys)
    }

    mutating func checkPath(_ values: [String: Substring]) {
        for parameter in operation.parameters where parameter.location == .path {
            guard let value = values[parameter.name] else { continue }
            used.insert(parameter.shownPlace)
            check(parameter, PathText(value, of: parameter).parts(isObject: isObject(parameter)))
        }
    }

    mutating func checkHeaders(_ headers: HeaderFields, isComplete: Bool) {
        let ignored: Set = ["accept", "content-type", "authorization"]
        for parameter in operation.parameters
        where parameter.location == .header && !ignored.contains(parameter.name.lowercased()) {
            guard let value = headers[parameter.name] else {
                if parameter.isRequired {
                    add(parameter, isComplete ? "is missing" : "is missing, as far as the recording shows", !isComplete)
                }
                continue
            }
            used.insert(parameter.shownPlace)
            check(parameter, HeaderText(value).parts(isObject: isObject(parameter), parameter.explodes))
        }
    }

    mutating func checkQuery(_ query: Substring?) {
        let parameters = operation.parameters.filter { $0.location == .query }
        var items = QueryText(query ?? "")
        items.drop(namesIn: URLReference(operation.path).query ?? "")
        // An exploded object without a name of its own takes what the others leave.
        for parameter in parameters.sorted(by: { !isOpen($0) && isOpen($1) }) {
            let names = Set(schemaIndex(parameter).map { schemas.members(of: $0).keys.map(\.self) } ?? [])
            let parts = items.take(
                parameter, isObject: isObject(parameter), members: names, takesRest: isOpen(parameter))
            guard let parts else {
                if parameter.isRequired { add(parameter, "is missing") }
                continue
            }
            used.insert(parameter.shownPlace)
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
        let types = schemas.types(of: index)
        return types.contains(.object) && types.isDisjoint(with: [.string, .number, .integer, .boolean])
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
        guard let index = schemaIndex(parameter) else { return }
        let value = TextValue(schemas: schemas, schema: index)
        if parameter.contentType != nil {
            guard let node = JSONParser.node(Data(parts.whole.utf8)) else { return add(parameter, "is not JSON") }
            return add(parameter, schemas.problems(in: node, by: index, sentIn: .request))
        }
        let types = schemas.types(of: index)
        let isScalar = !types.isDisjoint(with: [.string, .number, .integer, .boolean])
        var results: [[SchemaProblem]] = []
        if isScalar, !parts.isObject { results.append(value.problems(of: parts.whole)) }
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

extension ParameterCheck {
    /// The header fields of a response.
    mutating func checkResponse(_ described: [OpenAPIDocument.Parameter], _ headers: HeaderFields, isComplete: Bool) {
        for parameter in described where !parameter.name.isEqualIgnoringCase("Content-Type") {
            guard let value = headers[parameter.name] else {
                if parameter.isRequired {
                    add(parameter, isComplete ? "is missing" : "is missing, as far as the recording shows", !isComplete)
                }
                continue
            }
            check(parameter, HeaderText(value).parts(isObject: isObject(parameter), parameter.explodes))
        }
    }
}
