import Testing

@_spi(EndpointTool) @testable import EndpointTesting

/// Values that are written as text: forms, plain text, and parameters in all styles.
@Suite struct ContractBodyTests {
    private static let book = #"""
        {"type": "object", "required": ["title", "year"], "additionalProperties": false, "properties": {
          "title": {"type": "string"}, "year": {"type": "integer"}, "isNew": {"type": "boolean"},
          "tags": {"type": "array", "maxItems": 2, "items": {"type": "string"}},
          "author": {"type": "object", "required": ["name"]},
          "scan": {"type": "string", "format": "binary", "maxLength": 2}}}
        """#

    /// The differences of a body that is sent in a media type, to an operation that has it.
    private func differences(_ body: HTTPBody, _ mediaType: String, _ schema: String = book) throws -> [String] {
        let contract = try APIContract(
            json: Data(
                """
                {"openapi": "3.1.0", "paths": {"/a": {"post": {
                  "requestBody": {"content": {"\(mediaType)": {"schema": \(schema)}}}}}}}
                """.utf8))
        let request = try URLRequest.post("a", body: body)
        return contract.findings(of: ContractExchange(Interaction.Request(request)), source: "").map {
            "\($0.place) \($0.sentence)"
        }
    }

    @Test func `the fields of a form have the types of their schemas`() throws {
        let type = "application/x-www-form-urlencoded"
        func form(_ query: URLQuery) throws -> [String] { try differences(.form(query), type) }
        #expect(
            try form([
                "title": "1984", "year": 1949, "isNew": false, "tags": ["a", "b"], "author": #"{"name": "Orwell"}"#,
            ]) == [])
        #expect(try form(["title": "Momo", "year": "old"]) == ["body.year is a string, not an integer"])
        #expect(try form(["title": "Momo"]) == ["body.year is missing"])
        #expect(try form(["title": "a", "year": 1, "tags": "a"]) == [])
        #expect(
            try form(["title": "a", "year": 1, "tags": ["a", "b", "c"]]) == ["body.tags has 3 elements, more than 2"])
        #expect(try form(["title": "a", "year": 1, "author": "{}"]) == ["body.author.name is missing"])
        #expect(try form(["title": "a", "year": 1, "pages": 1]) == ["body.pages is not described"])
        let open = #"{"type": "object", "additionalProperties": {"type": "integer"}}"#
        #expect(try differences(.form(["pages": 1, "year": 2]), type, open) == [])
        #expect(try differences(.form(["pages": "many"]), type, open) == ["body.pages is a string, not an integer"])
    }

    @Test func `the parts of a multipart form have the types of their schemas, and files are not compared`() throws {
        func form(_ parts: Multipart) throws -> [String] {
            try differences(.multipart(parts), "multipart/form-data")
        }
        #expect(
            try form([
                .field("title", "1984"), .field("year", 1949), .field("tags", "a"), .field("tags", "b"),
                .data("author", Data(#"{"name": "Orwell"}"#.utf8), contentType: "application/json"),
                .data("scan", Data([0xFF, 0, 1, 2]), fileName: "scan.pdf"),
            ]) == [])
        #expect(try form([.field("title", "a"), .field("year", "b")]) == ["body.year is a string, not an integer"])
        #expect(try form([.field("title", "a")]) == ["body.year is missing"])
        #expect(
            try form([.field("title", "a"), .field("year", 1), .data("author", Data("{}".utf8))]) == [])
        #expect(
            try form([
                .field("title", "a"), .field("year", 1),
                .data("author", Data("{}".utf8), contentType: "application/json"),
            ]) == ["body.author.name is missing"])
    }

    @Test func `plain text is a value by its schema, and other media types are not compared`() throws {
        let text = HTTPBody(Data("12".utf8), contentType: "text/plain; charset=utf-8")
        #expect(try differences(text, "text/plain", #"{"type": "integer", "minimum": 1}"#) == [])
        #expect(
            try differences(text, "text/plain", #"{"type": "integer", "minimum": 13}"#) == [
                "body is 12, not at least 13"
            ])
        #expect(
            try differences(text, "text/*", #"{"type": "string", "maxLength": 1}"#) == [
                "body has 2 characters, more than 1"
            ])
        let xml = HTTPBody(Data("<a/>".utf8), contentType: "application/xml")
        #expect(try differences(xml, "application/xml", #"{"type": "object"}"#) == [])
        #expect(try differences(xml, "image/*", "true") == ["body is application/xml, not image/*"])
    }

    @Test(
        arguments: [
            ("path", "simple", false, "a,b", ["a", "b"]), ("path", "label", false, ".a.b", ["a", "b"]),
            ("path", "label", false, ".a,b", ["a", "b"]), ("path", "matrix", true, ";x=a;x=b", ["a", "b"]),
            ("path", "matrix", false, ";x=a,b", ["a", "b"]), ("path", "simple", false, "a%2Cb", ["a,b"]),
            ("query", "form", true, "x=a&x=b", ["a", "b"]), ("query", "form", false, "x=a,b", ["a", "b"]),
            ("query", "form", false, "x=a%2Cb", ["a,b"]), ("query", "spaceDelimited", false, "x=a%20b", ["a", "b"]),
            ("query", "pipeDelimited", false, "x=a|b", ["a", "b"]), ("query", "form", true, "y=1&x=a+b", ["a b"]),
        ] as [(String, String, Bool, String, [String])])
    func `the elements of an array are found in each style`(
        location: String, style: String, explodes: Bool, text: String, elements: [String]
    ) throws {
        #expect(try parts(location, style, explodes, text, isObject: false)?.elements == elements)
    }

    @Test(
        arguments: [
            ("path", "simple", false, "k,1,l,2"), ("path", "simple", true, "k=1,l=2"),
            ("path", "label", true, ".k=1.l=2"), ("path", "matrix", true, ";k=1;l=2"),
            ("path", "matrix", false, ";x=k,1,l,2"), ("query", "form", true, "k=1&l=2"),
            ("query", "form", false, "x=k,1,l,2"), ("query", "deepObject", true, "x%5Bk%5D=1&x[l]=2"),
        ])
    func `the members of an object are found in each style`(
        location: String, style: String, explodes: Bool, text: String
    ) throws {
        let members = try #require(parts(location, style, explodes, text, isObject: true)?.members)
        #expect(members.map(\.name) == ["k", "l"])
        #expect(members.map(\.text) == ["1", "2"])
    }

    private func parts(_ location: String, _ style: String, _ explodes: Bool, _ text: String, isObject: Bool) throws
        -> TextParts?
    {
        let parameter = OpenAPIDocument.Parameter(
            name: "x", location: try #require(.init(rawValue: location)), isRequired: false,
            style: try #require(.init(rawValue: style)), explodes: explodes, schema: nil, contentType: nil,
            node: OpenAPINode(.null, at: "#"))
        if location == "path" { return PathText(text[...], of: parameter).parts(isObject: isObject) }
        var items = QueryText(text[...])
        return items.take(parameter, isObject: isObject, members: ["k", "l"])
    }

    @Test func `an object without a name in the query leaves the items of other parameters`() throws {
        let contract = try APIContract(
            json: Data(
                #"""
                {"openapi": "3.1.0", "paths": {"/a": {"get": {"parameters": [
                  {"name": "filter", "in": "query", "schema": {"type": "object", "additionalProperties": {"type": "integer"}}},
                  {"name": "name", "in": "query", "schema": {"type": "string"}},
                  {"name": "q", "in": "query", "content": {"application/json": {"schema": {"type": "array"}}}}]}}}}
                """#.utf8))
        func findings(_ query: String) -> [String] {
            contract.findings(of: ContractExchange(Interaction.Request("GET", "a?\(query)")), source: "").map {
                "\($0.place) \($0.sentence)"
            }
        }
        #expect(findings("name=Ende&year=1973&pages=304&q=%5B1%5D") == [])
        #expect(findings("name=Ende&year=old") == ["query.filter.year is a string, not an integer"])
        #expect(findings("q=1") == ["query.q is an integer, not an array"])
        #expect(findings("q=a") == ["query.q is not JSON"])
    }
}
