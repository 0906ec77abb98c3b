import EndpointTesting
import Testing

@Suite(.realServers) struct ConditionTests {
    @Test(arguments: [
        ("If-None-Match", #""v1""#, 304), ("If-None-Match", #"W/"v1""#, 304), ("If-None-Match", #""v0", "v1""#, 304),
        ("If-None-Match", "*", 304), ("If-None-Match", #""v0""#, 200), ("If-Match", #""v1""#, 200),
        ("If-Match", "*", 200), ("If-Match", #""v0""#, 412),
    ])
    func `is judged by the tag of what is there`(header: String, value: String, status: Int) async throws {
        let response = try await RealServer.httpbin.client().answer(.get("etag/v1", headers: [header: value]))
        #expect(response.status == status)
        #expect(response.data.isEmpty == (status != 200))
        if status != 412 { #expect(response.header("ETag") == "v1") }
    }

    @Test(arguments: ["If-Modified-Since", "If-None-Match"])
    func `an old copy is still good`(header: String) async throws {
        let client = try RealServer.httpbin.client()
        let first = try await client.answer(.get("cache"))
        #expect(first.status == 200)
        let value = try #require(first.header(header == "If-None-Match" ? "ETag" : "Last-Modified"))
        #expect(try await client.answer(.get("cache", headers: [header: value])).status == 304)
    }

    @Test func `a 304 is a failure to who wants content`() async throws {
        let client = try RealServer.httpbin.client()
        let request = try URLRequest.get("etag/v1", headers: ["If-None-Match": "*"])
        let error = try await #require(throws: HTTPError.self) { try await client.data(request) }
        #expect(error.description == "GET /etag/v1 → 304 Not Modified")
    }

    @Test func `nothing is kept, however long it may be`() async throws {
        let client = try RealServer.httpbin.client()
        #expect(try await client.answer(.get("cache/3600")).header("Cache-Control") == "public, max-age=3600")
        let seen = try await client.json(.get("cache/3600"), as: Echo.self)
        #expect(seen.headers["If-None-Match"] == nil)
        #expect(try await client.data(.get("uuid")) != client.data(.get("uuid")))
    }
}
