import EndpointTesting
import Testing

/// Servers and proxies in trouble.
@Suite(.realServers) struct FailureCategoryTests {
    @Test(arguments: [RealServer.httpbin, .nginx], ["length", "chunks"])
    func `half a body is no body`(server: RealServer, kind: String) async throws {
        let client = try server.client()
        let path: Path = server == .nginx ? "proxied/cut/\(kind)" : "cut/\(kind)"
        let error = await #expect(throws: URLError.self) { try await client.data(.get(path)) }
        #expect(error?.code != .timedOut)
    }

    /// URLSession on Linux does not notice, so it takes content that shows it.
    @Test(arguments: [RealServer.httpbin, .nginx])
    func `half of a compressed body is no content`(server: RealServer) async throws {
        let client = try server.client()
        let path: Path = server == .nginx ? "proxied/cut/gzip" : "cut/gzip"
        await #expect(throws: ContentError.self) { try await client.json(.get(path), as: JSONValue.self) }
    }

    @Test func `a connection that is closed without a word is no answer`() async throws {
        let client = try RealServer.nginx.client()
        let error = try await #require(throws: URLError.self) { try await client.data(.get("444")) }
        #expect(error.code != .timedOut)
    }

    @Test func `a header in UTF-8 arrives as it is`() async throws {
        let response = try await RealServer.nginx.client().answer(.get("text"))
        #expect(response.header("X-Text") == "Grüße 🌍")
    }

    @Test func `a header in Latin-1 is an error, and the next one an answer`() async throws {
        let client = try RealServer.nginx.client()
        await #expect(throws: URLError.self) { try await client.answer(.get("latin")) }
        #expect(try await client.answer(.get("text")).status == 204)
    }

    @Test func `a download that crawls meets the deadline`() async throws {
        let client = try RealServer.nginx.client(limits: .init(deadline: .seconds(1)))
        let error = try await #require(throws: URLError.self) { try await client.data(.get("slow/10000000")) }
        #expect(error.code == .timedOut)
    }

    @Test func `a cancelled upload leaves its client in order`() async throws {
        let (client, noise) = (try RealServer.nginx.client(limits: .init()), try Noise(100_000_000))
        let (started, signal) = AsyncStream<Void>.makeStream()
        let upload = Task {
            let sending = Sending<Fingerprint>(body: .file(noise.url), path: "proxied/digest")
            return try await client.upload(sending) { _ in signal.yield() }
        }
        for await _ in started { break }
        upload.cancel()
        await #expect(throws: CancellationError.self) { try await upload.value }
        let next = Sending<Fingerprint>(body: .file(try Noise(1000).url), path: "proxied/digest")
        #expect(try await client.upload(next).sha256 == Noise(1000).sha256)
    }

    /// Gunicorn closes a connection after two seconds without a request.
    @Test func `uploads arrive whole after the server has closed what was kept open`() async throws {
        let (client, noise) = (try RealServer.httpbin.client(limits: .init()), try Noise(65_537))
        for round in 0..<2 {
            if round == 1 { _ = try await client.answer(.post("delay/3", body: .text("wait"))) }
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask { try await client.upload(Sending<Fingerprint>(body: .file(noise.url))).sha256 }
                }
                for try await sha256 in group { #expect(sha256 == noise.sha256) }
            }
        }
    }

    @Test func `the machine may be called by its name`() async throws {
        let port = try #require(RealServer.httpbin.url?.port)
        let client = URLSessionClient(baseURL: try #require(URL(string: "http://localhost:\(port)")))
        #expect(try await client.json(.get("anything/x"), as: Echo.self).path == "/anything/x")
    }
}
