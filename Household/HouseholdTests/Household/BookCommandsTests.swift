import EndpointTesting
import HouseholdAPI
import HouseholdServer
import Testing

@testable import Household

@Suite struct BookCommandsTests {
    private let recorded = RecordedConsole()

    /// Performs an action on a new service, and returns what is shown of the content.
    private func content(_ action: Action) async throws -> [String] {
        let server = try EmbeddedServer()
        defer { server.stop() }
        let client = LiveClient(environment: HouseholdEnvironment.server(server.baseURL))
        try await BookCommands(client: client, console: recorded.console()).perform(action)
        return recorded.lines.filter { !$0.isEmpty }.map { String($0.dropFirst(13)) }
    }

    @Test func `lists books as a table`() async throws {
        #expect(
            try await content(.list(author: "guin", limit: nil)) == [
                "1  The Left Hand of Darkness  Ursula K. Le Guin  1969",
                "3  The Dispossessed           Ursula K. Le Guin  1974",
            ])
    }

    @Test func `lists no more than the limit`() async throws {
        #expect(try await content(.list(author: nil, limit: 3)).count == 3)
    }

    @Test func `an empty list is shown as such`() async throws {
        #expect(try await content(.list(author: "nobody", limit: nil)) == ["no books"])
    }

    @Test func `shows a book`() async throws {
        #expect(try await content(.show("4")) == ["4  Momo  Michael Ende  1973"])
    }

    @Test func `shows the book that it has added`() async throws {
        let draft = BookDraft(title: "Solaris", author: "Lem", year: 1961)
        #expect(try await content(.add(draft)) == ["6  Solaris  Lem  1961"])
    }

    @Test func `updates a part of a book`() async throws {
        #expect(try await content(.update("4", BookChange(title: "MOMO"))) == ["4  MOMO  Michael Ende  1973"])
    }

    @Test func `deletes a book`() async throws {
        #expect(try await content(.delete("4")) == ["none: success is all there is to say"])
    }

    @Test func `uploads a picture`() async throws {
        let shown = try await SamplePicture.withFile { try await content(.upload("4", file: $0)) }
        #expect(shown.suffix(1) == ["3145728 bytes of image/png"])
    }

    @Test func `a book is a row of a table`() {
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
