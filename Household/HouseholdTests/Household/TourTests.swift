import EndpointTesting
import HouseholdAPI
import HouseholdServer
import Testing

@testable import Household

@Suite(.timeLimit(.minutes(10))) struct TourTests {
    private let recorded = RecordedConsole()

    /// Takes the tour on a new service, through a client whose requests are adapted, and checks that no book is left
    /// over.
    private func tour(
        leaving ids: [Book.ID] = ["1", "2", "3", "4", "5"],
        _ adapt: @escaping @Sendable (APIRequest, _ number: Int, LiveClient) async throws -> Void
    ) async throws {
        let server = try EmbeddedServer()
        defer { server.stop() }
        let client = LiveClient(environment: HouseholdEnvironment.server(server.baseURL))
        let count = Locked(0)
        let adapted = client.adapting { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            try await adapt(request, number, client)
        }
        let result: Result<Void, any Error>
        do {
            result = .success(try await BookCommands(client: adapted, console: recorded.console()).tour())
        } catch {
            result = .failure(error)
        }
        let left = Task { try await client.request(BookListEndpoint()).map(\.id) }
        #expect(try await left.value == ids)
        try result.get()
    }

    @Test func `a tour leaves the books as they were`() async throws {
        try await tour { _, _, _ in }
        #expect(!recorded.lines.contains { $0.hasPrefix("The tour ends early") })
    }

    @Test(arguments: 3...7)
    func `a tour deletes the book that it has added when a later request fails`(failing: Int) async throws {
        await #expect(throws: URLError(.networkConnectionLost)) {
            try await tour { _, number, _ in if number == failing { throw URLError(.networkConnectionLost) } }
        }
        #expect(recorded.lines.contains("The tour ends early. Delete the book that it added"))
        #expect(recorded.errors.isEmpty)
    }

    @Test func `a tour deletes the book that it has added when it is cancelled`() async throws {
        let (uploads, upload) = AsyncStream.makeStream(of: Void.self)
        let touring = Task {
            try await tour { request, _, _ in
                guard request.endpoint is BookCoverUploadEndpoint else { return }
                upload.yield()
                await TerminationSignal.wait()  // …or the end of the task
                try Task.checkCancellation()
            }
        }
        for await _ in uploads { break }
        touring.cancel()
        await #expect(throws: CancellationError.self) { try await touring.value }
        #expect(recorded.lines.contains("The tour ends early. Delete the book that it added"))
    }

    @Test func `a tour names the book that it can't delete, and fails as the step did`() async throws {
        await #expect(throws: URLError(.timedOut)) {
            try await tour(leaving: ["1", "2", "3", "4", "5", "6"]) { request, number, _ in
                if number == 3 { throw URLError(.timedOut) }
                if request.endpoint is DeleteBookEndpoint { throw URLError(.networkConnectionLost) }
            }
        }
        #expect(recorded.errors.hasPrefix("Book 6 is still on the server: "))
    }

    @Test func `a tour accepts that its book is already deleted`() async throws {
        await #expect(throws: URLError(.timedOut)) {
            try await tour { _, number, client in
                guard number == 3 else { return }
                try await client.request(DeleteBookEndpoint(id: "6"))
                throw URLError(.timedOut)
            }
        }
        #expect(recorded.lines.contains("   content   It is already deleted."))
        #expect(recorded.errors.isEmpty)
    }

    @Test(arguments: [["1", "2"], []])
    func `the read-only tour sends nothing that writes`(ids: [Book.ID]) async throws {
        let client = MockClient {
            On(BookListEndpoint.self).reply(ids.map { Book(id: $0, title: "T", author: "A") })
            On(BookEndpoint(id: "1")).reply(Book(id: "1", title: "T", author: "A")).optional()
        }
        try await BookCommands(client: client, console: recorded.console()).readOnlyTour()
        #expect(client.requests.allSatisfy { ($0.urlRequest.httpMethod ?? "GET") == "GET" })
        #expect(client.requests.count == (ids.isEmpty ? 1 : 2))
        #expect(recorded.lines.contains { $0.hasPrefix("The rest of the tour writes") })
    }

    @Test func `the sample picture is removed after its use`() async throws {
        let folder = try await SamplePicture.withFile { $0.deletingLastPathComponent() }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
}
