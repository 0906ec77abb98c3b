import EndpointTesting
import Testing

@Suite(.realServers) struct StreamTests {
    private struct Line: Decodable {
        let id: Int
        let url: URL
    }

    @Test(arguments: [1, 2, 10, 100])
    func `JSON lines arrive one after the other, each of them whole`(count: Int) async throws {
        let data = try await RealServer.httpbin.client().data(.get("stream/\(count)"))
        let lines = try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Line.self, from: $0) }
        #expect(lines.map(\.id) == Array(0..<count))
    }

    @Test func `two hundred calls at once each get their own answer`() async throws {
        let client = try RealServer.httpbin.client()
        let paths = try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask { try await client.json(.get("anything/\(number)"), as: Echo.self).path }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(paths == Set((0..<200).map { "/anything/\($0)" }))
    }

    @Test func `a header that comes twice has both values`() async throws {
        let response = try await RealServer.httpbin.client().answer(
            .get("response-headers", query: ["X-A": ["1", "2"], "Link": ["<a>; rel=next", "<b>; rel=prev"]]))
        #expect(response.header("X-A") == "1, 2")
        #expect(response.header("Link") == "<a>; rel=next, <b>; rel=prev")
    }

    @Test(arguments: [
        ["X-Long": String(repeating: "x", count: 6000)], ["X-Empty": ""], ["X-Marks": "a, b;c=\"d\""],
        ["X-A": "1", "X-B": "2"],
    ])
    func `headers arrive in both directions`(headers: [String: String]) async throws {
        let client = try RealServer.httpbin.client()
        let query = headers.sorted { $0.key < $1.key }.reduce(Query()) { $0 + [$1.key: $1.value] }
        let response = try await client.answer(.get("response-headers", query: query))
        #expect(headers.allSatisfy { response.header($0.key) == $0.value })
        let echo: Echo = try await client.json(.get("anything", headers: headers))
        #expect(headers.allSatisfy { echo.headers[$0.key] == $0.value })
    }
}
