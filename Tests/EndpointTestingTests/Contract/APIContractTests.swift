import Testing

@_spi(EndpointTool) @testable import EndpointTesting

@Suite struct APIContractTests {
    @Test func `a request that the description has passes`() throws {
        let contract = try Library.contract()
        let new = Library.Book(title: "Momo", year: .number(1973))
        #expect(try contract.check(Library.AddBookEndpoint(book: new)) == [])
        #expect(try contract.check(Library.BookEndpoint(id: "1")) == [])
        let query: URLQuery = ["page": 2, "tag": ["new", "used"], "filter[year]": 1973, "sort": "title|year"]
        #expect(try contract.check(Library.BooksEndpoint(query: query)) == [])
    }

    @Test(
        arguments: [
            (
                Library.AddBookEndpoint(book: .init(title: "Momo", year: .text("1973"))) as any Endpoint,
                "operation addBook: body.year is a string, not an integer"
            ),
            (
                Library.AddBookEndpoint(book: Library.momo),
                "operation addBook: body.id is read-only, so that a request must not have it"
            ),
            (
                Library.AddBookEndpoint(book: .init(title: "momo", year: .number(1973))),
                "operation addBook: body.title does not match the pattern ^[A-Z]"
            ),
            (
                Library.AddBookEndpoint(book: .init(title: "Momo", year: .number(0))),
                "operation addBook: body.year is 0, not more than 0"
            ),
            (Library.BookEndpoint(id: "momo"), "operation book: path.id is a string, not an integer"),
            (Library.BooksEndpoint(query: ["page": 0]), "operation books: query.page is 0, not at least 1"),
            (Library.BooksEndpoint(query: ["page": "two"]), "operation books: query.page is a string, not an integer"),
            (Library.BooksEndpoint(query: ["size": 2]), "operation books: query.size is not described"),
            (
                Library.BooksEndpoint(query: ["filter[year]": "old"]),
                "operation books: query.filter.year is a string, not an integer"
            ),
            (
                Library.BooksEndpoint(query: ["sort": "title|pages"]),
                #"operation books: query.sort[1] is "pages", not "title" or "year""#
            ),
            (Library.BookEndpoint(id: "1/2"), "operation book: path.id is a string, not an integer"),
        ])
    func `a request that differs is refused in words`(endpoint: any Endpoint, words: String) throws {
        let contract = try Library.contract()
        let violation = try #require(throws: ContractViolation.self) { try contract.check(endpoint) }
        #expect(violation.findings.map(\.description).first?.hasPrefix(words) == true, "\(violation)")
        #expect(violation.findings.count == 1)
    }

    @Test(
        arguments: [
            (201, ["X-Total": "1"], "[]", "status 201: the status is not described, only 200 and 4XX"),
            (200, [:], "[]", "status 200: header.X-Total is missing"),
            (200, ["X-Total": "many"], "[]", "status 200: header.X-Total is a string, not an integer"),
            (
                200, ["X-Total": "1", "Content-Type": "text/html"], "<p>",
                "status 200: body is text/html, not application/json"
            ),
            (200, ["X-Total": "1"], "", "status 200: body is missing"),
            (200, ["X-Total": "1"], "[", "status 200: body is not JSON"),
            (200, ["X-Total": "1"], #"[{"id": 1, "title": "Momo"}]"#, "status 200: body[0].year is missing"),
            (
                200, ["X-Total": "1"], #"[{"id": 1, "title": "Momo", "year": 1, "pages": 1}]"#,
                "status 200: body[0].pages is not described"
            ),
            (
                200, ["X-Total": "1"], #"[{"id": 1, "title": "Momo", "year": 1, "password": ""}]"#,
                "status 200: body[0].password is write-only, so that a response must not have it"
            ),
            (404, [:], "[]", "status 404: body is application/json, not application/problem+json"),
        ] as [(Int, HeaderFields, String, String)])
    func `an answer that differs is refused in words`(
        status: Int, headers: HeaderFields, body: String, words: String
    ) throws {
        let request = try Library.BooksEndpoint(query: [:]).makeAPIRequest()
        let type: HeaderFields = ["Content-Type": "application/json"]
        let response = try APIResponse.answer(
            status, headers: type.merging(headers), body: Data(body.utf8), to: request)
        let violation = try #require(throws: ContractViolation.self) {
            try Library.contract().check(response, to: request)
        }
        #expect(violation.findings.map(\.description) == ["operation books, \(words)"])
    }

    @Test func `a required header field that is missing is refused, and in a recording it is a note`() throws {
        let contract = try APIContract(
            json: Data(
                #"""
                {"openapi": "3.0.0", "paths": {"/books/{id}": {"get": {"operationId": "book", "parameters": [
                  {"name": "X-Client", "in": "header", "required": true, "schema": {"type": "string"}},
                  {"name": "Accept", "in": "header", "required": true, "schema": {"type": "integer"}}],
                  "responses": {"200": {"description": "", "headers": {"X-Total": {"required": true}}}}}}}}
                """#.utf8))
        let endpoint = Library.BookEndpoint(id: "1")
        let violation = try #require(throws: ContractViolation.self) { try contract.check(endpoint) }
        #expect(violation.findings.map(\.description) == ["operation book: header.X-Client is missing"])
        let recorded = Interaction(.init("GET", "https://api.example.com/books/1"), .response(.init(200)))
        #expect(
            try contract.check(Cassette([recorded])).map(\.description) == [
                "operation book: header.X-Client is missing, as far as the recording shows",
                "operation book, status 200: header.X-Total is missing, as far as the recording shows",
            ])
    }

    @Test(
        arguments: [
            ("id,5", nil), ("key,5", "header.X-Info.key is write-only, so that a response must not have it"),
            ("id,five", "header.X-Info.id is a string, not an integer"),
        ] as [(String, String?)])
    func `the header fields of a response are judged as those of a response`(value: String, words: String?) throws {
        let contract = try APIContract(
            json: Data(
                #"""
                {"openapi": "3.0.0", "paths": {"/books/{id}": {"get": {"operationId": "book",
                  "responses": {"200": {"description": "", "headers": {"X-Info": {"schema": {
                    "type": "object", "required": ["key"], "properties": {"id": {"type": "integer", "readOnly": true},
                    "key": {"type": "integer", "writeOnly": true}}}}}}}}}}}
                """#.utf8))
        let request = try Library.BookEndpoint(id: "1").makeAPIRequest()
        let response = try APIResponse.answer(headers: ["X-Info": value], to: request)
        let found = contract.findings(of: .init(response), to: contract.checkedRequest(of: .init(request), source: ""))
        #expect(found.map(\.description) == (words.map { ["operation book, status 200: \($0)"] } ?? []))
    }

    @Test func `a media type is found without its parameters, and Accept of a response is compared`() throws {
        let contract = try APIContract(
            json: Data(
                #"""
                {"openapi": "3.1.0", "paths": {"/books/{id}": {"get": {"operationId": "book", "parameters": [
                  {"name": "q", "in": "query", "schema": {"type": ["string", "object"]}}], "responses": {"200": {
                  "headers": {"Accept": {"schema": {"type": "integer"}}},
                  "content": {"Application/JSON; charset=utf-8": {"schema": {"type": "array"}}}}}}}}}
                """#.utf8))
        let request = try APIRequest(.get("books/1", query: ["q": "a"]), for: Library.BookEndpoint(id: "1"))
        let headers: HeaderFields = ["Content-Type": "application/json", "Accept": "a/b"]
        let response = try APIResponse.answer(headers: headers, body: Data("1".utf8), to: request)
        let violation = try #require(throws: ContractViolation.self) { try contract.check(response, to: request) }
        #expect(
            violation.findings.map(\.description) == [
                "operation book, status 200: header.Accept is a string, not an integer",
                "operation book, status 200: body is an integer, not an array",
            ])
    }

    @Test(arguments: [404, 500, 503])
    func `an error status that is not described is a note`(status: Int) throws {
        let request = try Library.BookEndpoint(id: "1").makeAPIRequest()
        let contract = try Library.contract()
        let notes = try contract.check(try .answer(status, body: Data("no".utf8), to: request), to: request)
        #expect(
            notes.map(\.description) == ["operation book, status \(status): the status is not described, only 200"])
        #expect(contract.coverage.notes == notes)
    }

    @Test func `null, what a request leaves out, and what a response leaves out are as the description has them`()
        throws
    {
        let contract = try Library.contract()
        let request = try Library.BookEndpoint(id: "1").makeAPIRequest()
        let response = try APIResponse.json(
            #"{"id": 1, "title": "Momo", "year": 1973, "isbn": null}"#, to: request)
        #expect(try contract.check(response, to: request) == [])
    }

    @Test func `placeholders of a redacted cassette fit each constraint`() throws {
        let secret = "{{secret:title#1}}"
        let cassette = Cassette([
            Interaction(
                .init("GET", "https://api.example.com/v1/books/%7B%7Bsecret:id%231%7D%7D?"),
                .response(
                    .init(
                        200, headers: ["Content-Type": "application/json"],
                        body: Data(#"{"id": 2147410001, "title": "\#(secret)", "year": 2147410002}"#.utf8)))),
            Interaction(
                .init(
                    "GET",
                    "https://api.example.com/v1/books?sort=%7B%7Bsecret:a%231%7D%7D&page=%7B%7Bsecret:b%231%7D%7D"),
                .failure(.init(.timedOut))),
        ])
        let notes = try Library.contract().check(cassette)
        #expect(notes.map(\.description) == ["fails with URLError -1001, which no description excludes"])
    }

    @Test func `an entry of a cassette is named by its number, and requests to other servers are notes`() throws {
        let cassette = Cassette([
            Interaction(.init("GET", "https://fonts.example.com/a.woff"), .response(.init(200))),
            Interaction(.init("GET", "http://127.0.0.1:8080/books/1?page=1"), .response(.init(404))),
            Interaction(.init("GET", "https://api.example.com/v2/books"), .response(.init(200))),
        ])
        let violation = try #require(throws: ContractViolation.self) { try Library.contract().check(cassette) }
        #expect(
            violation.description == """
                The description of the API does not have this.
                  #2 GET http://127.0.0.1:8080/books/1?page=1 → 404
                    operation book: query.page is not described
                  #3 GET https://api.example.com/v2/books → 200
                    GET https://api.example.com/v2/books is no operation: no path of the description matches; \
                the nearest is /books
                """)
    }

    @Test func `a path without variables is preferred, and the nearest path is named`() throws {
        let contract = try Library.contract()
        let endpoint = Library.BookEndpoint(id: "new")
        #expect(try contract.check(endpoint) == [])
        #expect(contract.coverage.operations.filter { $0.count > 0 }.map(\.name) == ["newBooks"])
        let finder = contract.finder
        #expect(
            finder.operation("GET", "bookz")
                == .unknown("no path of the description matches; the nearest is /books", isForeign: false))
        #expect(
            finder.operation("PATCH", "https://api.example.com/v1/books/1")
                == .unknown("/books/{id} has no method PATCH, only GET and DELETE", isForeign: false))
    }

    @Test func `the coverage says which operations, statuses and parameters no check has touched`() throws {
        let contract = try Library.contract()
        let copy = contract
        let request = try Library.BooksEndpoint(query: ["page": 1]).makeAPIRequest()
        try copy.check(
            .answer(
                headers: ["X-Total": "0", "Content-Type": "application/json"], body: Data("[]".utf8), to: request),
            to: request)
        try contract.check(Library.BookEndpoint(id: "1"))
        #expect(contract.coverage.untouchedOperations == ["addBook", "removeBook", "newBooks"])
        #expect(
            contract.coverage.description == """
                2 of 5 operations, 1 of 6 statuses, 2 of 7 parameters
                  books: no test has 4XX, query.tag, query.filter, query.sort, header.X-Trace
                  addBook: no test
                  book: no test has 200
                  removeBook: no test
                  newBooks: no test
                """)
    }
}
