import EndpointTesting
import Foundation
import Testing

@testable import EndpointScaffold

@Suite struct OpenAPIScaffoldTests {
    private func scaffold(_ schemas: String, version: String = "3.1.0", operation: String = "") throws -> Scaffold {
        let operation =
            operation.isEmpty
            ? ##""get": {"operationId": "getRoot", "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Root"}}}}}}"##
            : operation
        let text = """
            {"openapi": "\(version)", "info": {"title": "", "version": "1"}, "servers": [{"url": "https://shop.example.com/v1/"}],
            "paths": {"/root/{root-id}": {\(operation)}}, "components": {"schemas": {\(schemas)}}}
            """
        return try Scaffold(openAPI: Data(text.utf8), .init(module: "ShopAPI", library: .path("/"), source: ""))
    }

    @Test func `a member is optional unless it is required and never null`() throws {
        let made = try scaffold(
            ##"""
            "Root": {"type": "object", "required": ["a", "b", "c"], "properties": {
              "a": {"type": "integer"}, "b": {"type": ["string", "null"]}, "c": {"anyOf": [{"type": "number"}, {"type": "null"}]}, "d": {"type": "boolean"},
              "e": {"type": "string", "format": "date-time"}, "f": {"type": "array", "items": {"$ref": "#/components/schemas/Root"}}}}
            """##)
        let model = try #require(made.source("Model/Root.swift"))
        for line in [
            "var a: Int\n", "var b: String?\n", "var c: Double?\n", "var d: Bool?\n", "var e: Date?\n",
            "var f: [Root]?\n",
        ] {
            #expect(model.contains(line))
        }
        #expect(made.source("Common/ShopEndpoint.swift")?.contains("dateDecodingStrategy") == true)
    }

    @Test func `nullable of 3 0 is read`() throws {
        let made = try scaffold(
            ##""Root": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "nullable": true}}}"##,
            version: "3.0.3")
        #expect(made.source("Model/Root.swift")?.contains("var a: String?") == true)
    }

    @Test func `a tree of allOf that is fifty deep is one struct`() throws {
        let levels = (0..<50).map { level in
            ##""L\##(level)": {"allOf": [{"$ref": "#/components/schemas/L\##(level + 1)"}, {"type": "object", "properties": {"m\##(level)": {"type": "string"}}}]}"##
        }
        let made = try scaffold(
            (levels + [
                ##""L50": {"type": "object", "required": ["last"], "properties": {"last": {"type": "integer"}}}"##,
                ##""Root": {"allOf": [{"$ref": "#/components/schemas/L0"}]}"##,
            ]).joined(separator: ","))
        let model = try #require(made.source("Model/L0.swift"))
        #expect(model.contains("var last: Int\n"))
        #expect((0..<50).allSatisfy { model.contains("var m\($0): String?\n") })
    }

    @Test func `an allOf that leads back to itself ends`() throws {
        let made = try scaffold(
            ##""Root": {"allOf": [{"$ref": "#/components/schemas/Root"}, {"type": "object", "properties": {"a": {"type": "string"}}}]}"##
        )
        #expect(made.source("Model/Root.swift")?.contains("var a: String?") == true)
    }

    @Test func `schemas that contain each other are read with references`() throws {
        let made = try scaffold(
            ##"""
            "Root": {"type": "object", "required": ["other"], "properties": {"other": {"$ref": "#/components/schemas/Other"}}},
            "Other": {"type": "object", "properties": {"root": {"$ref": "#/components/schemas/Root"}}}
            """##)
        #expect(made.source("Model/Root.swift")?.contains("var other: Indirect<Other>") == true)
        #expect(made.source("Common/Indirect.swift") != nil)
    }

    @Test func `objects with a discriminator are an enum that is open`() throws {
        let made = try scaffold(
            ##"""
            "Root": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "pet_type",
              "mapping": {"cat": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog"}}},
            "Cat": {"type": "object", "required": ["pet_type"], "properties": {"pet_type": {"type": "string"}, "lives": {"type": "integer"}}},
            "Dog": {"type": "object", "required": ["pet_type"], "properties": {"pet_type": {"type": "string"}}}
            """##)
        let model = try #require(made.source("Model/Root.swift"))
        #expect(model.contains("case cat(Cat)\n    case dog(Dog)\n    case other(JSONValue)"))
        #expect(model.contains(##"case petType = "pet_type""##))
    }

    @Test func `objects that a constant tells apart need no discriminator`() throws {
        let made = try scaffold(
            ##"""
            "Root": {"anyOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]},
            "A": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "a"}}},
            "B": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string", "enum": ["b"]}}}
            """##)
        #expect(made.source("Model/Root.swift")?.contains(##"case "a": self = .a(try A(from: decoder))"##) == true)
    }

    @Test func `a reference to another document is refused by its name`() throws {
        let error = try #require(throws: (any Error).self) {
            try scaffold(
                ##""Root": {"type": "object", "properties": {"a": {"$ref": "https://other.example.com/a.json"}}}"##)
        }
        #expect("\(error)".contains("https://other.example.com/a.json"))
        #expect("\(error)".contains("another document"))
    }

    @Test(arguments: [
        (##"{"swagger": "2.0"}"##, "OpenAPI 2.0 is not read"),
        (##"{"openapi": "3.2.0", "paths": {}}"##, "OpenAPI 3.2.0 is not read"), ("{", "not JSON"),
        ("[]", "not an object"), (##"{"openapi": "3.1.0", "info": {}, "paths": {}}"##, "no operation"),
    ])
    func `a document that cannot be read is an error in a sentence`(text: String, part: String) throws {
        let error = try #require(throws: (any Error).self) {
            try Scaffold(openAPI: Data(text.utf8), .init(module: "ShopAPI", library: .path("/"), source: ""))
        }
        #expect("\(error)".contains(part))
    }

    @Test func `a ring of two hundred schemas is read`() throws {
        let schemas = (0..<200).map { index in
            let members = (0..<20).map {
                ##""m\##($0)": {"type": "string", "description": "Member \##($0) of schema \##(index)"}"##
            }
            return
                ##""S\##(index)": {"type": "object", "properties": {\##(members.joined(separator: ",")), "next": {"$ref": "#/components/schemas/S\##((index + 1) % 200)"}}}"##
        }
        let made = try scaffold(([##""Root": {"$ref": "#/components/schemas/S0"}"##] + schemas).joined(separator: ","))
        #expect(made.files.count > 200)
    }
}
