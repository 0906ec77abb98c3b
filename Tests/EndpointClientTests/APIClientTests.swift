import EndpointTesting
import Testing

@Suite struct APIClientRequestTests {
    private let found = MockClient { try .json(#"{"id": "1", "title": "Nausicaä"}"#, to: $0) }
    private let missing = MockClient { try .json(#"{"title": "No such book"}"#, status: 404, to: $0) }

    @Test func `a request returns what the endpoint reads`() async throws {
        #expect(try await found.request(BookEndpoint()) == Book())
    }

    @Test func `a request throws what the endpoint throws, with what was asked`() async throws {
        let error = try await #require(throws: HTTPError.self) { try await missing.request(BookEndpoint()) }
        #expect(error.description == #"GET books/1 → 404 Not Found: "No such book""#)
    }

    @Test func `a request works with any client`() async throws {
        let client: any APIClient = found
        #expect(try await client.request(BookEndpoint()) == Book())
    }

    @Test func `a completion handler gets the result`() async throws {
        let results = AsyncStream<Result<Book, any Error>>.makeStream()
        let progress = found.request(BookEndpoint()) { (result: Result<Book, any Error>) in
            results.continuation.yield(result)
            results.continuation.finish()
        }
        let all = await results.stream.reduce(into: []) { $0.append($1) }
        #expect(try all.map { try $0.get() } == [Book()])
        #expect(progress.isFinished)
    }

    @Test func `a completion handler is called on its queue`() async throws {
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

    @Test @MainActor func `a completion handler is called on the main actor`() async throws {
        var titles: [String] = []
        await withCheckedContinuation { continuation in
            found.request(BookEndpoint(), on: MainActor.shared) { result in
                titles.append((try? result.get().title) ?? "")
                continuation.resume()
            }
        }
        await withCheckedContinuation { continuation in
            let client = MockClient { On(SendEndpoint.self).status(204) }
            client.upload(SendEndpoint(.data(bytes(1))), on: MainActor.shared) { _ in
                titles.append("sent")
                continuation.resume()
            }
        }
        #expect(titles == ["Nausicaä", "sent"])
    }

    @Test func `cancelling the progress cancels the call, and its completion handler is called`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client: any APIClient = URLSessionClient(server)
        let results = AsyncStream<Result<Book, any Error>>.makeStream()
        let progress = client.request(BookEndpoint()) { results.continuation.yield($0) }
        _ = await server.received(1)
        progress.cancel()
        let result = await results.stream.first { _ in true }
        let error = try #require(throws: URLError.self) { try result?.get() }
        #expect(error.code == .cancelled)
        #expect(error.localizedDescription == "The call was cancelled.")
    }
}

@Suite struct APIClientResponseTests {
    @Test func `a response comes together with the content`() async throws {
        let client = MockClient {
            On(BookEndpoint.self).status(200, headers: ["ETag": "\"7\""], json: #"{"id": "1", "title": "Momo"}"#)
        }
        let (book, http) = try await client.response(for: BookEndpoint())
        #expect(book.title == "Momo")
        #expect(http.statusCode == 200)
        #expect(http.value(forHTTPHeaderField: "ETag") == "\"7\"")
    }

    @Test func `a response throws what the endpoint throws, with what was asked`() async throws {
        let client = MockClient { On(BookEndpoint.self).status(404) }
        let error = try await #require(throws: HTTPError.self) { try await client.response(for: BookEndpoint()) }
        #expect(error.request?.url?.relativeString == "books/1")
    }
}

@Suite struct APIClientUploadTests {
    @Test func `an upload calls its completion handler, and its progress counts the bytes`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client: any APIClient = URLSessionClient(server)
        let results = AsyncStream<Result<Void, any Error>>.makeStream()
        let progress = client.upload(SendEndpoint(.data(bytes(500_000)))) { results.continuation.yield($0) }
        let result = await results.stream.first { _ in true }
        try result?.get()
        #expect(progress.totalUnitCount == 500_000)
        #expect(progress.completedUnitCount == 500_000)
        #expect(progress.isFinished)
    }

    @Test func `the progress of an upload of unknown length ends complete`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        let client = URLSessionClient(server)
        let results = AsyncStream<Result<Void, any Error>>.makeStream()
        let progress = client.upload(SendEndpoint(.stream(InputStream(data: bytes(100_000))))) {
            results.continuation.yield($0)
        }
        let result = await results.stream.first { _ in true }
        try result?.get()
        #expect(progress.completedUnitCount == 100_000)
        #expect(progress.isFinished)
    }

    @Test func `cancelling the progress cancels the upload`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = URLSessionClient(server)
        let results = AsyncStream<Result<Void, any Error>>.makeStream()
        let progress = client.upload(SendEndpoint(.data(bytes(1000)))) { results.continuation.yield($0) }
        _ = await server.received(1)
        progress.cancel()
        let result = await results.stream.first { _ in true }
        let error = try #require(throws: URLError.self) { try result?.get() }
        #expect(error.code == .cancelled)
        #expect(error.localizedDescription == "The call was cancelled.")
    }

    @Test func `an upload that is requested as a plain endpoint keeps its body`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        try await URLSessionClient(server).request(SendEndpoint(.data(bytes(10))))
        #expect(server.requests.map(\.body) == [bytes(10)])
    }
}
