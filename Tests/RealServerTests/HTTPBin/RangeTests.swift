import EndpointTesting
import Testing

@Suite(.realServers) struct RangeTests {
    private static let whole = Data((0..<1024).map { UInt8(ascii: "a") + UInt8($0 % 26) })

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=100-299", 100..<300), ("bytes=1023-1023", 1023..<1024),
        ("bytes=1000-", 1000..<1024), ("bytes=-5", 1019..<1024),
    ])
    func `is answered with a part`(range: String, bytes: Range<Int>) async throws {
        let response = try await RealServer.httpbin.client().answer(.get("range/1024", headers: ["Range": range]))
        #expect(response.status == 206)
        #expect(response.header("Content-Range") == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/1024")
        #expect(response.data == Self.whole[bytes])
    }

    @Test func `is answered with all of it when it asks for all`() async throws {
        let response = try await RealServer.httpbin.client().answer(
            .get("range/1024", headers: ["Range": "bytes=0-1023"]))
        #expect(response.status == 200)
        #expect(response.data == Self.whole)
    }

    @Test(arguments: ["bytes=2000-3000", "bytes=9-5"])
    func `is refused where there is nothing`(range: String) async throws {
        let client = try RealServer.httpbin.client()
        let request = try URLRequest.get("range/1024", headers: ["Range": range])
        let error = try await #require(throws: HTTPError.self) { try await client.data(request) }
        #expect(error.description == "GET /range/1024 → 416 Range Not Satisfiable")
        #expect(error.header("Content-Range") == "bytes */1024")
    }

    @Test(arguments: [1, 1000, 16_384, 100_000])
    func `any number of bytes arrives, in one piece or in chunks`(count: Int) async throws {
        let client = try RealServer.httpbin.client()
        #expect(try await client.data(.get("bytes/\(count)")).count == count)
        #expect(try await client.data(.get("stream-bytes/\(count)", query: ["chunk_size": 777])).count == count)
    }
}
