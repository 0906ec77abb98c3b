import EndpointTesting
import Testing

@Suite struct RecordingClientTests {
    private let clock = TestClock()
    private let recording: Recording

    init() {
        var time = clock.time
        time.date = { Date(timeIntervalSince1970: 1000) }
        recording = Recording(time: time)
    }

    @Test func `a recording keeps the request as it is sent, the response and the time`() async throws {
        let client = MockClient { [clock] request in
            clock.advance(by: .milliseconds(30))
            return try .json("1", to: request)
        }.recording(into: recording, environment: Staging())
        #expect(try await client.request(NumberEndpoint()) == 1)
        let interaction = try #require(recording.cassette.interactions.first)
        #expect(interaction.request.url == "https://api.example.com/v1/number?v=2")
        #expect(interaction.request.headers["Accept"] == "application/json")
        #expect(interaction.response?.body == Data("1".utf8))
        #expect(interaction.startedDateTime == Date(timeIntervalSince1970: 1000))
        #expect(interaction.timing.total == .milliseconds(30))
        #expect(recording.cassette.recordedAt == Date(timeIntervalSince1970: 1000))
    }

    @Test func `a recording is in the order in which requests were started`() async throws {
        let gates = (0..<3).map { _ in Promise<Void>() }, begun = (0..<3).map { _ in Promise<Void>() }
        let client = MockClient { request in
            let number = Int(request.urlRequest.url?.lastPathComponent ?? "") ?? 0
            try await gates[number].value { begun[number].resolve(.success(())) }
            return try .json("\(number)", to: request)
        }.recording(into: recording, baseURL: api)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<3 {
                group.addTask { try await client.request(NumberEndpoint(path: "\(number)")) }
                try await begun[number].value {}
            }
            for number in [2, 0, 1] {
                gates[number].resolve(.success(()))
                _ = try await group.next()
            }
        }
        #expect(recording.cassette.interactions.map { $0.request.url.suffix(1) } == ["0", "1", "2"])
    }

    @Test func `a recording keeps a failure of the transport with its code`() async {
        let client = MockClient { _ in throw URLError(.timedOut) }.recording(into: recording, baseURL: api)
        await #expect(throws: URLError.self) { try await client.request(NumberEndpoint()) }
        #expect(recording.cassette.interactions.map(\.failure?.code) == [.timedOut])
    }

    @Test(arguments: [CancellationError() as any Error, URLError(.cancelled), RequestError(.url("x"))])
    func `a failure without an exchange isn't recorded`(error: any Error) async {
        let client = MockClient { _ in throw error }.recording(into: recording, baseURL: api)
        await #expect(throws: (any Error).self) { try await client.request(NumberEndpoint()) }
        #expect(recording.cassette.interactions.isEmpty)
    }

    @Test func `a request that another test double can't answer isn't recorded`() async {
        let client = MockClient {}.recording(into: recording, baseURL: api)
        await #expect(throws: UnmatchedRequest.self) { try await client.request(NumberEndpoint()) }
        #expect(recording.cassette.interactions.isEmpty)
    }

    @Test func `a cancelled call isn't recorded, whatever its error`() async {
        let client = MockClient { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw URLError(.timedOut)
        }.recording(into: recording, baseURL: api)
        let call = Task { try await client.request(NumberEndpoint()) }
        await #expect(throws: URLError.self) { try await call.value }
        #expect(recording.cassette.interactions.isEmpty)
    }

    @Test func `the caller gets the secrets that aren't saved`() async throws {
        let client = MockClient { try .json(#"{"token": "s3cr3t-t0ken"}"#, to: $0) }.recording(
            into: recording, baseURL: api)
        let response = try await client.send(NumberEndpoint().makeAPIRequest())
        #expect(response.data == Data(#"{"token": "s3cr3t-t0ken"}"#.utf8))
        #expect(!String(decoding: try recording.cassette.har().data, as: UTF8.self).contains("s3cr3t"))
    }

    @Test func `bodies of every kind are recorded as the upstream gets them`() async throws {
        let folder = try TemporaryFolder()
        try Data("file".utf8).write(to: folder.file("f"))
        let bodies: [UploadEndpointBody] = [
            .data(Data("data".utf8)), .file(folder.file("f")),
            .stream(InputStream(data: Data("stream".utf8)), length: 6),
            .stream(InputStream(data: Data("endless".utf8))),
        ]
        let client = MockClient { try .json("1", to: $0) }.recording(into: recording, baseURL: api)
        for body in bodies {
            var request: URLRequest = try .put("number")
            request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
            _ = try await client.send(APIRequest(request, body: body, for: NumberEndpoint()))
        }
        let texts = recording.cassette.interactions.map {
            $0.request.body.map { String(decoding: $0.data, as: UTF8.self) }
        }
        #expect(texts == ["data", "file", "stream", "endless"])
        #expect(recording.cassette.interactions.allSatisfy { $0.request.body?.contentType == "text/plain" })
    }

    /// Records a call of 30 ms whose last exchange had these metrics.
    private func recorded(_ metrics: ExchangeMetrics?) async throws -> Interaction {
        let client = MockClient { [clock] request in
            clock.advance(by: .milliseconds(30))
            var response = try APIResponse.json("1", to: request)
            response.metrics = metrics
            return response
        }.recording(into: recording, baseURL: api)
        _ = try await client.request(NumberEndpoint())
        return try #require(recording.cassette.interactions.last)
    }

    @Test func `metrics are recorded, with the time before the last exchange added to blocked`() async throws {
        let metrics = ExchangeMetrics(
            connect: .milliseconds(1), requestStart: .milliseconds(2), requestSent: .milliseconds(3),
            firstByte: .milliseconds(15), total: .milliseconds(20), httpVersion: "HTTP/2", remoteAddress: "192.0.2.1")
        let interaction = try await recorded(metrics)
        #expect(
            interaction.timing
                == .init(
                    blocked: .milliseconds(12), send: .milliseconds(1), wait: .milliseconds(12),
                    receive: .milliseconds(5)))
        #expect(interaction.metrics?.connect == .milliseconds(1))
        #expect(interaction.metrics?.requestStart == .milliseconds(12))
        #expect(interaction.metrics?.total == .milliseconds(30))
        #expect(interaction.metrics?.remoteAddress == "192.0.2.1")
        let file = try recording.cassette.har().data
        let read = try Cassette.reading(har: file).0.interactions
        #expect(read.map(\.metrics) == [interaction.metrics])
        #expect(read.map(\.timing) == [interaction.timing])
    }

    @Test func `metrics are recorded if the exchange took all of the call or its time is unknown`() async throws {
        let whole = ExchangeMetrics(requestStart: .zero, firstByte: .milliseconds(31), total: .milliseconds(31))
        #expect(try await recorded(whole).metrics == whole)
        let version = ExchangeMetrics(httpVersion: "HTTP/2")
        #expect(try await recorded(version).metrics == version)
        #expect(try await recorded(version).timing == .init(wait: .milliseconds(30)))
        #expect(try await recorded(nil).timing == .init(wait: .milliseconds(30)))
        let begun = ExchangeMetrics(requestStart: .zero, requestSent: .zero, firstByte: .milliseconds(10))
        #expect(try await recorded(begun).timing.receive == .milliseconds(20))
    }

    @Test func `a replay reports no metrics, because there is no exchange`() async throws {
        let cassette = Cassette([try await recorded(ExchangeMetrics(total: .milliseconds(1)))])
        let response = try await ReplayingClient(cassette, baseURL: api).send(NumberEndpoint().makeAPIRequest())
        #expect(response.metrics == nil)
    }

    @Test func `a recording can be replayed`() async throws {
        let client = MockClient { try .json("7", to: $0) }.recording(into: recording, baseURL: api)
        _ = try await client.request(NumberEndpoint())
        #expect(try await ReplayingClient(recording.cassette, baseURL: api).request(NumberEndpoint()) == 7)
    }
}

private struct Staging: APIEnvironment {
    let baseURL = URL(string: "https://api.example.com/v1?v=2")!
    let headers: HeaderFields = ["Accept": "application/json"]
}
