import Foundation
import Testing

@testable import EndpointScaffold

@Suite struct InputNamesTests {
    private func scaffold(_ path: String, _ operation: String) throws -> Scaffold {
        let text =
            #"{"openapi": "3.1.0", "info": {"title": "", "version": "1"}, "paths": {"\#(path)": {\#(operation)}}}"#
        return try Scaffold(openAPI: Data(text.utf8), .init(module: "ShopAPI", library: .path("/"), source: ""))
    }

    @Test func `a header with the name of a reserved word is escaped`() throws {
        let made = try scaffold(
            "/roots",
            #"""
            "get": {"operationId": "getRoot", "responses": {"204": {"description": ""}}, "parameters": [
              {"name": "in", "in": "header", "required": true, "schema": {"type": "integer"}},
              {"name": "for", "in": "header", "schema": {"type": "integer"}}]}
            """#)
        let endpoint = try #require(made.source("Endpoint/Root/RootEndpoint.swift"))
        #expect(endpoint.contains("public let `in`: Int\n"))
        #expect(endpoint.contains("public init(in: Int, for: Int? = nil) {"))
        #expect(endpoint.contains(##"["in": "\(`in`)"]"##))
        #expect(endpoint.contains(##"headers["for"] = `for`.map { "\($0)" }"##))
    }

    @Test func `a file and its type have other names than the parameters of the path and the query`() throws {
        let made = try scaffold(
            "/files/{file}",
            #"""
            "put": {"operationId": "putFile", "responses": {"204": {"description": ""}},
              "requestBody": {"content": {"application/octet-stream": {}}}, "parameters": [
              {"name": "file", "in": "path", "required": true, "schema": {"type": "string"}},
              {"name": "contentType", "in": "query", "required": true, "schema": {"type": "string"}},
              {"name": "request", "in": "query", "schema": {"type": "string"}}]}
            """#)
        let endpoint = try #require(made.source("Endpoint/File/PutFileEndpoint.swift"))
        #expect(
            endpoint.contains(
                "file: String, contentType: String, uploadedFile: URL, mediaType: String, request: String? = nil"))
        #expect(endpoint.contains(#"headers: ["Content-Type": mediaType])"#))
        #expect(endpoint.contains("let urlRequest = try URLRequest.put("))
        #expect(endpoint.contains("return (urlRequest, .file(uploadedFile))"))
    }

    @Test func `the constants of a function have other names than the inputs`() throws {
        let made = try scaffold(
            "/roots",
            #"""
            "post": {"operationId": "addRoot", "responses": {"204": {"description": ""}}, "parameters": [
              {"name": "headers", "in": "header", "schema": {"type": "string"}},
              {"name": "cookies", "in": "cookie", "schema": {"type": "string"}}],
              "requestBody": {"content": {"multipart/form-data": {"schema": {"type": "object", "properties": {
                "form": {"type": "string"}, "parts": {"type": "string"}}}}}}}
            """#)
        let endpoint = try #require(made.source("Endpoint/Root/AddRootEndpoint.swift"))
        for line in [
            "var headerFields: HeaderFields = [:]", #"headerFields["headers"] = headers"#,
            #"let cookieItems: URLQuery = ["cookies": cookies]"#, "var formParts: [Multipart.Part] = []",
            #"if let form { formParts.append(.field("form", form)) }"#, "let formBody = Multipart(formParts)",
            "headers: headerFields)", "return (request, .multipart(formBody))",
        ] {
            #expect(endpoint.contains(line))
        }
    }

    @Test func `inputs that would have the same name get different ones`() throws {
        let made = try scaffold(
            "/roots/{user-id}",
            #"""
            "get": {"operationId": "getRoot", "responses": {"204": {"description": ""}}, "parameters": [
              {"name": "user-id", "in": "path", "required": true, "example": "p", "schema": {"type": "string"}},
              {"name": "user_id", "in": "query", "required": true, "example": "q", "schema": {"type": "string"}},
              {"name": "User-Id", "in": "header", "required": true, "example": "h", "schema": {"type": "string"}},
              {"name": "userId", "in": "cookie", "required": true, "example": "c", "schema": {"type": "string"}}]}
            """#)
        let test = try #require(made.test("Endpoint/Root/RootEndpointTests.swift"))
        #expect(test.contains(#"userID: "p", userIDValue: "q", userIDValue2: "h", userIDValue3: "c""#))
        #expect(test.contains(#"relativeString == "roots/p?user_id=q""#))
        #expect(test.contains(#"value(forHTTPHeaderField: "User-Id") == "h""#))
        #expect(test.contains(#"value(forHTTPHeaderField: "Cookie") == "userId=c""#))
    }

    @Test func `the next value of a cursor has another name than an input`() throws {
        let made = try EndpointScaffoldTests.scaffold(
            #"GET /v1/items?cursor=b&next=a → 200 {"items": [{"id": 1, "name": "x"}], "next_cursor": "b"}"#,
            #"GET /v1/items → 200 {"items": [{"id": 2, "name": "y"}], "next_cursor": null}"#)
        let endpoint = try #require(made.source("Endpoint/Item/ItemListEndpoint.swift"))
        #expect(endpoint.contains("guard let nextValue = content.nextCursor else"))
        #expect(endpoint.contains("return ItemListEndpoint(cursor: nextValue, next: next)"))
    }

    @Test func `a body called client does not hide the client of its test`() throws {
        let long = String(repeating: "long ", count: 20)
        let made = try EndpointScaffoldTests.scaffold(
            #"POST /v1/clients {"name": "\#(long)", "address": "\#(long)"} → 201 {"name": "\#(long)", "address": "\#(long)"}"#
        )
        let test = try #require(made.test("RecordedTests.swift"))
        #expect(test.contains("let sent"))
        #expect(!test.contains("let client: "))
    }
}
