import Foundation
import Testing

@testable import EndpointScaffold

/// Descriptions of APIs that refer to themselves or elsewhere, or whose names collide.
@Suite struct BadOpenAPITests {
    private func scaffold(paths: String, schemas: String = "", more: String = "") throws -> Scaffold {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "", "version": "1"}, "paths": {\(paths)},
            "components": {"schemas": {\(schemas)}\(more.isEmpty ? "" : ",")\(more)}}
            """
        return try Scaffold(openAPI: Data(text.utf8), .init(module: "ShopAPI", library: .path("/"), source: ""))
    }

    private func root(_ schema: String) -> String {
        #""/roots": {"get": {"operationId": "getRoot", "responses": {"200": {"description": "", "content": {"application/json": {"schema": \#(schema)}}}}}}"#
    }

    private func refusal(_ body: () throws -> Scaffold) throws -> String {
        let error = try #require(throws: (any Error).self) { try body() }
        return "\(error)"
    }

    @Test(arguments: [
        ##""A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"}"##,
        ##""A": {"$ref": "#/components/schemas/A"}"##,
        ##""A": {"allOf": [{"$ref": "#/components/schemas/B"}]}, "B": {"allOf": [{"$ref": "#/components/schemas/A"}]}"##,
        ##""A": {"oneOf": [{"$ref": "#/components/schemas/A"}, {"type": "null"}]}"##,
        ##""A": {"type": "array", "items": {"$ref": "#/components/schemas/A"}}"##,
        ##""A": {"additionalProperties": {"$ref": "#/components/schemas/A"}, "type": "object"}"##,
    ])
    func `a schema that is only itself ends in any JSON or in a sentence`(schemas: String) {
        do {
            let made = try scaffold(paths: root(##"{"$ref": "#/components/schemas/A"}"##), schemas: schemas)
            #expect(made.endpoints == ["RootEndpoint: GET roots"])
        } catch {
            #expect("\(error)".contains("leads back to itself"))
        }
    }

    @Test func `a parameter that refers back to itself is refused with its place`() throws {
        let sentence = try refusal {
            try scaffold(
                paths:
                    ##""/roots": {"get": {"parameters": [{"$ref": "#/components/parameters/A"}], "responses": {}}}"##,
                more: ##""parameters": {"A": {"$ref": "#/components/parameters/A"}}"##)
        }
        #expect(sentence.contains("#/components/parameters/A leads back to itself"))
    }

    @Test(arguments: [
        ##""/roots": {"$ref": "paths.yaml#/roots"}"##,
        ##""/roots": {"get": {"parameters": [{"$ref": "paths.yaml#/roots"}], "responses": {}}}"##,
        ##""/roots": {"get": {"responses": {"200": {"$ref": "paths.yaml#/roots"}}}}"##,
        ##""/roots": {"post": {"requestBody": {"$ref": "paths.yaml#/roots"}, "responses": {}}}"##,
        ##""/roots": {"get": {"parameters": [{"name": "a", "in": "query", "schema": {"$ref": "paths.yaml#/roots"}}], "responses": {}}}"##,
    ])
    func `a reference to another document is refused by its name, wherever it stands`(paths: String) throws {
        let sentence = try refusal { try scaffold(paths: paths) }
        #expect(sentence.contains("The reference to paths.yaml#/roots leads to another document, which is not read."))
        #expect(sentence.contains("#/paths/~1roots"))
    }

    @Test func `a reference that leads nowhere is refused by its name`() throws {
        let sentence = try refusal { try scaffold(paths: root(##"{"$ref": "#/components/schemas/Missing"}"##)) }
        #expect(sentence.contains("#/components/schemas/Missing leads nowhere"))
    }

    @Test func `schemas whose names become equal get different types, and that is said`() throws {
        let members = ["user_id", "userId", "User-ID"].map { ##""\##($0)": {"$ref": "#/components/schemas/\##($0)"}"## }
        let schemas = ["user_id", "userId", "User-ID"].map {
            ##""\##($0)": {"type": "object", "properties": {"x\##($0)": {"type": "string"}}}"##
        }
        let made = try scaffold(
            paths: root(##"{"type": "object", "properties": {\##(members.joined(separator: ","))}}"##),
            schemas: schemas.joined(separator: ","))
        let models = made.files.keys.filter { $0.hasPrefix("Sources/ShopAPI/Model/") }
        #expect(models.count == 4)
        #expect(Set(models.map { $0.lowercased() }).count == 4)
        let text = try #require(
            made.text.range(of: "struct RootContent").map { made.text[$0.lowerBound...].prefix(1200) })
        #expect(text.contains(#"case userID = "user_id""#) && text.contains(#"case userIDValue = "userId""#))
        #expect(made.notes.count { $0.contains("because there is another UserID") } == 2)
    }

    @Test func `operations whose names become equal get different endpoints`() throws {
        let paths = ["get_user", "getUser", "get-user"].enumerated().map {
            #""/users/\#($0.offset)": {"get": {"operationId": "\#($0.element)", "responses": {"204": {"description": ""}}}}"#
        }
        let made = try scaffold(paths: paths.joined(separator: ","))
        #expect(made.endpoints.count == 3)
        #expect(Set(made.endpoints.map { $0.prefix { $0 != ":" }.lowercased() }).count == 3)
    }

    @Test func `values of an enumeration whose names become equal get different constants`() throws {
        let made = try scaffold(
            paths: root(##"{"$ref": "#/components/schemas/A"}"##),
            schemas: ##""A": {"type": "string", "enum": ["a-b", "a_b", "aB", "", "+1", "1"]}"##)
        let model = try #require(made.source("Model/A.swift"))
        let names = model.split(separator: "\n").compactMap { line in
            line.range(of: "static let ").map { line[$0.upperBound...].prefix { $0 != " " } }
        }
        #expect(names.count == 6)
        #expect(Set(names).count == 6)
    }

    @Test(arguments: ["anyOf", "oneOf"])
    func `a discriminator whose kinds are no objects ends in any JSON, and that is said`(key: String) throws {
        let made = try scaffold(
            paths: root(##"{"type": "object", "properties": {"pet": {"$ref": "#/components/schemas/Pet"}}}"##),
            schemas: ##"""
                "Pet": {"\##(key)": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Name"}], "discriminator": {"propertyName": "kind"}},
                "Cat": {"type": "object", "properties": {"kind": {"type": "string"}}}, "Name": {"type": "string"}
                """##)
        #expect(made.text.contains("public var pet: JSONValue?"))
        #expect(made.text.contains("/// It is one of Cat, Name.\n    public var pet"))
        #expect(made.notes.contains("RootContent.pet is any JSON: it is one of Cat, Name."))
    }

    @Test(arguments: [
        (#"{"type": ["string", "null"]}"#, "String?"), (#"{"type": ["integer", "string"]}"#, "JSONValue"),
        (#"{"type": ["integer", "number"]}"#, "Double"), (#"{"type": []}"#, "JSONValue"),
        (#"{"type": ["array", "null"], "items": {"type": "integer"}}"#, "[Int]?"), (#"{"type": "null"}"#, "JSONValue?"),
        (#"{"type": 3}"#, "JSONValue"), ("true", "JSONValue"), ("{}", "JSONValue"),
    ])
    func `a list of types is the type that holds all of them`(schema: String, type: String) throws {
        let made = try scaffold(
            paths: root(
                #"{"type": "object", "required": ["a"], "properties": {"a": \#(schema), "b": {"type": "string"}}}"#))
        #expect(made.text.contains("public var a: \(type)\n"))
    }
}
