/// Which keywords the schemas of a resource have.
struct SchemaDialect: Hashable, Sendable {
    private let keywords: Set<String>

    /// The dialect of OpenAPI 3.0: `nullable`, exclusive bounds as Booleans, and nothing beside a reference.
    let isOpenAPI30: Bool

    /// Whether `nullable` and `discriminator` mean something.
    let isOpenAPI: Bool

    func has(_ keyword: String) -> Bool { keywords.contains(keyword) }

    /// JSON Schema 2020-12 with all its vocabularies that make assertions. `format` makes none.
    static let standard = SchemaDialect(vocabularies: vocabularies.keys.map { prefix + $0 })

    /// That of OpenAPI 3.1.
    static let openAPI31 = SchemaDialect(
        keywords: standard.keywords.union(["nullable", "discriminator", "readOnly", "writeOnly"]), isOpenAPI: true)

    /// That of OpenAPI 3.0.
    static let openAPI30 = SchemaDialect(
        keywords: [
            "$ref", "type", "enum", "multipleOf", "maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum",
            "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxProperties",
            "minProperties", "required", "allOf", "oneOf", "anyOf", "not", "items", "properties",
            "additionalProperties", "nullable", "discriminator", "readOnly", "writeOnly",
        ], isOpenAPI30: true, isOpenAPI: true)

    /// The keywords of the vocabularies with these URIs.
    init(vocabularies uris: [String]) {
        let known = uris.flatMap { uri in
            uri.hasPrefix(Self.prefix) ? Self.vocabularies[String(uri.dropFirst(Self.prefix.count))] ?? [] : []
        }
        self.init(keywords: Set(known).union(["$ref", "$dynamicRef"]))
    }

    private init(keywords: Set<String>, isOpenAPI30: Bool = false, isOpenAPI: Bool = false) {
        (self.keywords, self.isOpenAPI30, self.isOpenAPI) = (keywords, isOpenAPI30, isOpenAPI)
    }

    private static let prefix = "https://json-schema.org/draft/2020-12/vocab/"

    private static let vocabularies: [String: [String]] = [
        "applicator": [
            "prefixItems", "items", "contains", "additionalProperties", "properties", "patternProperties",
            "dependentSchemas", "propertyNames", "if", "allOf", "anyOf", "oneOf", "not",
        ],
        "unevaluated": ["unevaluatedItems", "unevaluatedProperties"],
        "validation": [
            "type", "const", "enum", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
            "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains",
            "maxProperties", "minProperties", "required", "dependentRequired",
        ],
    ]
}

extension SchemaDialect {
    private static let single: Set = [
        "items", "contains", "additionalProperties", "propertyNames", "if", "then", "else", "not", "unevaluatedItems",
        "unevaluatedProperties", "contentSchema",
    ]
    private static let lists: Set = ["prefixItems", "allOf", "anyOf", "oneOf"]
    private static let maps: Set = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]

    /// The schemas within a schema, with their pointers.
    static func subschemas(of node: JSONNode, at pointer: String) -> [(JSONNode, String)] {
        guard case .object(let members) = node else { return [] }
        return members.flatMap { member -> [(JSONNode, String)] in
            let place = { JSONPointer.appending(member.key, to: pointer) }
            switch member.value {
            case .object where single.contains(member.key): return [(member.value, place())]
            case .object(let schemas) where maps.contains(member.key):
                return schemas.map { ($0.value, JSONPointer.appending($0.key, to: place())) }
            case .array(let schemas) where lists.contains(member.key):
                return schemas.enumerated().map { ($1, "\(place())/\($0)") }
            default: return []
            }
        }
    }
}
