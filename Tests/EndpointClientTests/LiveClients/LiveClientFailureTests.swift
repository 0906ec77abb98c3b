import EndpointTesting
import Testing

@Suite struct LiveClientFailureTests {
    private func failure(_ engine: Engine, _ reply: LoopbackReply) async throws -> URLError {
        let server = try LoopbackServer { _ in reply }
        let client = engine.client(server)
        return try await #require(throws: URLError.self) { try await client.get("x") }
    }

    @Test(arguments: Engine.allCases)
    func `a refused connection means that the host can't be reached`(engine: Engine) async throws {
        let port = try RefusedPort()
        let client = engine.client(baseURL: port.url)
        let error = try await #require(throws: URLError.self) { try await client.get("x") }
        #expect(error.code == .cannotConnectToHost)
    }

    @Test(arguments: Engine.allCases)
    func `a connection closed without an answer is an error`(engine: Engine) async throws {
        #expect(try await failure(engine, .closeWithoutAnswer).code == .networkConnectionLost)
    }

    @Test(arguments: Engine.allCases)
    func `a connection reset without an answer is an error`(engine: Engine) async throws {
        #expect(try await failure(engine, .reset).code == .networkConnectionLost)
    }

    @Test(arguments: Engine.allCases)
    func `an error that is printed is its sentence`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .closeWithoutAnswer }
        let (bare, request) = (engine.client(server), RawEndpoint(try .get("x")))
        for client in [bare as any APIClient, bare.standard { $0.retry = nil }] {
            let error = try await #require(throws: URLError.self) { try await client.request(request) }
            #expect("\(error)" == error.localizedDescription)
            #expect(String(reflecting: error as any Error) == error.localizedDescription)
            #expect("\(error)".hasPrefix("GET /v1/x → "))
        }
    }

    @Test(arguments: Engine.allCases)
    func `a body that is cut off is an error`(engine: Engine) async throws {
        let whole = LoopbackResponse(body: bytes(10_000))
        for reply: LoopbackReply in [.cut(whole, afterBodyBytes: 5000), .cutThenReset(whole, afterBodyBytes: 5000)] {
            let error = try await failure(engine, reply)
            #expect(error.code == .networkConnectionLost)
            #expect(error.category == .connectionLost)
            let sentence = "The connection was lost after 5000 of 10000 bytes of the body."
            #expect(error.localizedDescription.hasSuffix(sentence))
        }
    }

    @Test(
        arguments: Engine.allCases,
        [
            "garbage\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 99 Low\r\n\r\n",
            "HTTP/1.1 200 OK\r\nBad Header\r\n\r\n",
        ])
    func `an answer that isn't HTTP is an error`(engine: Engine, answer: String) async throws {
        let error = try await failure(engine, .raw(Data(answer.utf8), close: true))
        // URLSession on Linux has no code and no message for such a field.
        let isField = engine == .urlSession && answer.contains("Bad Header")
        #expect(error.code == .badServerResponse || isField && error.code == .unknown)
    }

    @Test(arguments: Engine.allCases)
    func `a body longer than the limit is an error`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .data(bytes(100_001)) }
        let client = engine.client(server, limits: .init(responseBytes: 100_000))
        let error = try await #require(throws: URLError.self) { try await client.get("x") }
        #expect(error.code == .dataLengthExceedsMaximum)
        #expect(
            error.localizedDescription
                == "GET /v1/x → The body is longer than 100000 bytes, the client's limit `responseBytes`.")
    }

    @Test(arguments: Engine.allCases)
    func `a body of 100 MB exceeds the default limit`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .data(Data(count: 100_000_000)) }
        let client = engine.client(server)
        let error = try await #require(throws: URLError.self) { try await client.request(BookEndpoint()) }
        #expect(error.code == .dataLengthExceedsMaximum)
    }

    @Test(arguments: Engine.allCases)
    func `an error shows no secret of its URL`(engine: Engine) async throws {
        let port = try RefusedPort()
        let client = engine.client(baseURL: port.url)
        let error = try await #require(throws: URLError.self) { try await client.get("x?access_token=canary") }
        var dumped = ""
        dump(error, to: &dumped)
        #expect(error.failingURL?.path == "/x")
        #expect(!"\(error) \(String(reflecting: error)) \(error.errorUserInfo) \(dumped)".contains("canary"))
    }

    @Test(arguments: Engine.allCases)
    func `a body exactly as long as the limit is accepted`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .data(bytes(100_000)) }
        let client = engine.client(server, limits: .init(responseBytes: 100_000))
        #expect(try await client.get("x").data.count == 100_000)
    }

    @Test(
        arguments: Engine.allCases,
        [
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Type: application/json\r\n\r\n{\"id\": 1,",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nContent-Type: text/html\r\n\r\n<html>",
        ])
    func `a body that isn't JSON is a content error with its sentence`(engine: Engine, answer: String) async throws {
        let server = try LoopbackServer { _ in .raw(Data(answer.utf8), close: true) }
        let client = engine.client(server)
        let error = try await #require(throws: ContentError.self) { try await client.request(BookEndpoint()) }
        #expect(error.description.hasPrefix("GET /v1/books/1 → 200, but the body is "))
    }
}
