@_spi(EndpointTool) @testable import EndpointTesting

/// A small API with its description, for tests of contracts.
enum Library {
    /// The description in OpenAPI 3.0.
    static func contract() throws -> APIContract { try APIContract(json: Data(description.utf8)) }

    /// A contract for one schema: the body of `POST /a` and of its response with status 200.
    static func contract(_ schema: String, version: String = "3.1.0", components: String = "{}") throws -> APIContract {
        try APIContract(
            json: Data(
                """
                {"openapi": "\(version)", "components": {"schemas": \(components)}, "paths": {"/a": {"post": {
                  "operationId": "a", "requestBody": {"content": {"application/json": {"schema": \(schema)}}},
                  "responses": {"200": {"description": "", "content": {"application/json": {"schema": \(schema)}}}}}}}}
                """.utf8))
    }

    struct Book: Codable, Hashable, Sendable {
        var id: Int?
        var title: String
        var year: Year

        /// A year as a number, as the API has it, or wrongly as a text.
        enum Year: Codable, Hashable, Sendable {
            case number(Int)
            case text(String)

            init(from decoder: any Decoder) throws { self = .number(try Int(from: decoder)) }

            func encode(to encoder: any Encoder) throws {
                switch self {
                case .number(let year): try year.encode(to: encoder)
                case .text(let year): try year.encode(to: encoder)
                }
            }
        }
    }

    static let momo = Book(id: 1, title: "Momo", year: .number(1973))

    struct BookEndpoint: JsonEndpoint {
        typealias Content = Book

        let id: String

        func makeRequest() throws -> URLRequest { try .get("books/\(id)") }
    }

    struct AddBookEndpoint: JsonEndpoint {
        typealias Content = Book

        let book: Book

        func makeRequest() throws -> URLRequest { try .post("books", body: .json(book)) }
    }

    struct BooksEndpoint: JsonEndpoint {
        typealias Content = [Book]

        let query: URLQuery

        func makeRequest() throws -> URLRequest { try .get("books", query: query) }
    }

    private static let description = #"""
        {"openapi": "3.0.3", "info": {"title": "Library"}, "servers": [{"url": "https://api.example.com/v1"}],
         "paths": {
          "/books": {
            "get": {"operationId": "books", "parameters": [
                {"name": "page", "in": "query", "schema": {"type": "integer", "minimum": 1}},
                {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                {"name": "filter", "in": "query", "style": "deepObject", "explode": true, "schema": {"type": "object",
                  "properties": {"year": {"type": "integer"}}}},
                {"name": "sort", "in": "query", "style": "pipeDelimited", "explode": false,
                  "schema": {"type": "array", "maxItems": 2, "items": {"enum": ["title", "year"]}}},
                {"name": "X-Trace", "in": "header", "schema": {"type": "integer"}}],
              "responses": {
                "200": {"description": "", "headers": {"X-Total": {"required": true, "schema": {"type": "integer"}}},
                  "content": {"application/json": {"schema": {"type": "array",
                    "items": {"$ref": "#/components/schemas/Book"}}}}},
                "4XX": {"description": "", "content": {"application/problem+json": {"schema": {"type": "object"}}}}}},
            "post": {"operationId": "addBook",
              "requestBody": {"required": true, "content": {"application/json": {
                "schema": {"$ref": "#/components/schemas/Book"}}}},
              "responses": {"201": {"description": "", "content": {"application/json": {
                "schema": {"$ref": "#/components/schemas/Book"}}}}}}},
          "/books/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
            "get": {"operationId": "book", "responses": {"200": {"description": "", "content": {"application/json": {
                "schema": {"$ref": "#/components/schemas/Book"}}}}}},
            "delete": {"operationId": "removeBook", "responses": {"204": {"description": ""}}}},
          "/books/new": {"get": {"operationId": "newBooks", "responses": {"200": {"description": ""}}}}},
         "components": {"schemas": {"Book": {
            "type": "object", "required": ["id", "title", "year"], "additionalProperties": false,
            "properties": {
              "id": {"type": "integer", "readOnly": true},
              "title": {"type": "string", "minLength": 1, "maxLength": 40, "pattern": "^[A-Z]"},
              "year": {"type": "integer", "minimum": 0, "exclusiveMinimum": true},
              "isbn": {"type": "string", "nullable": true},
              "password": {"type": "string", "writeOnly": true}}}}}}
        """#
}
