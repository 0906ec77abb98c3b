import EndpointTesting
import Testing

@Suite(.realServers) struct ConditionalRequestTests {
    @Test(arguments: [
        ("If-None-Match", #""v1""#, 304), ("If-None-Match", #"W/"v1""#, 304), ("If-None-Match", #""v0", "v1""#, 304),
        ("If-None-Match", "*", 304), ("If-None-Match", #""v0""#, 200), ("If-Match", #""v1""#, 200),
        ("If-Match", "*", 200), ("If-Match", #""v0""#, 412),
    ])
    func `a conditional request is evaluated with the ETag of the resource`(header: String, value: String, status: Int)
        async throws
    {
        let response = try await RealServer.httpbin.client().answer(.get("etag/v1", headers: [header: value]))
        #expect(response.status == status)
        #expect(response.data.isEmpty == (status != 200))
        if status != 412 { #expect(response.header("ETag") == "v1") }
    }

    @Test(arguments: ["If-Modified-Since", "If-None-Match"])
    func `a request for an unchanged resource is answered with 304`(header: String) async throws {
        let client = try RealServer.httpbin.client()
        let first = try await client.answer(.get("cache"))
        #expect(first.status == 200)
        let value = try #require(first.header(header == "If-None-Match" ? "ETag" : "Last-Modified"))
        #expect(try await client.answer(.get("cache", headers: [header: value])).status == 304)
    }

    @Test func `a 304 is an error for a client that wants content`() async throws {
        let client = try RealServer.httpbin.client()
        let request = try URLRequest.get("etag/v1", headers: ["If-None-Match": "*"])
        let error = try await #require(throws: HTTPError.self) { try await client.data(request) }
        #expect(error.description == "GET /etag/v1 → 304 Not Modified")
    }

    @Test func `no response is cached, whatever its lifetime`() async throws {
        let client = try RealServer.httpbin.client()
        #expect(try await client.answer(.get("cache/3600")).header("Cache-Control") == "public, max-age=3600")
        let seen = try await client.json(.get("cache/3600"), as: Echo.self)
        #expect(seen.headers["If-None-Match"] == nil)
        #expect(try await client.data(.get("uuid")) != client.data(.get("uuid")))
    }
}

@Suite(.realServers) struct RangeTests {
    private static let whole = Data((0..<1024).map { UInt8(ascii: "a") + UInt8($0 % 26) })

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=0-9", 0..<10), ("bytes=100-299", 100..<300), ("bytes=1023-1023", 1023..<1024),
        ("bytes=1000-", 1000..<1024), ("bytes=-5", 1019..<1024),
    ])
    func `a range is answered with a part`(range: String, bytes: Range<Int>) async throws {
        let response = try await RealServer.httpbin.client().answer(.get("range/1024", headers: ["Range": range]))
        #expect(response.status == 206)
        #expect(response.header("Content-Range") == "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/1024")
        #expect(response.data == Self.whole[bytes])
    }

    @Test func `a range of the whole content is answered with 200`() async throws {
        let response = try await RealServer.httpbin.client().answer(
            .get("range/1024", headers: ["Range": "bytes=0-1023"]))
        #expect(response.status == 200)
        #expect(response.data == Self.whole)
    }

    @Test(arguments: ["bytes=2000-3000", "bytes=9-5"])
    func `a range outside the content gets a 416`(range: String) async throws {
        let client = try RealServer.httpbin.client()
        let request = try URLRequest.get("range/1024", headers: ["Range": range])
        let error = try await #require(throws: HTTPError.self) { try await client.data(request) }
        #expect(error.description == "GET /range/1024 → 416 Range Not Satisfiable")
        #expect(error.header("Content-Range") == "bytes */1024")
    }

    @Test(arguments: [1, 1000, 16_384, 100_000])
    func `bodies of any length arrive, in one piece or in chunks`(count: Int) async throws {
        let client = try RealServer.httpbin.client()
        #expect(try await client.data(.get("bytes/\(count)")).count == count)
        #expect(try await client.data(.get("stream-bytes/\(count)", query: ["chunk_size": 777])).count == count)
    }
}
