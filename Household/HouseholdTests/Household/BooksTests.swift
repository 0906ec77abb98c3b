import EndpointTesting
import HouseholdAPI
import HouseholdServer
import Testing

@testable import Household

@Suite(.timeLimit(.minutes(10))) struct BooksTests {
    private let recorded = RecordedConsole()
    private let momo = Book(id: "1", title: "Momo", author: "Michael Ende", year: 1973)

    private func perform(_ action: Action, _ client: any APIClient) async throws {
        try await Books(client: client, console: recorded.console()).perform(action)
    }

    @Test func `a list shows a line for each book`() async throws {
        let client = MockClient { On(BookListEndpoint(author: "Ende", limit: 2)).reply([momo]) }
        try await perform(.list(author: "Ende", limit: 2), client)
        #expect(recorded.output == "   1  Momo, by Michael Ende, 1973\n")
    }

    @Test func `an empty list is said to be empty`() async throws {
        try await perform(.list(author: nil, limit: nil), MockClient { On(BookListEndpoint.self).reply([]) })
        #expect(recorded.output == "   no books\n")
    }

    @Test func `a new book is shown as the server has stored it`() async throws {
        let client = MockClient { On(CreateBookEndpoint.self).reply(momo) }
        try await perform(.add(BookDraft(title: "Momo", author: "Ende")), client)
        #expect(recorded.output == "   1  Momo, by Michael Ende, 1973\n")
    }

    @Test func `a refusal of the service is thrown`() async {
        let client = MockClient {
            On(BookEndpoint.self).status(404, json: #"{"code": "not_found", "message": "None."}"#)
        }
        await #expect(throws: APIError.self) { try await perform(.show("9"), client) }
    }

    @Test func `events are shown until the task is cancelled`() async throws {
        let server = try EmbeddedServer()
        defer { server.stop() }
        let client = LiveClient(environment: HouseholdEnvironment.server(server.baseURL))
        let (lines, writer) = AsyncStream.makeStream(of: String.self)
        let console = Console(isTerminal: false, output: { writer.yield($0) }, errors: { _ in })
        let watching = Task { try await Books(client: client, console: console).perform(.watch) }
        // A book that is added before the stream has begun is not shown, so one is added until an event arrives.
        let adding = Task {
            while !Task.isCancelled {
                _ = try await client.request(CreateBookEndpoint(draft: .init(title: "A", author: "B")))
            }
        }
        let line = await lines.first { _ in true }
        adding.cancel()
        watching.cancel()
        #expect(line?.hasPrefix("   added  ") == true)
        _ = await watching.result
    }

    @Test func `control characters of a server are replaced`() async throws {
        let client = MockClient { On(BookEndpoint.self).reply(Book(id: "1", title: "\u{1B}[2J", author: "A")) }
        try await perform(.show("1"), client)
        #expect(recorded.output == "   1  \u{FFFD}[2J, by A\n")
    }

    @Test(arguments: [true, false])
    func `a transfer is redrawn in a terminal and listed in a file`(isTerminal: Bool) async throws {
        let result = try await recorded.console(isTerminal: isTerminal).showing { handler in
            for bytes: Int64 in [10, 25, 60, 100] { handler.handle(TransferProgress(bytes: bytes, total: 100)) }
            handler.end()
            return 1
        }
        #expect(result == 1)
        #expect(recorded.output.contains("[################]  100 % of 100 bytes"))
        #expect(recorded.output.contains("\u{1B}[K") == isTerminal)
        #expect(recorded.lines.count <= (isTerminal ? 2 : 4))
    }
}
