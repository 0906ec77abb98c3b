import EndpointTesting
import HouseholdAPI
import Testing

@testable import Household

@Suite struct VerboseClientTests {
    private let recorded = RecordedConsole()

    private func client(
        _ status: Int, _ body: String, _ effect: @escaping @Sendable (APIRequest) throws -> Void = { _ in }
    ) -> VerboseClient {
        let mock = MockClient { request in
            try effect(request)
            return try .json(body, status: status, to: request)
        }
        return VerboseClient(mock, on: recorded.console())
    }

    private var upload: BookCoverUploadEndpoint {
        BookCoverUploadEndpoint(id: "1", file: URL(fileURLWithPath: #filePath), contentType: "image/png")
    }

    @Test func `a verbose client prints the request and the response`() async throws {
        _ = try await client(200, "[]").request(BookListEndpoint(limit: 2))
        #expect(
            recorded.lines == [
                "   endpoint  BookListEndpoint", "   request   GET books?limit=2",
                "   answer    200 OK, 2 bytes of application/json", "",
            ])
    }

    @Test func `a verbose client prints the response before the bytes of a stream`() async throws {
        let mock = MockClient { On(BookEventsEndpoint.self).stream([BookEvent(kind: .added, book: .sample)]) }
        for try await _ in mock.verbose(on: recorded.console()).stream(BookEventsEndpoint()) {
            #expect(
                recorded.lines == [
                    "   endpoint  BookEventsEndpoint", "   request   GET events",
                    "   answer    200 OK, a stream of text/event-stream", "",
                ])
        }
    }

    @Test func `a verbose client prints a failure like any other answer`() async {
        await #expect(throws: HTTPError.self) { try await client(500, "").request(DeleteBookEndpoint(id: "1")) }
        #expect(recorded.lines.contains("   answer    500 Internal Server Error"))
    }

    @Test func `a verbose client prints no response when there is none`() async {
        let client = client(200, "") { _ in throw URLError(.timedOut) }
        await #expect(throws: URLError(.timedOut)) { try await client.request(DeleteBookEndpoint(id: "1")) }
        #expect(recorded.lines.last { !$0.isEmpty } == "   request   DELETE books/1")
    }

    @Test func `a verbose client prints the progress of an upload before its answer`() async throws {
        let client = client(200, #"{"bytes": 9}"#) { $0.progress?(TransferProgress(bytes: 9, total: 9)) }
        _ = try await client.upload(upload)
        #expect(
            recorded.lines.suffix(3) == [
                "   progress  100 %  9 of 9 bytes", "   answer    200 OK, 12 bytes of application/json", "",
            ])
    }

    @Test func `a verbose client passes the progress on to the caller`() async throws {
        let reported = Locked<[TransferProgress]>([])
        let client = client(200, #"{"bytes": 9}"#) { $0.progress?(TransferProgress(bytes: 9, total: 9)) }
        _ = try await client.upload(upload, progress: .handler { report in reported.withLock { $0.append(report) } })
        #expect(reported.withLock { $0 }.first == TransferProgress(bytes: 9, total: 9))
    }

    @Test func `a verbose client ends when an upload fails`() async {
        let client = client(200, "") { _ in throw URLError(.networkConnectionLost) }
        await #expect(throws: URLError(.networkConnectionLost)) { try await client.upload(upload) }
    }

    @Test func `the description of a verbose client names what it wraps`() {
        #expect("\(client(200, ""))" == "Verbose › Mock")
    }
}
