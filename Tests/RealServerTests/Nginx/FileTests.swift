import EndpointTesting
import Testing

/// Static files of nginx.
@Suite(.realServers) struct FileTests {
    @Test(arguments: [0..<1, 0..<1000, 500_000..<700_000, 999_999..<1_000_000])
    func `a range of a file is served`(bytes: Range<Int>) async throws {
        let range = "bytes=\(bytes.lowerBound)-\(bytes.upperBound - 1)"
        let request = try URLRequest.get("files/1000000", headers: ["Range": range, "Accept-Encoding": "identity"])
        let response = try await RealServer.nginx.client().answer(request)
        #expect(response.status == 206)
        #expect(try response.data == RandomFile(1_000_000).data()[bytes])
    }

    @Test(arguments: ["If-Modified-Since", "If-None-Match"])
    func `a conditional request is answered with 304`(header: String) async throws {
        let client = try RealServer.nginx.client()
        let first = try await client.answer(.get("files/1000"))
        let value = try #require(first.header(header == "If-None-Match" ? "ETag" : "Last-Modified"))
        let second = try await client.answer(.get("files/1000", headers: [header: value]))
        #expect(second.status == 304)
        #expect(second.data.isEmpty)
    }

    @Test func `a file is compressed only for clients that accept it`() async throws {
        let client = try RealServer.nginx.client()
        let plain = try await client.answer(.get("files/numbers", headers: ["Accept-Encoding": "identity"]))
        let packed = try await client.answer(.get("files/numbers"))
        #expect(plain.header("Content-Encoding") == nil)
        #expect(packed.header("Content-Encoding") == "gzip")
        #expect(plain.data == packed.data)
        #expect(plain.data.count > 40_000)
    }

    @Test func `a missing file is answered with 404`() async throws {
        let client = try RealServer.nginx.client()
        let error = try await #require(throws: HTTPError.self) { try await client.data(.get("files/none")) }
        let page = "of text/html: \"404 Not Found\">"
        #expect(error.description.hasPrefix("GET /files/none → 404 Not Found. Body: <"))
        #expect(error.description.hasSuffix(page), "\(error)")
    }
}
