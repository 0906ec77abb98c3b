import AsyncHTTPClient
import EndpointLaws
import NIOCore
import NIOFoundationCompat
import NIOPosix
import Testing

// The client that the page "Write a client" shows.

/// A client over AsyncHTTPClient.
final class AHCClient: APIClient {
    private let resolver: RequestResolver
    private let responseLimit: Int
    private let http: HTTPClient
    let traits: ClientTraits

    init(baseURL: URL, responseLimit: Int = 64 << 20) {
        var settings = HTTPClient.Configuration(redirectConfiguration: .disallow)
        settings.connectionPool.retryConnectionEstablishment = false
        settings.tracing.tracer = nil
        (resolver, traits) = (RequestResolver(baseURL: baseURL), ClientTraits(baseURL: baseURL))
        self.responseLimit = responseLimit
        http = HTTPClient(configuration: settings)
    }

    deinit { http.shutdown { _ in } }

    func send(_ request: APIRequest) async throws -> APIResponse {
        try Task.checkCancellation()
        try request.context.checkDeadline()
        return try await follow(try resolver.resolve(request), after: 0, in: request.context)
    }

    private func follow(
        _ request: ResolvedRequest, after redirects: Int, in context: CallContext
    ) async throws -> APIResponse {
        let response = try await request.traced(in: context) { try await perform($0, after: redirects) }
        let next = try resolver.redirect(of: request, by: response.http, after: redirects)
        guard let next else { return response }
        return try await follow(next, after: redirects + 1, in: context)
    }

    private func perform(_ request: ResolvedRequest, after redirects: Int) async throws -> APIResponse {
        var message = HTTPClientRequest(url: request.url.absoluteString)
        message.method = .init(rawValue: request.method)
        message.headers = .init(request.headers.map { ($0.name, $0.value) })
        message.body = request.bodyChunks.map { chunks in
            .stream(chunks.map { ByteBuffer(data: $0) }, length: chunks.length.map { .known($0) } ?? .unknown)
        }
        do {
            let reply = try await http.execute(message, deadline: .distantFuture)
            let body = Data(buffer: try await reply.body.collect(upTo: responseLimit))
            return APIResponse(http: try HTTPURLResponse(reply, from: request.url), body: .data(body))
        } catch {
            throw Task.isCancelled ? CancellationError() : error.converted(for: request, after: redirects)
        }
    }
}

extension HTTPURLResponse {
    /// The head of a reply. A header that is repeated is joined to one value.
    fileprivate convenience init(_ reply: HTTPClientResponse, from url: URL) throws {
        let headers = HeaderFields(reply.headers.map { .init($0.name, $0.value) })
        // Foundation on Linux ends the process for a length near 2⁶³.
        guard headers["Content-Length"].flatMap({ Int($0) }) ?? 0 < 1 << 53 else { throw URLError(.badServerResponse) }
        self.init(url: url, statusCode: Int(reply.status.code), httpVersion: nil, headerFields: headers.dictionary)!
    }
}

extension Error {
    /// As an error that decorators handle. Only `cannotConnectToHost` means that nothing was sent, so it is for a
    /// first request only.
    fileprivate func converted(for request: ResolvedRequest, after redirects: Int) -> any Error {
        let code: URLError.Code
        switch self {
        case is RequestError, is URLError: return self
        case is NIOTooManyBytesError: code = .dataLengthExceedsMaximum
        case is NIOConnectionError where redirects == 0: code = .cannotConnectToHost
        case let error as IOError where redirects == 0 && error.errnoCode == ECONNREFUSED: code = .cannotConnectToHost
        default: code = .networkConnectionLost
        }
        return URLError(code, userInfo: [NSLocalizedDescriptionKey: "\(request) → \(self)"])
    }
}

@Suite struct AHCClientTests {
    @Test func `keeps the laws`() async {
        let report = await ClientLaws.check(
            except: [
                .closedConnection: .notRun("a connection may be used before its end is noticed; retrying() mends that"),
                .lateBody: .notRun("AsyncHTTPClient does not look at a kept connection before it uses it"),
                .secondResponse: .notRun("AsyncHTTPClient does not look at a kept connection before it uses it"),
            ],
            lacking: [.streams: "every body is collected"]
        ) { server in
            AHCClient(baseURL: server.url, responseLimit: server.responseLimit)
        }
        #expect(report.violations.isEmpty, "\(report)")
    }

    private let clock = TestClock()

    private func client(_ server: LoopbackServer) -> any APIClient {
        AHCClient(baseURL: server.url.appendingPathComponent("v1")).standard { stack in
            stack.time = clock.time
            stack.retry = nil
            stack.credential = .bearer("t")
        }
    }

    @Test func `a client sends what its decorators add`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        try await client(server).raw(try .get("me"))
        let request = try #require(await server.received(1).first)
        #expect(request.path == "/v1/me")
        #expect(request.header("Authorization") == "Bearer t")
    }

    @Test func `a call ends in time`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let client = client(server)
        let call = Task { try await client.raw(try .get("me")) }
        _ = await server.received(1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(20))
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .timedOut)
    }

    @Test func `an error says what was asked, without secrets`() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        server.stop()
        let error = await #expect(throws: URLError.self) {
            try await AHCClient(baseURL: server.url).raw(try .get("a", query: ["api_key": "0123456789abcdef"]))
        }
        let text = error?.localizedDescription ?? ""
        #expect(text.hasPrefix("GET http://127.0.0.1:"))
        #expect(text.contains(" → "))
        #expect(!text.contains("0123456789abcdef"))
    }
}
