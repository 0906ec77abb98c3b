import EndpointTesting
import Testing

@Suite struct APIClientRequestTests {
    private let found = MockClient { try .json(#"{"id": "1", "title": "Nausicaä"}"#, to: $0) }
    private let missing = MockClient { try .json(#"{"title": "No such book"}"#, status: 404, to: $0) }

    @Test func `returns what the endpoint reads`() async throws {
        #expect(try await found.request(BookEndpoint()) == Book())
    }

    @Test func `throws what the endpoint throws, with what was asked`() async throws {
        let error = try await #require(throws: HTTPError.self) { try await missing.request(BookEndpoint()) }
        #expect(error.description == #"GET books/1 → 404 Not Found: "No such book""#)
    }

    @Test func `works with any client`() async throws {
        let client: any APIClient = found
        #expect(try await client.request(BookEndpoint()) == Book())
    }

    @Test func `calls back with the result`() async throws {
        let results = AsyncStream<Result<Book, any Error>>.makeStream()
        let progress = found.request(BookEndpoint()) { (result: Result<Book, any Error>) in
            results.continuation.yield(result)
            results.continuation.finish()
        }
        let all = await results.stream.reduce(into: []) { $0.append($1) }
        #expect(try all.map { try $0.get() } == [Book()])
        #expect(progress.isFinished)
    }

    @Test func `calls back on the queue it is given`() async throws {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "callers")
        queue.setSpecific(key: key, value: true)
        let isOnQueue = await withCheckedContinuation { continuation in
            found.request(BookEndpoint(), on: queue) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isOnQueue)
    }

    @Test func `its progress cancels the call, which still calls back`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client: any APIClient = URLSessionClient(server)
        let results = AsyncStream<Result<Book, any Error>>.makeStream()
        let progress = client.request(BookEndpoint()) { results.continuation.yield($0) }
        _ = await server.received(1)
        progress.cancel()
        let result = await results.stream.first { _ in true }
        #expect(throws: CancellationError.self) { try result?.get() }
    }
}
