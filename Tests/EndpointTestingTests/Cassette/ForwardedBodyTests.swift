import Testing

@_spi(EndpointTool) @testable import EndpointTesting

@Suite(.timeLimit(.minutes(10))) struct ForwardedBodyTests {
    private func stream(_ pieces: [Data], failing error: (any Error)? = nil) -> BodyStream {
        let rest = Locked(pieces)
        return BodyStream {
            let next = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if next == nil, let error { throw error }
            return next
        }
    }

    /// Reads a stream to its end, on a thread of its own, because a read waits for the next piece.
    private func read(_ make: @escaping @Sendable () -> InputStream) async -> (data: Data, end: Int) {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let stream = make()
                stream.open()
                defer { stream.close() }
                var (data, buffer) = (Data(), [UInt8](repeating: 0, count: 100_000))
                while true {
                    let count = stream.read(&buffer, maxLength: buffer.count)
                    guard count > 0 else { return continuation.resume(returning: (data, count)) }
                    data += buffer[..<count]
                }
            }
        }
    }

    private struct UnexpectedBody: Error {
        let description: String
        init(_ description: String) { self.description = description }
    }

    @Test func `a short body is forwarded from memory`() async throws {
        let body = ForwardedBody(stream([Data("ab".utf8), Data("c".utf8)]), keeping: 10)
        guard case .data(let data) = try await body.upload(length: 3) else { throw UnexpectedBody("not in memory") }
        #expect(data == Data("abc".utf8))
        #expect(body.recorded.data == data)
        #expect(body.recorded.note == nil)
    }

    @Test func `a long body is read once, and its first bytes are kept`() async throws {
        let pieces = (0..<5).map { Data(repeating: UInt8($0), count: 100_000) }
        let body = ForwardedBody(stream(pieces), keeping: 150_000)
        guard case .stream(let make, length: 500_000) = try await body.upload(length: 500_000) else {
            throw UnexpectedBody("in memory")
        }
        let (data, end) = await read(make)
        #expect(data == pieces.reduce(Data(), +))
        #expect(end == 0)
        #expect(await read(make) == (Data(), -1))
        #expect(body.recorded.data == data.prefix(150_000))
        #expect(body.recorded.note == "Of the request's body, only the first 150000 of 500000 bytes were recorded.")
    }

    @Test func `a body that breaks off fails`() async throws {
        let body = ForwardedBody(
            stream([Data(count: 300_000)], failing: URLError(.networkConnectionLost)), keeping: 10)
        guard case .stream(let make, length: nil) = try await body.upload(length: nil) else {
            throw UnexpectedBody("in memory")
        }
        #expect(await read(make) == (Data(count: 300_000), -1))
    }

    @Test func `a recording keeps the first bytes of a long response`() async throws {
        let pieces = [Data("abc".utf8), Data("def".utf8)]
        let client = MockClient { On(.get, "number").stream(chunks: pieces) }
        let recording = Recording(bodyLimit: 4)
        var request = APIRequest(URLRequest(url: URL(string: "number")!), for: NumberEndpoint())
        request.wantsStream = true
        let live = Interaction.Request("GET", "https://a.example/number")
        let response = try await recording.send(request, recordedAs: live, by: client) {
            RecordedBody(Data("x".utf8), of: 2)
        }
        #expect(try await response.chunks.reduce(Data(), +) == Data("abcdef".utf8))
        let recorded = try #require(recording.cassette.interactions.first)
        #expect(recorded.response?.body == Data("abcd".utf8))
        #expect(recorded.chunks.map(\.length) == [3, 1])
        #expect(recorded.interruption?.code == .networkConnectionLost)
        #expect(recorded.request.body?.data == Data("x".utf8))
        #expect(recorded.note?.contains("only the first 1 of 2 bytes") == true)
    }
}
