import EndpointTesting
import HouseholdAPI
import HouseholdServer
import Testing

@testable import Household

@Suite struct BookCommandsTests {
    private let recorded = RecordedConsole()

    /// Performs an action on a new service, and returns the displayed content.
    private func content(
        _ action: Action, log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> [String] {
        let server = try EmbeddedServer(log: log)
        defer { server.stop() }
        let client = LiveClient(environment: HouseholdEnvironment.server(server.baseURL))
        try await BookCommands(client: client, console: recorded.console()).perform(action)
        return recorded.lines.filter { !$0.isEmpty }.map { String($0.dropFirst(13)) }
    }

    @Test func `the list command prints books as a table`() async throws {
        #expect(
            try await content(.list(author: "guin", limit: nil)) == [
                "1  The Left Hand of Darkness  Ursula K. Le Guin  1969",
                "3  The Dispossessed           Ursula K. Le Guin  1974",
            ])
    }

    @Test func `the list command prints no more than the limit`() async throws {
        #expect(try await content(.list(author: nil, limit: 3)).count == 3)
    }

    @Test(arguments: [(2, 3), (5, 1), (nil, 1)] as [(Int?, Int)])
    func `the list command prints all books page by page`(limit: Int?, pages: Int) async throws {
        let requests = Locked<[String]>([])
        let shown = try await content(.list(author: nil, limit: limit, all: true)) { line in
            requests.withLock { $0.append(line) }
        }
        #expect(shown.map { $0.prefix(1) } == ["1", "2", "3", "4", "5"])
        let size = limit.map { "limit=\($0)&" } ?? ""
        #expect(requests.withLock { $0 } == (1...pages).map { "GET /v1/books?\(size)page=\($0) → 200" })
    }

    @Test func `the list command prints a page before it asks for the next`() async throws {
        let client = MockClient {
            On(BookListEndpoint(limit: 1, page: 1)).status(
                200, headers: ["Link": #"<books?limit=1&page=2>; rel="next""#], json: "[\(Book.sampleJSON)]")
            On(BookListEndpoint(limit: 1, page: 2)).fail(.offline)
        }
        await #expect(throws: URLError.self) {
            try await BookCommands(client: client, console: recorded.console()).listPages(author: nil, limit: 1)
        }
        #expect(recorded.lines == ["   content   1  Momo  Michael Ende", ""])
    }

    @Test func `the list command says that a list is empty`() async throws {
        #expect(try await content(.list(author: "nobody", limit: nil)) == ["no books"])
    }

    @Test func `the show command prints a book`() async throws {
        #expect(try await content(.show("4")) == ["4  Momo  Michael Ende  1973"])
    }

    @Test func `the add command prints the book that it has added`() async throws {
        let draft = BookDraft(title: "Solaris", author: "Lem", year: 1961)
        #expect(try await content(.add(draft)) == ["6  Solaris  Lem  1961"])
    }

    @Test func `the update command changes a part of a book`() async throws {
        #expect(try await content(.update("4", BookChange(title: "MOMO"))) == ["4  MOMO  Michael Ende  1973"])
    }

    @Test func `the delete command deletes a book`() async throws {
        #expect(try await content(.delete("4")) == ["none: the call succeeded"])
    }

    @Test func `the upload command sends a picture`() async throws {
        let shown = try await SamplePicture.withFile { try await content(.upload("4", file: $0)) }
        #expect(shown.suffix(1) == ["3145728 bytes of image/png"])
    }

    /// Runs a test with the path of a missing file.
    private func withPath(_ body: (URL) async throws -> Void) async throws {
        try await SamplePicture.withFile { try await body($0.appendingPathExtension("copy")) }
    }

    @Test func `the download command saves a picture`() async throws {
        try await withPath { file in
            let shown = try await content(.download("4", to: file))
            let bytes = try Data(contentsOf: file)
            #expect(String(decoding: bytes, as: UTF8.self).contains(">Momo</text>"))
            #expect(shown.last == "\(bytes.count) bytes in \(file.path)")
            #expect(shown.first?.hasPrefix("100 %  \(bytes.count) of \(bytes.count) bytes") == true)
        }
    }

    @Test func `a download that fails says that a part is there, and the next one continues it`() async throws {
        let headers: HeaderFields = ["ETag": "\"1\"", "Content-Length": "6"]
        let client = MockClient {
            On(BookCoverEndpoint.self).status(200, headers: headers, body: Data("abcdef".utf8)).resetAfter(bytes: 2)
                .fail(.userAuthenticationRequired)
                .status(206, headers: ["ETag": "\"1\"", "Content-Range": "bytes 2-5/6"], body: Data("cdef".utf8))
        }
        try await withPath { file in
            let commands = BookCommands(client: client, console: recorded.console())
            await #expect(throws: URLError.self) { try await commands.download("1", to: file) }
            #expect(recorded.errors == "A part of \(file.path) is stored. The same command downloads the rest.\n")
            try await commands.download("1", to: file)
            #expect(client.requests.last?.urlRequest.value(forHTTPHeaderField: "Range") == "bytes=2-")
            #expect(try Data(contentsOf: file) == Data("abcdef".utf8))
            #expect(
                recorded.output.hasSuffix("content   6 bytes in \(file.path), 2 of them from an earlier download\n"))
        }
    }

    @Test func `a download that is refused leaves no part behind`() async throws {
        try await withPath { file in
            await #expect(throws: APIError.self) { try await content(.download("99", to: file)) }
            #expect(recorded.errors.isEmpty)
            let folder = file.deletingLastPathComponent().path
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names == ["cover.png"])
        }
    }

    @Test(.timeLimit(.minutes(10))) func `the watch command prints changes by others until it is cancelled`()
        async throws
    {
        let (requests, log) = AsyncStream.makeStream(of: String.self)
        let server = try EmbeddedServer { log.yield($0) }
        defer { server.stop() }
        let client = LiveClient(environment: HouseholdEnvironment.server(server.baseURL))
        let (lines, writer) = AsyncStream.makeStream(of: String.self)
        let console = Console(isTerminal: false, output: { writer.yield($0) }, errors: { _ in })
        let watching = Task { try await BookCommands(client: client, console: console).watch() }
        for await request in requests where request == "GET /v1/events → 200" { break }
        _ = try await client.request(CreateBookEndpoint(draft: BookDraft(title: "Solaris", author: "Lem", year: 1961)))
        _ = try await client.request(UpdateBookEndpoint(book: Book(id: "6", title: "Solaris", author: "S. Lem")))
        try await client.request(DeleteBookEndpoint(id: "6"))
        let shown = await lines.prefix(3).reduce(into: []) { $0.append($1) }
        #expect(
            shown == [
                "   event     added  6  Solaris  Lem  1961\n", "   event     updated  6  Solaris  S. Lem\n",
                "   event     deleted  6  Solaris  S. Lem\n",
            ])
        watching.cancel()
        await #expect(throws: CancellationError.self) { try await watching.value }
    }

    @Test func `the watch command continues after the last event when the connection is lost`() async throws {
        let clock = TestClock()
        let event = #"data: {"kind": "added", "book": \#(Book.sampleJSON)}"#
        let client = MockClient {
            On(BookEventsEndpoint.self).stream(chunks: [Data("id: 7\n\(event)\n\n".utf8)]).then(.status(204))
        }
        let watching = Task {
            try await BookCommands(client: client, console: recorded.console()).watch(time: clock.time)
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        try await watching.value
        #expect(recorded.lines == ["   event     added  1  Momo  Michael Ende", ""])
        #expect(client.requests.last?.urlRequest.value(forHTTPHeaderField: "Last-Event-ID") == "7")
    }

    @Test func `a book is printed as a row of a table`() {
        #expect(Book(id: "1", title: "Momo", author: "Ende", year: 1973).row == ["1", "Momo", "Ende", "1973"])
        #expect(Book(id: "1", title: "Momo", author: "Ende").row == ["1", "Momo", "Ende", ""])
    }

    @Test(arguments: [
        ("/a.png", "image/png"), ("/a.JPG", "image/jpeg"), ("/a.jpeg", "image/jpeg"), ("/a.gif", "image/gif"),
        ("/a.webp", "image/webp"), ("/a.txt", "application/octet-stream"), ("/png", "application/octet-stream"),
    ])
    func `the type of a picture follows from the name of its file`(path: String, type: String) {
        #expect(URL(fileURLWithPath: path).pictureType == type)
    }
}
