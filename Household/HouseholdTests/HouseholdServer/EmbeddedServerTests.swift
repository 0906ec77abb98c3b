import EndpointTesting
import HouseholdAPI
import Testing

@testable import HouseholdServer

/// All endpoints, over a real connection, against the real service.
@Suite struct EmbeddedServerTests {
    @Test func `a book is listed, added, shown, updated, given a cover and deleted`() async throws {
        try await withClient { client in
            let before = try await client.request(BookListEndpoint())
            let draft = BookDraft(title: "Čapek & Sons? #1", author: "Karel Čapek + Josef", year: 1920)
            let added = try await client.request(CreateBookEndpoint(draft: draft))
            #expect(added == Book(id: added.id, title: draft.title, author: draft.author, year: 1920))
            #expect(try await client.request(BookListEndpoint()) == before + [added])
            #expect(try await client.request(BookEndpoint(id: added.id)) == added)

            let changed = Book(id: added.id, title: "R.U.R.", author: added.author)
            #expect(try await client.request(UpdateBookEndpoint(book: changed)) == changed)
            #expect(try await client.request(BookListEndpoint(author: "čapek + j", limit: 5)) == [changed])

            let file = URL(fileURLWithPath: #filePath)
            let cover = BookCoverUploadEndpoint(id: added.id, file: file, contentType: "image/svg+xml")
            let size = try Data(contentsOf: file).count
            #expect(try await client.upload(cover) == BookCover(bytes: size, contentType: "image/svg+xml"))
            #expect(try await client.request(BookCoverEndpoint(id: added.id)) == Data(contentsOf: file))

            try await client.request(DeleteBookEndpoint(id: added.id))
            #expect(try await client.request(BookListEndpoint()) == before)
            await #expect(throws: APIError.noSuchBook(added.id)) {
                try await client.request(BookEndpoint(id: added.id))
            }
        }
    }

    @Test(arguments: ["../admin", "a/b", "%2F", "\r\n", "📚", "a?b#c", "a+b c", ";=&"])
    func `any identifier arrives unchanged`(id: Book.ID) async throws {
        try await withClient { client in
            await #expect(throws: APIError.noSuchBook(id)) { try await client.request(BookEndpoint(id: id)) }
            await #expect(throws: APIError.noSuchBook(id)) { try await client.request(DeleteBookEndpoint(id: id)) }
            await #expect(throws: APIError.noSuchBook(id)) { try await client.request(BookCoverEndpoint(id: id)) }
            await #expect(throws: APIError.noSuchBook(id)) {
                try await client.request(UpdateBookEndpoint(book: Book(id: id, title: "T", author: "A")))
            }
            await #expect(throws: APIError.noSuchBook(id)) {
                let file = URL(fileURLWithPath: #filePath)
                return try await client.upload(BookCoverUploadEndpoint(id: id, file: file, contentType: "image/png"))
            }
        }
    }

    @Test func `the service's refusal of a draft arrives`() async throws {
        try await withClient { client in
            await #expect(throws: APIError.invalid("A book needs a title.")) {
                try await client.request(CreateBookEndpoint(draft: BookDraft(title: "", author: "A")))
            }
        }
    }

    private func withClient(_ body: (LiveClient) async throws -> Void) async throws {
        let server = try EmbeddedServer()
        defer { server.stop() }
        try await body(LiveClient(environment: HouseholdEnvironment.server(server.baseURL)))
    }
}
