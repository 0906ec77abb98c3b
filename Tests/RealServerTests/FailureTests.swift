import EndpointTesting
import Testing

/// Failing and slow servers and proxies.
@Suite(.realServers) struct FailureTests {
    @Test(arguments: [RealServer.httpbin, .nginx], ["length", "chunks"])
    func `half a body is an error`(server: RealServer, kind: String) async throws {
        let client = try server.client()
        let path: URLPath = server == .nginx ? "proxied/cut/\(kind)" : "cut/\(kind)"
        let error = await #expect(throws: URLError.self) { try await client.data(.get(path)) }
        #expect(error?.code != .timedOut)
    }

    /// URLSession on Linux does not report the missing half, so the test needs content that cannot be decoded.
    @Test(arguments: [RealServer.httpbin, .nginx])
    func `half of a compressed body is a content error`(server: RealServer) async throws {
        let client = try server.client()
        let path: URLPath = server == .nginx ? "proxied/cut/gzip" : "cut/gzip"
        await #expect(throws: ContentError.self) { try await client.json(.get(path), as: JSONValue.self) }
    }

    @Test func `a connection that is closed without an answer is an error`() async throws {
        let client = try RealServer.nginx.client()
        let error = try await #require(throws: URLError.self) { try await client.data(.get("444")) }
        #expect(error.code != .timedOut)
    }

    @Test func `a header in UTF-8 arrives as it is`() async throws {
        let response = try await RealServer.nginx.client().answer(.get("text"))
        #expect(response.header("X-Text") == "Grüße 🌍")
    }

    @Test func `a header in Latin-1 doesn't disturb the next request`() async throws {
        let client = try RealServer.nginx.client()
        switch ClientKind.current {
        case .urlSession: await #expect(throws: URLError.self) { try await client.answer(.get("latin")) }
        case .curl: #expect(try await client.answer(.get("latin")).status == 204)
        }
        #expect(try await client.answer(.get("text")).status == 204)
    }

    @Test func `a slow download ends at the deadline`() async throws {
        let client = try RealServer.nginx.client(limits: .init(deadline: .seconds(1)))
        let error = try await #require(throws: URLError.self) { try await client.data(.get("slow/10000000")) }
        #expect(error.code == .timedOut)
    }

    @Test func `a client still works after a cancelled upload`() async throws {
        let (client, file) = (try RealServer.nginx.client(limits: .init()), try RandomFile(100_000_000))
        let (started, signal) = AsyncStream<Void>.makeStream()
        let upload = Task {
            let upload = RawUploadEndpoint<ReceivedBody>(body: .file(file.url), path: "proxied/digest")
            return try await client.upload(upload, progress: .handler { _ in signal.yield() })
        }
        for await _ in started { break }
        upload.cancel()
        await #expect(throws: CancellationError.self) { try await upload.value }
        let next = RawUploadEndpoint<ReceivedBody>(body: .file(try RandomFile(1000).url), path: "proxied/digest")
        #expect(try await client.upload(next).sha256 == RandomFile(1000).sha256)
    }

    /// Gunicorn closes a connection after two seconds without a request.
    @Test func `uploads arrive whole after the server has closed its kept connections`() async throws {
        let (client, file) = (try RealServer.httpbin.client(limits: .init()), try RandomFile(65_537))
        for round in 0..<2 {
            if round == 1 { _ = try await client.answer(.post("delay/3", body: .text("wait"))) }
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await client.upload(RawUploadEndpoint<ReceivedBody>(body: .file(file.url))).sha256
                    }
                }
                for try await sha256 in group { #expect(sha256 == file.sha256) }
            }
        }
    }

    @Test func `localhost is resolved`() async throws {
        let port = try #require(RealServer.httpbin.url?.port)
        let client = ClientKind.current.client(
            baseURL: try #require(URL(string: "http://localhost:\(port)")))
        #expect(try await client.json(.get("anything/x"), as: Echo.self).path == "/anything/x")
    }
}
