import TestSupport
import Testing

@_spi(EndpointTool) @testable import EndpointTesting

private struct ForeignEndpoint: Endpoint {
    typealias Content = Data

    func makeRequest() throws -> URLRequest { URLRequest(url: try URL(required: "https://example.org/a")) }
}

@Suite struct MockContractTests {
    @Test func `a reply that the API has passes`() async throws {
        let contract = try Library.contract()
        let client = MockClient(contract: contract) { On(Library.BookEndpoint.self).reply(Library.momo) }
        #expect(try await client.request(Library.BookEndpoint(id: "1")) == Library.momo)
        try client.verify()
        #expect(contract.coverage.operations.first { $0.name == "book" }?.count == 1)
    }

    @Test func `a stub is counted once however many replies it has, and a call of it once more`() async throws {
        let contract = try Library.contract()
        let client = MockClient(contract: contract) {
            On(Library.BookEndpoint(id: "1")).reply(Library.momo).reply(Library.momo)
        }
        var count: Int? { contract.coverage.operations.first { $0.name == "book" }?.count }
        try await contract.check(client)
        #expect(count == 1)
        _ = try await client.request(Library.BookEndpoint(id: "1"))
        #expect(count == 2)
    }

    @Test func `a call whose reply is a failure is counted with its parameters`() async throws {
        let contract = try Library.contract()
        let client = MockClient(contract: contract) { On(Library.BooksEndpoint.self).fail(.timedOut) }
        _ = try? await client.request(Library.BooksEndpoint(query: ["page": 1]))
        let books = try #require(contract.coverage.operations.first { $0.name == "books" })
        #expect(books.count == 1)
        #expect(!books.untouchedParameters.contains("query.page"))
        #expect(books.untouchedStatuses == ["200", "4XX"])
    }

    @Test func `a reply that the API could never send is refused with the place of its stub`() async throws {
        let lie = Library.Book(title: "", year: .number(1973))
        let client = try MockClient(contract: Library.contract()) { On(Library.BookEndpoint(id: "1")).reply(lie) }
        let line = #line - 1
        let violation = try await #require(throws: ContractViolation.self) {
            try await client.request(Library.BookEndpoint(id: "1"))
        }
        #expect(
            violation.description == """
                The description of the API does not have this.
                  On(BookEndpoint: GET books/1), MockContractTests.swift:\(line)
                    operation book, status 200: body.id is missing
                    operation book, status 200: body.title has 0 characters, fewer than 1
                    operation book, status 200: body.title does not match the pattern ^[A-Z]
                """)
    }

    @Test func `a refusal is reported at the end even if its error was discarded`() async throws {
        let client = try MockClient(contract: Library.contract()) { On(.get, "books/1").status(201, json: "{}") }
        _ = try? await client.request(Library.BookEndpoint(id: "1"))
        let unmet = try #require(throws: UnmetExpectations.self) { try client.verify() }
        #expect(unmet.refused.count == 1)
        #expect(unmet.description.contains("status 201: the status is not described"))
    }

    @Test func `a request that the API does not have is refused, also by a closure`() async throws {
        let client = try MockClient(contract: Library.contract()) { On(Library.BookEndpoint.self).reply(Library.momo) }
        let violation = try await #require(throws: ContractViolation.self) {
            try await client.request(Library.BookEndpoint(id: "momo"))
        }
        #expect(violation.findings.map(\.place) == ["path.id"])
        let called = Locked(false)
        let closure = try MockClient(contract: Library.contract()) { request in
            called.withLock { $0 = true }
            return try .json("{}", to: request)
        }
        await #expect(throws: ContractViolation.self) { try await closure.request(Library.BookEndpoint(id: "momo")) }
        #expect(!called.withLock { $0 })
        await #expect(throws: ContractViolation.self) { try await closure.request(Library.BookEndpoint(id: "1")) }
        #expect(throws: UnmetExpectations.self) { try closure.verify() }
    }

    @Test func `a request to another server is refused by a mock, where a recording has a note`() async throws {
        let client = try MockClient(contract: Library.contract()) { On(ForeignEndpoint.self).reply(Data()) }
        await #expect(throws: ContractViolation.self) { try await client.request(ForeignEndpoint()) }
        #expect(throws: UnmetExpectations.self) { try client.verify() }
    }

    @Test func `failures and error statuses that are not described pass with a note`() async throws {
        let contract = try Library.contract()
        let client = MockClient(contract: contract) {
            On(Library.BookEndpoint.self).fail(.timedOut).then(.status(503)).then(.fail(.truncatedBody))
        }
        let endpoint = Library.BookEndpoint(id: "1")
        await #expect(throws: URLError.self) { try await client.request(endpoint) }
        await #expect(throws: HTTPError.self) { try await client.request(endpoint) }
        await #expect(throws: ContentError.self) { try await client.request(endpoint) }
        try client.verify()
        #expect(
            contract.coverage.notes.map(\.sentence) == [
                "fails with URLError -1001, which no description excludes", "the status is not described, only 200",
                "is a named failure, which no description has",
            ])
    }

    @Test func `a check of a mock finds all stubs that differ, without their delays`() async throws {
        let contract = try Library.contract()
        let client = MockClient {
            On(Library.BookEndpoint(id: "1")).reply(Library.momo).delayed(by: .seconds(1_000_000))
            On(Library.BookEndpoint(id: "2")).reply(.init(title: "Momo", year: .number(1973)))
            On(.get, "shelves").status(200)
            On(Library.BooksEndpoint(query: [:])).fail(.offline)
            On(Library.AddBookEndpoint.self).reply(Library.momo)
        }
        let violation = try await #require(throws: ContractViolation.self) { try await contract.check(client) }
        #expect(
            violation.findings.map(\.description) == [
                "operation book, status 200: body.id is missing",
                "GET shelves is no operation: no path of the description matches",
            ])
        #expect(
            contract.coverage.notes.map(\.sentence) == [
                "fails with URLError -1009, which no description excludes",
                "has no request before a call, so that it is checked when it is used",
            ])
        #expect(client.requests.isEmpty)
    }

    @Test func `a mock with a redaction hides in refusals what it hides elsewhere`() async throws {
        let redaction = Redaction.standard.redacting(values: ["mauve-otter"])
        let client = try MockClient(redaction: redaction, contract: Library.contract()) {
            On(.get, "books/mauve-otter").status(200, json: "{}")
        }
        let violation = try await #require(throws: ContractViolation.self) {
            try await client.request(Library.BookEndpoint(id: "mauve-otter"))
        }
        #expect(!violation.description.contains("mauve-otter"))
    }

    @Test(arguments: [MockClient.Fault.truncatedBody, .offline])
    func `a mock with a redaction hides in notes what it hides elsewhere`(fault: MockClient.Fault) async throws {
        let contract = try Library.contract()
        let redaction = Redaction.standard.redacting(values: ["4711471147"])
        let client = MockClient(redaction: redaction, contract: contract) {
            On(.get, "books/4711471147").fail(fault)
        }
        _ = try? await client.request(Library.BookEndpoint(id: "4711471147"))
        #expect(contract.coverage.notes.count == 1)
        let source = try #require(contract.coverage.notes.first).source
        #expect(source.contains("books/") && !source.contains("4711471147"))
    }
}
