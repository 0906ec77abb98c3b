import EndpointTesting
import Testing

@Suite struct APIClientUploadTests {
    @Test func `calls back, and its progress counts the bytes`() async throws {
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

    @Test func `its progress is complete after a stream of unknown length`() async throws {
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

    @Test func `its progress cancels the call`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = URLSessionClient(server)
        let results = AsyncStream<Result<Void, any Error>>.makeStream()
        let progress = client.upload(SendEndpoint(.data(bytes(1000)))) { results.continuation.yield($0) }
        _ = await server.received(1)
        progress.cancel()
        let result = await results.stream.first { _ in true }
        #expect(throws: CancellationError.self) { try result?.get() }
    }

    @Test func `an upload that is requested as a plain endpoint keeps its body`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        try await URLSessionClient(server).request(SendEndpoint(.data(bytes(10))))
        #expect(server.requests.map(\.body) == [bytes(10)])
    }
}
