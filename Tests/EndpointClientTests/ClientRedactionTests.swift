import EndpointTesting
import Testing

@testable import EndpointClient

/// A client's redaction applies to all texts about its calls. The standard redaction would not find the secret.
@Suite struct ClientRedactionTests {
    private static let secret = "mauve-otter"
    private let redaction = Redaction.standard.redacting(values: [secret])

    /// A call whose request and response have the secret in every part.
    private struct SecretEndpoint: JsonEndpoint {
        typealias Content = [String: Kind]

        enum Kind: String, Decodable {
            case known
        }

        func makeRequest() throws -> URLRequest {
            try URLRequest(
                .post, "books/\(secret)", query: ["q": secret], headers: ["X-Shelf": secret],
                body: .json(["note": secret]))
        }
    }

    private struct UnsendableEndpoint: VoidEndpoint {
        func makeRequest() throws -> URLRequest {
            throw RequestError(.pathValue(secret, template: "books/{}"))
        }
    }

    private static let failure = #"{"message": "mauve-otter is gone", "code": "mauve-otter"}"#
    private static let unreadable = #"{"mauve-otter": "mauve-otter"}"#

    private static let answers = [
        (503, failure), (404, "mauve-otter is gone"), (200, unreadable), (200, "mauve-otter"),
    ]

    /// Everything that a program could print of an error.
    private func texts(of error: any Error) -> [String] {
        var dumped = ""
        dump(error, to: &dumped)
        let request = (error as? HTTPError)?.request ?? (error as? ContentError)?.request
        return [
            "\(error)", String(reflecting: error), error.localizedDescription, dumped,
            request.map {
                "\($0) \($0.allHTTPHeaderFields ?? [:]) \(String(decoding: $0.httpBody ?? Data(), as: UTF8.self))"
            }
                ?? "", "\((error as? URLError)?.errorUserInfo ?? [:])",
        ]
    }

    /// Everything that a program could print of the calls of a client with such a response, and of their errors.
    private func texts(
        _ engine: Engine, _ redaction: Redaction, of endpoint: some Endpoint, status: Int, _ body: String
    ) async throws -> (texts: [String], error: any Error) {
        let server = try LoopbackServer { _ in
            .response(
                LoopbackResponse(
                    status: status, headers: ["Content-Type": "application/json", "X-Shelf": Self.secret],
                    body: Data(body.utf8)))
        }
        let texts = Locked<[String]>([])
        let client = engine.client(baseURL: server.url, redaction: redaction).retryingAtOnce()
            .metering { event in texts.withLock { $0.append("\(event)") } }
            .logging(
                to: LogSink { entry in texts.withLock { $0 += [entry.message, entry.json] } }, showing: .everything)
        let error = await #expect(throws: (any Error).self) { try await client.request(endpoint) }
        await client.flush()
        let thrown = try #require(error)
        let reproduction = (thrown as? HTTPError)?.reproduction() ?? (thrown as? ContentError)?.reproduction()
        return (texts.withLock { $0 } + self.texts(of: thrown) + ["\(reproduction as Any)"], thrown)
    }

    @Test(arguments: Engine.allCases, answers)
    func `no error, log line or event shows what the client's redaction hides`(
        engine: Engine, answer: (status: Int, body: String)
    ) async throws {
        let (texts, _) = try await texts(
            engine, redaction, of: SecretEndpoint(), status: answer.status, answer.body)
        #expect(texts.count > 10)
        #expect(texts.filter { $0.contains(Self.secret) } == [])
        let open = try await self.texts(
            engine, .standard, of: SecretEndpoint(), status: answer.status, answer.body
        ).texts
        #expect(open.contains { $0.contains(Self.secret) })
    }

    @Test func `a request that can't be built is described with the client's redaction`() async throws {
        let client = MockClient(redaction: redaction) { try .answer(204, to: $0) }.retrying()
        let error = await #expect(throws: RequestError.self) { try await client.request(UnsendableEndpoint()) }
        #expect(error?.description.contains("{{secret}}") == true)
    }

    @Test(arguments: Engine.allCases)
    func `a request that can't be sent is described with the client's redaction`(engine: Engine) async throws {
        let client = engine.client(
            baseURL: try #require(URL(string: "https://api.example.com/v1")), redaction: redaction)
        let request = try URLRequest.get(#require(URL(string: "../\(Self.secret)")))
        let error = await #expect(throws: RequestError.self) {
            try await client.send(APIRequest(request, for: RawEndpoint(request)))
        }
        #expect(error?.description.contains("{{secret}}") == true)
        #expect(error.map { texts(of: $0).contains { $0.contains(Self.secret) } } == false)
    }

    @Test(arguments: Engine.allCases)
    func `the failing URL of a URLError is redacted with the client's redaction`(engine: Engine) async throws {
        let client = engine.client(baseURL: try RefusedPort().url, redaction: redaction)
        let error = await #expect(throws: URLError.self) { try await client.request(SecretEndpoint()) }
        #expect(error?.failingURL?.path == "/books/{{secret}}")
        #expect(error.map { texts(of: $0).contains { $0.contains(Self.secret) } } == false)
    }

    @Test func `an error of another client keeps the redaction of that client in logs and events`() async throws {
        let texts = Locked<[String]>([])
        let tokens = RefreshingCredential { [redaction] _ in
            let client = MockClient(redaction: redaction) { try .answer(400, body: Data(Self.failure.utf8), to: $0) }
            _ = try await client.request(SecretEndpoint())
            return ExpiringCredential(.bearer("t"))
        }
        let client = MockClient { try .answer(204, to: $0) }.authorizing(with: tokens)
            .metering { event in texts.withLock { $0.append("\(event)") } }
            .logging(to: LogSink { entry in texts.withLock { $0 += [entry.message, entry.json] } })
        let error = await #expect(throws: HTTPError.self) {
            try await client.send(APIRequest(try .get("x"), for: RawEndpoint(try .get("x"))))
        }
        await client.flush()
        #expect(error.map { self.texts(of: $0).contains { $0.contains(Self.secret) } } == false)
        #expect(texts.withLock { $0 }.contains { $0.contains("400 Bad Request") })
        #expect(texts.withLock { $0 }.filter { $0.contains(Self.secret) } == [])
    }

    @Test func `a client with a fallback hides what the redaction of either client hides`() async throws {
        let other = MockClient(redaction: redaction) { try .answer(404, body: Data(Self.failure.utf8), to: $0) }
        let client = MockClient { try .answer(503, to: $0) }.fallingBack(to: other)
        let error = await #expect(throws: HTTPError.self) { try await client.request(SecretPathEndpoint()) }
        #expect(error?.status == 404)
        #expect(error.map { texts(of: $0).contains { $0.contains(Self.secret) } } == false)
    }

    private struct SecretPathEndpoint: VoidEndpoint {
        func makeRequest() throws -> URLRequest { try .get("books/\(secret)") }
    }

    @Test func `decorators have the redaction of the client that they wrap, and a log may have another one`()
        async throws
    {
        let lines = Locked<[String]>([])
        let mock = MockClient(redaction: redaction) { try .answer(204, to: $0) }
        #expect(mock.standard { $0.credential = .bearer("t") }.traits.redaction == redaction)
        let client = mock.logging(
            to: LogSink { entry in lines.withLock { $0.append(entry.message) } }, showing: .commands, redaction: .off)
        _ = try? await client.request(SecretEndpoint())
        await client.flush()
        #expect(lines.withLock { $0 }.contains { $0.contains("curl") && $0.contains(Self.secret) })
    }

    @Test(arguments: Engine.allCases, answers)
    func `no text of a body is shown when bodies are hidden`(
        engine: Engine, answer: (status: Int, body: String)
    ) async throws {
        struct NoteEndpoint: JsonEndpoint {
            typealias Content = SecretEndpoint.Content

            func makeRequest() throws -> URLRequest {
                try .put("notes/1", body: .json(["note": ClientRedactionTests.secret]))
            }
        }
        let hiding = Redaction.standard.redacting(headers: ["X-Shelf"]).hidingBodies()
        let (texts, error) = try await texts(
            engine, hiding, of: NoteEndpoint(), status: answer.status, answer.body)
        #expect(texts.filter { $0.contains(Self.secret) } == [])
        #expect(error.localizedDescription.contains("<\(answer.body.utf8.count) bytes of application/json>"))
        #expect(texts.contains { $0.contains("curl -X PUT") && $0.contains("<22 bytes of application/json>") })
    }

    @Test func `a log with bodies hidden hides the bodies of errors with another redaction`() async throws {
        let lines = Locked<[String]>([])
        let inner = MockClient { try .json(Self.failure, status: 400, to: $0) }
        let client = MockClient { request in
            _ = try await inner.request(SecretEndpoint())
            return try .answer(200, to: request)
        }
        .logging(
            to: LogSink { entry in lines.withLock { $0 += [entry.message, entry.json] } },
            redaction: redaction.hidingBodies())
        await #expect(throws: HTTPError.self) { try await client.request(SecretEndpoint()) }
        await client.flush()
        #expect(lines.withLock { $0 }.contains { $0.contains("bytes of application/json") })
        #expect(lines.withLock { $0 }.filter { $0.contains(Self.secret) } == [])
    }
}

// Recordings and doubles.
extension ClientRedactionTests {
    @Test func `a recording is saved without what the client's redaction hides, and is replayed by it`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = CassetteFile(folder.appendingPathComponent("secret.har")), recording = Recording()
        let base = try #require(URL(string: "https://api.example.com"))
        let live = MockClient(redaction: redaction) { try .json(Self.failure, to: $0) }
        _ = try? await live.recording(into: recording, baseURL: base).request(SecretEndpoint())
        try file.save(recording.cassette)
        let saved = String(decoding: try Data(contentsOf: file.url), as: UTF8.self)
        #expect(saved.contains("api.example.com") && !saved.contains(Self.secret))
        let replaying = ReplayingClient(try file.load().cassette, baseURL: base, redaction: redaction)
        let error = await #expect(throws: ContentError.self) { try await replaying.request(SecretEndpoint()) }
        #expect(error.map { texts(of: $0).contains { $0.contains(Self.secret) } } == false)
        try replaying.replay.verify()
    }

    @Test func `a cassette session hides what the redaction of the client below hides`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = CassetteFile(folder.appendingPathComponent("session.har"))
        let base = try #require(URL(string: "https://api.example.com"))
        let live = MockClient(redaction: redaction) { try .json(#"{"a": "known"}"#, to: $0) }
        for mode in [CassetteMode.missing, .replay] {
            let session = try CassetteSession(file, mode: mode)
            _ = try await session.client(over: live, baseURL: base).request(SecretEndpoint())
            try session.finish()
        }
        #expect(live.requests.count == 1)
        #expect(try !String(decoding: Data(contentsOf: file.url), as: UTF8.self).contains(Self.secret))
    }

    @Test func `the explanation of an unmatched request hides what the mock's redaction hides`() async throws {
        let client = MockClient(redaction: redaction) { On(.get, "books/1").status(200) }
        let error = await #expect(throws: UnmatchedRequest.self) { try await client.request(SecretEndpoint()) }
        #expect(error.map { texts(of: $0).contains { $0.contains(Self.secret) } } == false)
    }
}
