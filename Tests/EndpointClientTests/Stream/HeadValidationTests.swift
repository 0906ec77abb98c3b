import EndpointTesting
import Testing

@testable import EndpointClient

/// An endpoint validates the head of a successful response before its body is read, even if a client already has the
/// body.
@Suite struct HeadValidationTests {
    private struct WatchfulEndpoint: StreamEndpoint {
        typealias Content = String

        let framing = LineFraming()
        let seen: Locked<[String]>

        func makeRequest() throws -> URLRequest { try .get("notes") }

        func validate(_ response: URLResponse?, with body: Data) throws {
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            seen.withLock { $0.append("\(status) with \(body.count) bytes") }
            try HTTPError.check(response, with: body)
        }
    }

    private let folder = try? TemporaryFolder()
    private let seen = Locked<[String]>([])

    private func file() throws -> URL { try #require(folder).url.appendingPathComponent("notes.txt") }

    private static let replies: [MockReply] = [
        .status(200, body: Data("one\n".utf8)), .reply(json: "[1]"), .stream(chunks: [Data("one\n".utf8)]),
    ]

    @Test(arguments: replies.indices) func `only the head of a good response is validated`(index: Int) async throws {
        let client = MockClient { On(WatchfulEndpoint.self).reply(Self.replies[index]).anyTimes() }
            .logging(to: LogSink { _ in }.from(.info))
        let (read, error) = await client.stream(WatchfulEndpoint(seen: seen)).read()
        #expect(read.count == 1)
        #expect(error == nil)
        try await client.download(WatchfulEndpoint(seen: seen), to: file())
        #expect(try Data(contentsOf: file()).isEmpty == false)
        await client.flush()
        #expect(Set(seen.withLock { $0 }) == ["200 with 0 bytes"])
    }

    @Test func `a failing response is validated with its body`() async throws {
        let client = MockClient { On(WatchfulEndpoint.self).reply(.status(404, body: Data("missing".utf8))).anyTimes() }
        let (_, error) = await client.stream(WatchfulEndpoint(seen: seen)).read()
        #expect((error as? HTTPError)?.body == Data("missing".utf8))
        await #expect(throws: HTTPError.self) { try await client.download(WatchfulEndpoint(seen: seen), to: file()) }
        #expect(seen.withLock { $0 } == ["404 with 7 bytes", "404 with 7 bytes"])
    }
}
