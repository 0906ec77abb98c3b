import EndpointTesting
import HouseholdAPI
import HouseholdServer
import Testing

@testable import Household

@Suite(.timeLimit(.minutes(10))) struct TourTests {
    private let recorded = RecordedConsole()

    /// Takes the tour on a new service, through a client that fails at some requests, and returns the books that are
    /// left.
    private func tour(
        _ adapt: @escaping @Sendable (APIRequest, _ number: Int) async throws -> Void
    ) async throws -> (result: Result<Void, any Error>, left: [Book.ID]) {
        let server = try EmbeddedServer()
        defer { server.stop() }
        let client = LiveClient(environment: HouseholdEnvironment.server(server.baseURL))
        let count = Locked(0)
        let adapted = client.adapting { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            try await adapt(request, number)
        }
        let result = await Result.catching { try await Books(client: adapted, console: recorded.console()).tour() }
        let left = Task { try await client.request(BookListEndpoint()).map(\.id) }
        return (result, try await left.value)
    }

    @Test func `a tour leaves the books as they were`() async throws {
        let (result, left) = try await tour { _, _ in }
        try result.get()
        #expect(left == ["1", "2", "3", "4", "5"])
        #expect(recorded.lines.filter { $0.first?.isNumber == true }.count == 7)
        #expect(recorded.lines.last { !$0.isEmpty }?.hasPrefix("   APIError: ") == true)
    }

    @Test(arguments: 3...8)
    func `a tour deletes the book that it has added when a later request fails`(failing: Int) async throws {
        let (result, left) = try await tour { _, number in
            if number == failing { throw URLError(.networkConnectionLost) }
        }
        #expect(throws: URLError(.networkConnectionLost)) { try result.get() }
        #expect(left == ["1", "2", "3", "4", "5"])
        #expect(recorded.lines.contains("The tour ends early. Delete the book that it added"))
    }

    @Test func `a tour deletes the book that it has added when it is cancelled`() async throws {
        let (uploads, upload) = AsyncStream.makeStream(of: Void.self)
        let touring = Task {
            try await tour { request, _ in
                guard request.endpoint is BookCoverUploadEndpoint else { return }
                upload.yield()
                await Interruption.wait()  // …or the end of the task
                try Task.checkCancellation()
            }
        }
        for await _ in uploads { break }
        touring.cancel()
        let (result, left) = try await touring.value
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(left == ["1", "2", "3", "4", "5"])
    }

    /// With `ENDPOINT_HAR_JUDGE`, the cassette is kept in that folder for `.ci/har-judges`.
    @Test func `a recorded tour can be repeated without a server`() async throws {
        let folder = ProcessInfo.processInfo.environment["ENDPOINT_HAR_JUDGE"].map { URL(fileURLWithPath: $0) }
        let file = (folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())"))
            .appendingPathComponent("tour.har")
        defer { if folder == nil { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) } }
        let server = try EmbeddedServer()
        defer { server.stop() }
        let recording = Recording()
        let client = LiveClient(environment: HouseholdEnvironment.server(server.baseURL))
            .recording(into: recording, environment: HouseholdEnvironment.production)
        try await Books(client: client, console: recorded.console()).tour()
        try CassetteFile(file).save(recording.cassette)

        let again = RecordedConsole()
        let replay = ReplayingClient(
            Replay(try CassetteFile(file).load().cassette), environment: HouseholdEnvironment.production)
        try await Books(client: replay, console: again.console()).tour()
        #expect(again.contents == recorded.contents)
        #expect(again.contents.count == 8)
    }
}

extension RecordedConsole {
    /// The lines about responses, without the progress and the path of the temporary file.
    fileprivate var contents: [String] {
        lines.filter { $0.hasPrefix("   ") && !$0.hasPrefix("   [") && !$0.contains("copy.png") }
    }
}
