import TestSupport
import Testing

@_spi(EndpointTool) @testable import EndpointTesting

@Suite struct OpenAPIDocumentTests {
    @Test(.needs(conformanceData: "openapi"))
    func `public documents have the operations that a search for methods finds`()
        throws
    {
        for file in ConformanceData.files(in: "openapi", endingWith: ".json") {
            let document = try OpenAPIDocument(json: Data(contentsOf: file))
            let methods = document.root["paths"]?.members.flatMap { $0.value.members.map(\.name) } ?? []
            let expected = methods.filter {
                ["get", "put", "post", "delete", "patch", "head", "options", "trace"].contains($0)
            }
            #expect(document.operations.count == expected.count, "\(file.lastPathComponent)")
        }
    }

    @Test func `an operation has the parameters of its path, and its own instead of those of the same name`() throws {
        let document = try OpenAPIDocument(
            json: Data(
                #"""
                {"openapi": "3.1.0", "paths": {"/books/{id}": {
                  "parameters": [
                    {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
                    {"$ref": "#/components/parameters/page"}],
                  "get": {"operationId": "book", "tags": ["books"], "deprecated": true, "parameters": [
                      {"name": "page", "in": "query", "required": true, "style": "pipeDelimited"}],
                    "requestBody": {"$ref": "#/components/requestBodies/Draft"},
                    "responses": {"4xx": {"$ref": "#/components/responses/Problem"}}}}},
                 "components": {
                  "parameters": {"page": {"name": "page", "in": "query"}},
                  "requestBodies": {"Draft": {"required": true, "content": {"application/json": {"schema": true}}}},
                  "responses": {"Problem": {"headers": {"Retry-After": {"required": true}}}},
                  "securitySchemes": {"key": {"type": "apiKey", "name": "api_key", "in": "query"}}},
                 "servers": [{"url": "https://{region}.example.com/v1",
                   "variables": {"region": {"default": "eu", "enum": ["us", "eu"]}}}]}
                """#.utf8))
        let operation = try #require(document.operations.first)
        #expect(operation.name == "book")
        #expect(operation.tags == ["books"])
        #expect(operation.isDeprecated)
        #expect(operation.parameters.map(\.name) == ["id", "page"])
        #expect(operation.parameters.map(\.isRequired) == [true, true])
        #expect(operation.parameters.map(\.style) == [.simple, .pipeDelimited])
        #expect(operation.parameters.map(\.explodes) == [false, false])
        #expect(operation.requestBody?.isRequired == true)
        #expect(operation.requestBody?.content.map(\.mediaType) == ["application/json"])
        #expect(operation.responses.map(\.status) == ["4XX"])
        #expect(operation.responses.first?.headers.map(\.name) == ["Retry-After"])
        #expect(document.keys.map(\.name) == ["api_key"])
        #expect(document.servers.map(\.defaultURL) == ["https://eu.example.com/v1"])
        #expect(document.servers.first?.variables["region"] == ["eu", "us"])
    }

    @Test(
        arguments: [
            ("", "#: The document is not JSON: it ends in the middle of a value."),
            ("openapi: 3.1.0", "#: The document is not JSON: a value was expected at byte 0."),
            ("[]", "#: The document is not an object."),
            ("{}", #"#: "openapi" is missing, so this is no OpenAPI document."#),
            (#"{"swagger": "2.0"}"#, "#/swagger: OpenAPI 2.0 is not read, only 3.0 and 3.1."),
            (#"{"openapi": "3.2.0"}"#, "#/openapi: OpenAPI 3.2.0 is not read, only 3.0 and 3.1."),
            (#"{"openapi": 3.1}"#, "#/openapi: The version is a number, not a string."),
            (#"{"openapi": "3.0.0"}"#, #"#: "paths" is missing."#),
            (#"{"openapi": "3.1.0", "paths": []}"#, #"#/paths: "paths" is an array, not an object."#),
            (
                #"{"openapi": "3.1.0", "paths": {"books": {}}}"#,
                "#/paths/books: The path does not begin with a slash."
            ),
            (
                #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"parameters": [{"name": "x", "in": "body"}]}}}}"#,
                ##"#/paths/~1a/get/parameters/0: "in" is "body", not path, query, header or cookie."##
            ),
            (
                ##"{"openapi": "3.1.0", "paths": {"/a": {"get": {"parameters": [{"$ref": "#/components/x"}]}}}}"##,
                "#/paths/~1a/get/parameters/0/$ref: The reference to #/components/x leads nowhere."
            ),
            (
                ##"{"openapi": "3.1.0", "paths": {"/a": {"$ref": "common.yaml#/books"}}}"##,
                "#/paths/~1a/$ref: The reference to common.yaml#/books leads to another document, which is not read."
            ),
            (
                ##"{"openapi": "3.1.0", "paths": {"/a": {"$ref": "#/paths/~1a"}}}"##,
                "#/paths/~1a/$ref: The reference to #/paths/~1a leads back to itself."
            ),
            (
                #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": {"2000": {}}}}}}"#,
                ##"#/paths/~1a/get/responses/2000: "2000" is no status, no range such as 4XX and not "default"."##
            ),
            (
                #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"operationId": 1, "deprecated": "no"}}}}"#,
                """
                #/paths/~1a/get/operationId: "operationId" is an integer, not a string.
                #/paths/~1a/get/deprecated: "deprecated" is a string, not true or false.
                """
            ),
        ])
    func `a document that cannot be read is refused with a sentence for each place`(text: String, problems: String)
        throws
    {
        let error = #expect(throws: OpenAPIError.self) { try OpenAPIDocument(json: Data(text.utf8)) }
        #expect(error?.description == problems)
    }
}
