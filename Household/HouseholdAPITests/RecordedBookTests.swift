import EndpointTraits
import HouseholdAPI
import Testing

/// Each endpoint, and all of them in sequence, with responses that were recorded from the service.
///
/// `.ci/record-household` records them again. Without its server nothing is recorded, whatever `ENDPOINT_CASSETTE`
/// says.
@Suite(.cassette(mode: recordingServer == nil ? .replay : nil)) struct RecordedBookTests {
    @Test(.cassette("list")) func `the list endpoint reads the recorded books`() async throws {
        let books = try await recordedHousehold.request(BookListEndpoint(author: "le guin", limit: 1))
        #expect(books == [Book(id: "1", title: "The Left Hand of Darkness", author: "Ursula K. Le Guin", year: 1969)])
    }

    @Test(.cassette("show")) func `the show endpoint reads the recorded book`() async throws {
        #expect(try await recordedHousehold.request(BookEndpoint(id: "1")).title == "The Left Hand of Darkness")
    }

    @Test(.cassette("refusal")) func `the recorded refusal of the service is thrown`() async {
        await #expect(throws: APIError(code: .notFound, message: "There is no book \"99\".")) {
            try await recordedHousehold.request(BookEndpoint(id: "99"))
        }
    }

    @Test(.cassette("add")) func `the create endpoint adds a recorded book`() async throws {
        let draft = BookDraft(title: "Solaris", author: "Stanisław Lem", year: 1961)
        let book = try await recordedHousehold.request(CreateBookEndpoint(draft: draft))
        #expect(book == Book(id: book.id, title: draft.title, author: draft.author, year: 1961))
    }

    @Test(.cassette("update")) func `the update endpoint changes the recorded book`() async throws {
        var book = try await recordedHousehold.request(BookEndpoint(id: "1"))
        book = Book(id: book.id, title: book.title, author: book.author, year: 1970)
        #expect(try await recordedHousehold.request(UpdateBookEndpoint(book: book)) == book)
    }

    @Test(.cassette("delete")) func `the delete endpoint deletes the recorded book`() async throws {
        try await recordedHousehold.request(DeleteBookEndpoint(id: "1"))
    }

    @Test(.cassette("upload")) func `the upload endpoint sends a cover`() async throws {
        let endpoint = BookCoverUploadEndpoint(id: "1", file: recordedPicture, contentType: "image/png")
        let size = try Data(contentsOf: recordedPicture).count
        #expect(try await recordedHousehold.upload(endpoint) == BookCover(bytes: size, contentType: "image/png"))
    }

    @Test(.cassette("download")) func `the download endpoint saves the recorded cover`() async throws {
        #expect(try await downloadedCover("1", from: recordedHousehold).hasPrefix("<svg"))
    }

    @Test(.cassette("pages")) func `the list endpoint reads the recorded books page by page`() async throws {
        let pages = recordedHousehold.pages(of: BookListEndpoint(limit: 2, page: 1))
        #expect(try await pages.reduce(into: []) { $0.append($1.content.count) } == [2, 2, 1])
    }

    @Test(.cassette, .timeLimit(.minutes(10))) func `a book comes and goes`() async throws {
        let client = recordedHousehold
        let before = try await client.request(BookListEndpoint())
        let added = try await client.request(CreateBookEndpoint(draft: BookDraft(title: "Solaris", author: "S. Lem")))
        var events = client.stream(BookEventsEndpoint(after: "0")).makeAsyncIterator()
        #expect(try await events.next() == BookEvent(kind: .added, book: added))
        #expect(try await client.request(BookListEndpoint()) == before + [added])
        let changed = Book(id: added.id, title: added.title, author: "Stanisław Lem", year: 1961)
        #expect(try await client.request(UpdateBookEndpoint(book: changed)) == changed)
        #expect(try await events.next() == BookEvent(kind: .updated, book: changed))
        #expect(try await client.request(BookEndpoint(id: added.id)) == changed)
        let cover = BookCoverUploadEndpoint(id: added.id, file: recordedPicture, contentType: "image/png")
        #expect(try await client.upload(cover).contentType == "image/png")
        try await client.request(DeleteBookEndpoint(id: added.id))
        #expect(try await events.next() == BookEvent(kind: .deleted, book: changed))
        await #expect(throws: APIError.self) { try await client.request(BookEndpoint(id: added.id)) }
        #expect(try await client.request(BookListEndpoint()) == before)

        let pages = client.pages(of: BookListEndpoint(limit: 2, page: 1))
        #expect(try await pages.reduce(into: []) { $0 += $1.content } == before)
        #expect(try await downloadedCover("1", from: client).hasPrefix("<svg"))
    }
}

/// The text of a cover, by way of a file.
private func downloadedCover(_ id: Book.ID, from client: some APIClient) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).svg")
    defer { try? FileManager.default.removeItem(at: file) }
    try await client.download(BookCoverEndpoint(id: id), to: file)
    return try String(contentsOf: file, encoding: .utf8)
}

/// The service from which the cassettes are recorded.
private let recordingServer = ProcessInfo.processInfo.environment["HOUSEHOLD_SERVER"].flatMap { URL(string: $0) }

/// The household as it was recorded; with `HOUSEHOLD_SERVER`, the service at that URL.
private var recordedHousehold: CassetteClient {
    Cassette.client(
        over: recordingServer.map { LiveClient(environment: HouseholdEnvironment.server($0)) },
        environment: HouseholdEnvironment.production)
}

/// A picture of one pixel.
private let recordedPicture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("__Cassettes__/cover.png")
