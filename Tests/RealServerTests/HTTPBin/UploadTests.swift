import EndpointTesting
import Testing

@Suite(.realServers) struct UploadTests {
    private func check(_ body: UploadEndpointBody, of count: Int, isChunked: Bool = false) async throws {
        let seen = try await RealServer.httpbin.client().upload(Sending<Fingerprint>(body: body))
        #expect(seen.length == count)
        #expect(try seen.sha256 == Noise(count).sha256)
        #expect(seen.announced == (isChunked ? nil : "\(count)"))
        #expect(seen.coding == (isChunked ? "chunked" : nil))
    }

    @Test(arguments: Noise.counts)
    func `data arrives whole`(count: Int) async throws {
        try await check(.data(Noise(count).data()), of: count)
    }

    @Test(arguments: Noise.counts)
    func `a file arrives whole`(count: Int) async throws {
        try await check(.file(Noise(count).url), of: count)
    }

    @Test(arguments: Noise.counts)
    func `a stream of known length arrives whole`(count: Int) async throws {
        let noise = try Noise(count)
        try await check(.stream(noise.stream(), length: Int64(count)), of: count)
    }

    @Test(arguments: Noise.counts)
    func `a stream of unknown length arrives whole, in chunks`(count: Int) async throws {
        let noise = try Noise(count)
        try await check(.stream(noise.stream()), of: count, isChunked: true)
    }

    @Test(arguments: [307, 308])
    func `arrives whole behind a redirect`(status: Int) async throws {
        let noise = try Noise(10_000_000)
        let upload = Sending<Fingerprint>(
            body: .file(noise.url), path: "redirect-to?url=/digest&status_code=\(status)")
        #expect(try await RealServer.httpbin.client().upload(upload).sha256 == noise.sha256)
    }

    @Test func `says no type that nobody gave`() async throws {
        let upload = Sending<Fingerprint>(body: .file(try Noise(1000).url), headers: [:])
        #expect(try await RealServer.httpbin.client().upload(upload).type == nil)
    }
}
