import Testing

@_spi(EndpointTool) @testable import EndpointTesting

/// What OpenAPI adds to schemas, and schemas that are hard to carry out.
@Suite struct ContractSchemaTests {
    private func problems(
        _ value: JSONNode, _ schema: String, version: String = "3.1.0", components: String = "{}"
    ) throws -> [String] {
        let contract = try Library.contract(schema, version: version, components: components)
        let index = try #require(contract.indices["#/paths/~1a/post/requestBody/content/application~1json/schema"])
        return contract.schemas.problems(in: value, by: index).map { "\($0.place) \($0.sentence)" }
    }

    @Test func `a discriminator chooses the alternative by its mapping or by its name`() throws {
        let components = #"""
            {"Cat": {"type": "object", "required": ["lives"], "properties": {"lives": {"type": "integer"}}},
             "Dog": {"type": "object", "required": ["bark"], "properties": {"bark": {"type": "string"}}}}
            """#
        let schema = #"""
            {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
             "discriminator": {"propertyName": "kind", "mapping": {"hound": "#/components/schemas/Dog"}}}
            """#
        let check = { try problems($0, schema, version: "3.0.0", components: components) }
        #expect(try check(["kind": "Cat", "lives": 9]) == [])
        #expect(try check(["kind": "Cat", "bark": "wau"]) == [".lives is missing"])
        #expect(try check(["kind": "hound", "lives": 9]) == [".bark is missing"])
        #expect(try check(["kind": "other", "bark": "wau"]) == [])
    }

    @Test func `a discriminator of a parent chooses among the schemas that consist of it`() throws {
        let components = ##"""
            {"Pet": {"type": "object", "discriminator": {"propertyName": "kind"}, "required": ["kind"]},
             "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"required": ["lives"]}]}}
            """##
        let check = { try problems($0, ##"{"$ref": "#/components/schemas/Pet"}"##, components: components) }
        #expect(try check(["kind": "Cat", "lives": 9]) == [])
        #expect(try check(["kind": "Cat"]) == [".lives is missing"])
        #expect(try check(["kind": "Fish"]) == [])
    }

    @Test func `of alternatives without a discriminator the nearest is named`() throws {
        let schema = #"""
            {"anyOf": [
              {"title": "Cat", "required": ["kind", "lives"], "properties": {"kind": {"const": "cat"}}},
              {"title": "Dog", "required": ["kind", "bark"], "properties": {"kind": {"const": "dog"},
                "bark": {"type": "string"}}}]}
            """#
        #expect(
            try problems(["kind": "dog", "bark": 1], schema)
                == [".bark is an integer, not a string (by Dog, the nearest of 2 alternatives)"])
    }

    @Test func `schemas of 3-0 have their own null and bounds, and nothing beside a reference`() throws {
        let components = #"{"Name": {"type": "string"}}"#
        let name = ##"{"$ref": "#/components/schemas/Name", "maxLength": 1}"##
        #expect(try problems("Momo", name, version: "3.0.0", components: components) == [])
        #expect(try problems("Momo", name, components: components) == [" has 4 characters, more than 1"])
        let year = #"{"type": "integer", "minimum": 1, "exclusiveMinimum": true, "nullable": true}"#
        #expect(try problems(1, year, version: "3.0.0") == [" is 1, not more than 1"])
        #expect(try problems(.null, year, version: "3.0.0") == [])
        #expect(try problems(1, #"{"const": 2}"#, version: "3.0.0") == [])
        #expect(try problems(1, #"{"type": ["string", "null"]}"#) == [" is an integer, not a string or null"])
    }

    @Test func `cycles of references come to an end, and each level of a value is checked`() throws {
        let tree = ##"{"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Tree"}}}"##
        let check = {
            try problems($0, ##"{"$ref": "#/components/schemas/Tree"}"##, components: "{\"Tree\": \(tree)}")
        }
        #expect(try check(["next": ["next": [:]]]) == [])
        #expect(try check(["next": ["next": 1]]) == [".next.next is an integer, not an object"])
        let loop = ##"{"A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"}}"##
        #expect(try problems(1, ##"{"$ref": "#/components/schemas/A"}"##, components: loop) == [])
    }

    @Test func `schemas of fifty levels, each of which refers twice to the next, are checked`() throws {
        let levels = (0..<50).map { level in
            ##"""
            "L\##(level)": {"allOf": [{"$ref": "#/components/schemas/L\##(level + 1)"},
              {"$ref": "#/components/schemas/L\##(level + 1)"}]}
            """##
        }
        let components = "{\(levels.joined(separator: ",")), \"L50\": {\"type\": \"integer\"}}"
        let root = ##"{"$ref": "#/components/schemas/L0"}"##
        #expect(try problems(1, root, components: components) == [])
        #expect(try problems("one", root, components: components) == [" is a string, not an integer"])
    }

    @Test func `a value without an alternative for its type is described once, also if it is shown in quotes`() throws {
        let types = #"{"oneOf": [{"enum": [1, 2], "type": "integer"}, {"type": "boolean"}]}"#
        #expect(try problems("a, b", types) == [" is a string, not an integer or true or false"])
    }

    @Test func `a value names the innermost of the alternatives that it was compared with`() throws {
        let inner = #"{"oneOf": [{"title": "A", "required": ["a", "b"]}, {"title": "B", "required": ["c", "d", "e"]}]}"#
        let outer = #"{"oneOf": [{"title": "Outer", "required": ["x", "y", "z"]}, \#(inner)]}"#
        #expect(
            try problems([:], outer) == [
                ".a is missing (by A, the nearest of 2 alternatives)",
                ".b is missing (by A, the nearest of 2 alternatives)",
            ])
    }

    @Test func `a value that is nested too deeply is refused instead of ending the process`() throws {
        let deep = (0..<500).reduce(JSONNode.null) { node, _ in ["next": node] }
        let tree = ##"{"properties": {"next": {"$ref": "#/components/schemas/Tree"}}}"##
        let found = try problems(
            deep, ##"{"$ref": "#/components/schemas/Tree"}"##, components: "{\"Tree\": \(tree)}")
        #expect(found.count == 1)
        #expect(found.first?.hasSuffix("is nested too deeply to be checked") == true)
    }

    @Test(
        arguments: [
            (#"{"type": "date"}"#, #"/type: "type" is "date", which is no type."#),
            (#"{"required": true}"#, #"/required: "required" is true, not an array."#),
            (#"{"minLength": "1"}"#, #"/minLength: "minLength" is a string, not an integer of at least 0."#),
            (#"{"properties": []}"#, #"/properties: "properties" is an array, not an object."#),
            (#"{"items": 1}"#, "/items: The schema is an integer, not an object."),
            (##"{"$ref": "#/components/schemas/X"}"##, "/$ref: The reference to #/components/schemas/X leads nowhere."),
            (
                #"{"$ref": "https://example.com/a.json"}"#,
                "/$ref: The reference to https://example.com/a.json leads to another document, which is not read."
            ),
        ])
    func `a schema that cannot be read is refused with its place`(schema: String, problem: String) throws {
        let place = "#/paths/~1a/post/requestBody/content/application~1json/schema"
        let error = #expect(throws: OpenAPIError.self) { try Library.contract(schema) }
        #expect(error?.problems.first == place + problem)
    }

    @Test(
        arguments: [
            ("^abc$", "abc\n", false), ("^.$", "\u{85}", true), (#"^[\d]$"#, "\u{664}", false),
            (#"\bcafé\b"#, "café", false), ("^[]$", "", false), ("^[^]$", "\n", true), ("^[[a&&b]+$", "a[&&b", true),
            ("^a{1,2}}$", "aa}", true), (#"^\cJ$"#, "\n", true), (#"^\u{1F600}$"#, "😀", true),
            (#"^\p{Script=Greek}\/$"#, "λ/", true), (#"^[\w.-]+$"#, "a_b.c-d", true), (#"^[^\S ]$"#, " ", false),
        ])
    func `a pattern means what it means in JavaScript`(pattern: String, text: String, isMatch: Bool) throws {
        #expect(try #require(SchemaPattern(pattern)).matches(text) == isMatch)
    }

    @Test func `a pattern that cannot be carried out is a note, and a search without an end refuses nothing`() throws {
        let contract = try Library.contract(#"{"pattern": "(?<!a{2,}b+)c("}"#)
        #expect(contract.notes.count == 2)
        let endless = try #require(SchemaPattern("^(a+)+$"))
        #expect(endless.matches(String(repeating: "a", count: 40) + "b"))
        #expect(!endless.matches("ab"))
    }

    @Test func `a message shows short words and numbers, and of other values their type and length`() throws {
        let schema =
            #"{"properties": {"token": {"enum": ["a"]}, "pin": {"maximum": 1}}, "additionalProperties": false}"#
        let secret = "sk-4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c"
        let found = try problems(["token": .string(secret), "pin": 123456, "momo@example.com": 1], schema)
        #expect(
            found == [
                "['…'] is not described", #".token is a string of 35 characters, not "a""#,
                ".pin is an integer, not at most 1",
            ])
    }
}
