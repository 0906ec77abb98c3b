/// A value that is written as text, and the JSON values that it can mean by its schema.
///
/// `5` is a number for a schema of numbers and a string for one of strings; for one of both it can be either.
struct TextValue {
    let schemas: SchemaSet
    let schema: Int
    let direction: SchemaSet.Direction

    /// The problems of the meaning that fits best.
    func problems(of text: String) -> [SchemaProblem] {
        best(of: Self.scalars(text, schemas.types(of: schema)))
    }

    /// The problems of a list of texts, each an element of an array.
    func problems(ofList texts: [String]) -> [SchemaProblem] {
        best(of: [list(texts)])
    }

    /// The problems of named texts, each a member of an object.
    func problems(ofMembers members: [(name: String, text: String)]) -> [SchemaProblem] {
        best(of: [object(members)])
    }

    /// The value that fits, or else the first.
    static func meaning(_ text: String, _ schema: Int?, _ schemas: SchemaSet) -> JSONNode {
        guard let schema else { return .string(text) }
        let types = schemas.types(of: schema)
        let meanings = scalars(text, types)
        return meanings.first { schemas.problems(in: $0, by: schema).isEmpty } ?? meanings[0]
    }

    /// An array of values by the schema of the elements.
    func list(_ texts: [String]) -> JSONNode {
        let element = schemas.element(of: schema)
        return .array(texts.map { Self.meaning($0, element, schemas) })
    }

    /// An object of values by the schemas of the members.
    func object(_ members: [(name: String, text: String)]) -> JSONNode {
        let (named, other) = (schemas.members(of: schema), schemas.otherMember(of: schema))
        return .object(
            members.map {
                JSONNode.Member(key: $0.name, value: Self.meaning($0.text, named[$0.name] ?? other, schemas))
            })
    }

    private func best(of values: [JSONNode]) -> [SchemaProblem] {
        let results = values.map { schemas.problems(in: $0, by: schema, sentIn: direction) }
        return results.first { $0.isEmpty } ?? results.first ?? []
    }

    /// What a text can mean, first the most particular.
    private static func scalars(_ text: String, _ types: Set<JSONType>) -> [JSONNode] {
        if !SecretPlaceholder.all(in: text.utf8).isEmpty { return [placeholder(text, types)] }
        var meanings: [JSONNode] = []
        let isNumber = JSONNumber.isValid(0..<text.utf8.count, in: Array(text.utf8))
        if isNumber, types.contains(.number) || types.contains(.integer) { meanings.append(.number(text)) }
        if types.contains(.boolean), text == "true" || text == "false" { meanings.append(.bool(text == "true")) }
        if types.contains(.null), text.isEmpty || text == "null" { meanings.append(.null) }
        if types.contains(.string) || meanings.isEmpty { meanings.append(.string(text)) }
        return meanings
    }

    /// The replacement of a secret can stand for a value of any type.
    private static func placeholder(_ text: String, _ types: Set<JSONType>) -> JSONNode {
        if types.contains(.string) { return .string(text) }
        return types.contains(.boolean) ? .bool(true) : .number(SecretNumber(number: 1).text)
    }
}
