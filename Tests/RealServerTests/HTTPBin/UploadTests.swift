import EndpointTesting
import Testing

@Suite(.realServers) struct UploadTests {
    private static let counts = [0, 1, 1000, 16_384, 65_535, 65_536, 65_537, 1_000_000, 10_000_000, 100_000_000]

    private func send(_ body: UploadEndpointBody, _ server: RealServer = .httpbin, to path: Path = "digest")
        async throws
        -> Fingerprint
    {
        try await server.client().upload(Sending(body: body, path: path))
    }

    private func check(_ seen: Fingerprint, against noise: Noise, isChunked: Bool = false) throws {
        #expect(seen.length == noise.data.count)
        #expect(try seen.sha256 == noise.sha256())
        #expect(seen.announced == (isChunked ? nil : "\(noise.data.count)"))
        #expect(seen.coding == (isChunked ? "chunked" : nil))
    }

    @Test(arguments: counts)
    func `data arrives whole`(count: Int) async throws {
        let noise = try Noise(count)
        try check(await send(.data(noise.data)), against: noise)
    }

    @Test(arguments: counts)
    func `a file arrives whole`(count: Int) async throws {
        let noise = try Noise(count)
        try check(await send(.file(noise.url)), against: noise)
    }

    @Test(arguments: counts)
    func `a stream of known length arrives whole`(count: Int) async throws {
        let noise = try Noise(count)
        let body = UploadEndpointBody.stream(
            InputStream(url: noise.url) ?? InputStream(data: Data()), length: Int64(count))
        try check(await send(body), against: noise)
    }

    @Test(arguments: counts)
    func `a stream of unknown length arrives whole, in chunks`(count: Int) async throws {
        let noise = try Noise(count)
        let body = UploadEndpointBody.stream(InputStream(url: noise.url) ?? InputStream(data: Data()))
        try check(await send(body), against: noise, isChunked: true)
    }

    @Test(arguments: counts)
    func `arrives whole through a proxy`(count: Int) async throws {
        let noise = try Noise(count)
        let seen = try await send(.file(noise.url), .nginx, to: "proxied/digest")
        #expect(seen.length == count)
        #expect(try seen.sha256 == noise.sha256())
    }

    @Test(arguments: [307, 308])
    func `arrives whole behind a redirect`(status: Int) async throws {
        let noise = try Noise(1_000_000)
        let path: Path = "redirect-to?url=/digest&status_code=\(status)"
        try check(await send(.file(noise.url), to: path), against: noise)
    }

    @Test func `thirty uploads over connections that nginx closes after three`() async throws {
        let (client, noise) = (try RealServer.nginx.client(), try Noise(100_000))
        let hash = try noise.sha256()
        for _ in 0..<30 {
            let seen: Fingerprint = try await client.upload(
                Sending(body: .data(noise.data), path: "restless/digest"))
            #expect(seen.sha256 == hash)
        }
    }

    @Test func `a body that nginx finds too large is a 413`() async throws {
        let client = try RealServer.nginx.client()
        let upload = Sending<Fingerprint>(body: .data(Data(count: 20_000_000)), path: "small")
        let error = try await #require(throws: HTTPError.self) { try await client.upload(upload) }
        #expect(error.status == 413)
    }
}
