import EndpointTesting
import Testing

@Suite(.realServers) struct TimeoutTests {
    private func client(deadline: Duration? = nil, idle: Duration? = nil) throws -> any APIClient {
        try RealServer.httpbin.client(limits: .init(deadline: deadline, idle: idle))
    }

    private func drip(_ bytes: Int, over seconds: Double, code: Int = 200) throws -> URLRequest {
        try .get("drip", query: ["duration": Decimal(seconds), "numbytes": bytes, "code": code])
    }

    @Test func `a client waits for a slow answer`() async throws {
        let echo: Echo = try await client(deadline: .seconds(30)).json(.get("delay/1"))
        #expect(echo.path == "/delay/1")
    }

    @Test(arguments: [.get, .post, .put, .patch, .delete] as [HTTPMethod])
    func `a client doesn't wait beyond the deadline`(method: HTTPMethod) async throws {
        let client = try client(deadline: .milliseconds(300))
        let request = try URLRequest(method, "delay/9")
        let error = try await #require(throws: URLError.self) { try await client.answer(request) }
        #expect(error.code == .timedOut)
        #expect(error.localizedDescription.contains("→ The call took longer than "))
    }

    @Test func `a silent server is an error at the idle limit`() async throws {
        let client = try client(idle: .milliseconds(300))
        let error = try await #require(throws: URLError.self) { try await client.answer(.get("delay/9")) }
        #expect(error.localizedDescription.contains("→ Nothing was sent or received for "))
    }

    @Test(arguments: [1, 10, 1000])
    func `a body in small pieces is received`(count: Int) async throws {
        let data = try await client(deadline: .seconds(30), idle: .seconds(5)).data(drip(count, over: 0.5))
        #expect(data == Data(repeating: UInt8(ascii: "*"), count: count))
    }

    @Test func `a slow body is an error at the deadline`() async throws {
        let client = try client(deadline: .milliseconds(700), idle: .seconds(5))
        let request = try drip(90, over: 9)
        let error = try await #require(throws: URLError.self) { try await client.answer(request) }
        #expect(error.localizedDescription.contains("→ The call took longer than "))
    }

    @Test func `a body that stalls is an error at the idle limit`() async throws {
        let client = try client(idle: .milliseconds(500))
        let request = try drip(2, over: 18)
        let error = try await #require(throws: URLError.self) { try await client.answer(request) }
        #expect(error.localizedDescription.contains("→ Nothing was sent or received for "))
    }

    @Test func `a failure status with a slow body is received whole`() async throws {
        let client = try client(deadline: .seconds(30))
        let request = try drip(5, over: 0.2, code: 503)
        let error = try await #require(throws: HTTPError.self) { try await client.data(request) }
        #expect(error.status == 503)
        #expect(error.body == Data("*****".utf8))
    }

    @Test func `one deadline counts for all redirects`() async throws {
        #expect(try await client(deadline: .seconds(30)).answer(.get("slow/2")).status == 200)
        let client = try client(deadline: .seconds(1))
        let error = try await #require(throws: URLError.self) { try await client.answer(.get("slow/9")) }
        #expect(error.code == .timedOut)
    }

    @Test func `a cancelled call stops waiting`() async throws {
        let client = try client()
        let call = Task { try await client.answer(.get("delay/9")) }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }
}
