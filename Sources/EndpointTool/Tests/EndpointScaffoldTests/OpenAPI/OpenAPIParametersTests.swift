import Foundation
import Testing

@testable import EndpointScaffold

@Suite struct OpenAPIParametersTests {
    /// The endpoint `GET /root/{id}` with these parameters besides the one of its path.
    private func scaffold(
        _ parameters: String, path: String = "/root/{id}",
        id: String = #"{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}"#
    ) throws -> (endpoint: String, test: String, notes: [String]) {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "", "version": "1"}, "paths": {"\(path)": {"get": {
              "operationId": "getRoot", "responses": {"204": {"description": ""}}, "parameters": [\(id), \(parameters)]}}}}
            """
        let made = try Scaffold(openAPI: Data(text.utf8), .init(module: "ShopAPI", library: .path("/"), source: ""))
        return (
            try #require(made.source("Endpoint/Root/RootEndpoint.swift")),
            try #require(made.test("Endpoint/Root/RootEndpointTests.swift")),
            made.notes.filter { $0.hasPrefix("RootEndpoint") }
        )
    }

    @Test func `parameters of path, query and header are inputs`() throws {
        let made = try scaffold(
            #"""
            {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 5}},
            {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
            {"name": "X-Level", "in": "header", "required": true, "schema": {"type": "integer"}}
            """#)
        #expect(
            made.endpoint.contains("public init(id: String, xLevel: Int, limit: Int? = nil, xTrace: String? = nil) {"))
        #expect(made.endpoint.contains(##"var headers: HeaderFields = ["X-Level": "\(xLevel)"]"##))
        #expect(made.endpoint.contains(#"headers["X-Trace"] = xTrace"#))
        #expect(made.endpoint.contains(#"query: ["limit": limit]"#))
        #expect(made.test.contains(#"#expect(request.value(forHTTPHeaderField: "X-Level") == "1")"#))
        #expect(made.notes.isEmpty)
    }

    @Test(arguments: [
        (#""explode": true"#, #"query: ["ids": ids]"#, "ids=1&ids=2"),
        (#""explode": false"#, #"query: URLQuery(["ids": ids], arrays: .comma)"#, "ids=1,2"),
        (
            #""style": "spaceDelimited", "explode": false"#,
            ##"query: ["ids": ids.map { "\($0)" }.joined(separator: " ")]"##, "ids=1%202"
        ),
        (
            #""style": "pipeDelimited", "explode": false"#,
            ##"query: ["ids": ids.map { "\($0)" }.joined(separator: "|")]"##, "ids=1%7C2"
        ),
        (#""style": "pipeDelimited", "explode": true"#, #"query: ["ids": ids]"#, "ids=1&ids=2"),
    ])
    func `an array is sent in its style`(style: String, query: String, url: String) throws {
        let made = try scaffold(
            #"{"name": "ids", "in": "query", "required": true, "example": [1, 2], \#(style), "schema": {"type": ["array", "null"], "items": {"type": "integer"}}}"#
        )
        #expect(made.endpoint.contains(query))
        #expect(made.test.contains(#"relativeString == "root/text?\#(url)""#) || made.test.contains("root/1?\(url)"))
        #expect(made.notes.isEmpty)
    }

    @Test func `the members of an object in the query are inputs of their own`() throws {
        let made = try scaffold(
            #"""
            {"name": "filter", "in": "query", "style": "deepObject", "required": true, "schema": {"type": "object", "required": ["author"], "properties": {
              "author": {"type": "string"}, "year": {"type": "integer", "description": "the year of print"}, "tags": {"type": "array"}}}},
            {"name": "page", "in": "query", "schema": {"allOf": [{"type": "object", "properties": {"size": {"type": "integer"}}}, {"properties": {"from": {"type": "integer"}}}]}}
            """#)
        #expect(
            made.endpoint.contains(
                "id: String, filterAuthor: String, filterYear: Int? = nil, size: Int? = nil, from: Int? = nil"))
        #expect(made.endpoint.contains(#""filter[author]": filterAuthor"#))
        #expect(made.endpoint.contains(#""size": size"#))
        #expect(made.endpoint.contains("/// The year of print."))
        let remark = "member `tags` of the parameter `filter` is left out, because it is not a single value."
        #expect(made.endpoint.contains("The \(remark)"))
        #expect(made.notes == ["RootEndpoint: the \(remark)"])
    }

    @Test func `cookies are one header, percent-encoded`() throws {
        let made = try scaffold(
            #"""
            {"name": "session", "in": "cookie", "required": true, "example": "a;b", "schema": {"type": "string"}},
            {"name": "page size", "in": "cookie", "required": true, "schema": {"type": "integer"}}
            """#)
        #expect(
            made.endpoint.contains(
                #""Cookie": URLQuery(["session": session, "page size": pageSize]).percentEncoded.replacing("&", with: "; ")"#
            ))
        #expect(made.test.contains(#"value(forHTTPHeaderField: "Cookie") == "session=a%3Bb; page%20size=1")"#))
        #expect(made.notes.isEmpty)
    }

    @Test func `a request without a value for its only cookie has no such header`() throws {
        let made = try scaffold(#"{"name": "session", "in": "cookie", "schema": {"type": "string"}}"#)
        #expect(made.endpoint.contains(#"let cookies: URLQuery = ["session": session]"#))
        #expect(made.endpoint.contains(#"headers["Cookie"] = cookies.isEmpty ? nil : cookies.percentEncoded"#))
    }

    @Test(arguments: [("label", #""root/.\(id)""#, "root/.7"), ("matrix", #""root/;id=\(id)""#, "root/;id=7")])
    func `a value of the path is sent in its style`(style: String, path: String, url: String) throws {
        let made = try scaffold(
            #"{"name": "q", "in": "query", "schema": {"type": "string"}}"#,
            id:
                #"{"name": "id", "in": "path", "required": true, "style": "\#(style)", "example": 7, "schema": {"type": "integer"}}"#
        )
        #expect(made.endpoint.contains(path))
        #expect(made.test.contains(#"relativeString == "\#(url)""#))
    }

    @Test(arguments: [
        (
            #"{"name": "f", "in": "query", "style": "form", "explode": false, "schema": {"type": "object", "properties": {"a": {"type": "string"}}}}"#,
            "the parameter `f` is left out, because it is an object in the style `form`."
        ),
        (
            #"{"name": "f", "in": "query", "style": "deepObject", "schema": {"type": "object", "additionalProperties": true}}"#,
            "the parameter `f` is left out, because it is an object whose members are not described."
        ),
        (
            #"{"name": "c", "in": "cookie", "schema": {"type": "array", "items": {"type": "string"}}}"#,
            "the cookie `c` is left out, because it may be several cookies of one name."
        ),
        (
            #"{"name": "Host", "in": "header", "schema": {"type": "string"}}"#,
            "the header `Host` is left out, because only a client may set it."
        ),
        (
            #"{"name": "Authorization", "in": "header", "schema": {"type": "string"}}"#,
            "the header `Authorization` is left out: a client sets it from its credential."
        ),
    ])
    func `a parameter that cannot be sent is named in endpoint and output`(parameter: String, sentence: String) throws {
        let made = try scaffold(parameter)
        #expect(made.notes == ["RootEndpoint: \(sentence)"])
        #expect(made.endpoint.contains("/// T\(sentence.dropFirst())"))
        #expect(made.endpoint.contains("public init(id: String) {"))
    }

    @Test func `of several values in a path one is sent, and that is said`() throws {
        let made = try scaffold(
            #"{"name": "q", "in": "query", "schema": {"type": "string"}}"#,
            id:
                #"{"name": "id", "in": "path", "required": true, "schema": {"type": "array", "items": {"type": "integer"}}}"#
        )
        #expect(made.endpoint.contains("public init(id: Int, q: String? = nil) {"))
        #expect(
            made.notes == [
                "RootEndpoint: the parameter `id` may be several values in the path, of which only one is sent."
            ])
    }

    @Test func `the values of an array in a header are separated by commas, and JSON in a parameter is text`() throws {
        let made = try scaffold(
            #"""
            {"name": "X-Ids", "in": "header", "schema": {"type": "array", "items": {"type": "integer"}}},
            {"name": "where", "in": "query", "content": {"application/json": {"schema": {"type": "object"}}}}
            """#)
        #expect(made.endpoint.contains(##"headers["X-Ids"] = xIDs?.map { "\($0)" }.joined(separator: ",")"##))
        #expect(made.endpoint.contains("/// Text of the type `application/json`.\n    public let `where`: String?"))
    }
}
