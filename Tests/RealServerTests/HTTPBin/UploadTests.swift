import EndpointTesting
import Testing

@Suite(.realServers) struct UploadTests {
    private func check(_ body: UploadEndpointBody, of count: Int, isChunked: Bool = false) async throws {
        let seen = try await RealServer.httpbin.client().upload(RawUploadEndpoint<ReceivedBody>(body: body))
        #expect(seen.length == count)
        #expect(try seen.sha256 == RandomFile(count).sha256)
        #expect(seen.announced == (isChunked ? nil : "\(count)"))
        #expect(seen.coding == (isChunked ? "chunked" : nil))
    }

    @Test(arguments: RandomFile.counts)
    func `data arrives whole`(count: Int) async throws {
        try await check(.data(RandomFile(count).data()), of: count)
    }

    @Test(arguments: RandomFile.counts)
    func `a file arrives whole`(count: Int) async throws {
        try await check(.file(RandomFile(count).url), of: count)
    }

    @Test(arguments: RandomFile.counts)
    func `a stream of known length arrives whole`(count: Int) async throws {
        let file = try RandomFile(count)
        try await check(.stream(file.stream(), length: Int64(count)), of: count)
    }

    @Test(arguments: RandomFile.counts)
    func `a stream of unknown length arrives whole, in chunks`(count: Int) async throws {
        let file = try RandomFile(count)
        try await check(.stream(file.stream()), of: count, isChunked: true)
    }

    @Test(arguments: [307, 308])
    func `an upload arrives whole after a redirect`(status: Int) async throws {
        let file = try RandomFile(10_000_000)
        let upload = RawUploadEndpoint<ReceivedBody>(
            body: .file(file.url), path: "redirect-to?url=/digest&status_code=\(status)")
        #expect(try await RealServer.httpbin.client().upload(upload).sha256 == file.sha256)
    }

    @Test func `a body without a content type is sent without one`() async throws {
        let upload = RawUploadEndpoint<ReceivedBody>(body: .file(try RandomFile(1000).url), headers: [:])
        #expect(try await RealServer.httpbin.client().upload(upload).type == nil)
    }
}
