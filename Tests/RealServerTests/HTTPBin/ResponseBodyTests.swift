import Testing

@testable import EndpointCore
@testable import EndpointTesting

@Suite(.realServers) struct EncodingTests {
    /// The path that serves each coding, and the name of the flag in its answer.
    private static let served = [
        "gzip": (path: "gzip", flag: "gzipped"), "deflate": ("deflate", "deflated"), "br": ("brotli", "brotli"),
        "zstd": ("zstd", "zstd"),
    ]

    @Test(arguments: served.keys.sorted())
    func `a compressed body is decoded`(coding: String) async throws {
        let (path, flag) = try #require(Self.served[coding])
        let response = try await RealServer.httpbin.client().answer(.get("\(path)"))
        #expect(response.header("Content-Encoding") == coding)
        let content = try JSONDecoder().decode([String: JSONValue].self, from: response.data)
        #expect(content[flag] == .bool(true))
    }

    @Test func `a client advertises only codings that it can decode`() async throws {
        let client = try RealServer.httpbin.client()
        let echo: Echo = try await client.json(.get("anything"))
        let advertised = (echo.headers["Accept-Encoding"] ?? "").split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(advertised.contains("gzip"))
        for coding in advertised {
            let (path, flag) = try #require(Self.served[coding], "\(coding) is not served")
            let content: [String: JSONValue] = try await client.json(.get("\(path)"))
            #expect(content[flag] == .bool(true))
        }
    }

    @Test(arguments: ["identity", "gzip", "*;q=0"])
    func `a request may ask for a coding of its own`(codings: String) async throws {
        let request = try URLRequest.get("anything", headers: ["Accept-Encoding": codings])
        let echo: Echo = try await RealServer.httpbin.client().json(request)
        #expect(echo.headers["Accept-Encoding"] == codings)
    }

    @Test func `text in many scripts arrives unchanged`() async throws {
        let text = String(decoding: try await RealServer.httpbin.client().data(.get("encoding/utf8")), as: UTF8.self)
        #expect(text.contains("∮ E⋅da = Q"))
        #expect(text.contains("Ὦ ξεῖν’") || text.contains("ἄνδρες ᾿Αθηναῖοι"))
    }

    @Test(arguments: [
        ("html", "text/html"), ("xml", "application/xml"), ("json", "application/json"), ("robots.txt", "text/plain"),
        ("image/png", "image/png"), ("image/jpeg", "image/jpeg"), ("image/webp", "image/webp"),
        ("image/svg", "image/svg+xml"),
    ])
    func `a body of any kind arrives with its type`(path: String, type: String) async throws {
        let response = try await RealServer.httpbin.client().answer(.get(try #require(URL(string: path))))
        #expect(response.header("Content-Type").flatMap { MediaType($0)?.essence } == type)
        #expect(response.data.count > 10)
    }
}

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
    func `headers arrive in both directions`(headers: HeaderFields) async throws {
        let client = try RealServer.httpbin.client()
        let query = headers.reduce(URLQuery()) { $0 + [$1.name: $1.value] }
        let response = try await client.answer(.get("response-headers", query: query))
        #expect(headers.allSatisfy { response.header($0.name) == $0.value })
        let echo: Echo = try await client.json(.get("anything", headers: headers))
        #expect(headers.allSatisfy { echo.headers[$0.name] == $0.value })
    }
}
