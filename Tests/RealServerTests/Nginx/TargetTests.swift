import Testing

@testable import EndpointCore
@testable import EndpointTesting

/// Compares our encoding of paths, queries and forms with that of Python's `urllib`. `.ci/real_servers/targets.py`
/// makes the cases.
@Suite(.realServers) struct TargetTests {
    private func cases() throws -> [TargetCase] {
        let file = try RealServer.file("targets.json")
        return try JSONDecoder().decode([TargetCase].self, from: Data(contentsOf: file))
    }

    @Test func `every path and query reaches nginx with the bytes that Python expects`() async throws {
        let (client, cases) = (try RealServer.nginx.client(), try cases())
        #expect(cases.count >= 1000)
        try await withThrowingTaskGroup { group in
            for target in cases {
                group.addTask { (target, try await client.data(.get(target.path, query: target.items))) }
            }
            for try await (target, seen) in group { #expect(String(decoding: seen, as: UTF8.self) == target.target) }
        }
    }

    @Test func `decoding a path, query or form restores every value`() throws {
        for target in try cases() {
            let parts = target.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let segments = parts[0].split(separator: "/").dropFirst(8).map { PercentEncoding.decode(String($0)) }
            #expect(segments == target.segments.map(Optional.some))
        }
    }

    @Test func `every form has the bytes that Python expects`() throws {
        for target in try cases() { #expect(target.items.formEncoded == target.form) }
    }
}

/// The values of a path and a query, with the request target and the form that Python's `urllib` makes of them.
struct TargetCase: Decodable {
    let segments: [String]
    let query: [[String]]
    let target: String
    let form: String

    /// A fixed path with one or two segments appended.
    var path: URLPath {
        segments.count == 1 ? "a/b/c/d/e/f/g/h/\(segments[0])" : "a/b/c/d/e/f/g/h/\(segments[0])/\(segments[1])"
    }

    var items: URLQuery {
        query.reduce(URLQuery()) { $0 + [$1[0]: $1[1]] }
    }
}
