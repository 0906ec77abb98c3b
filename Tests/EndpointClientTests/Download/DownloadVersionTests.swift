import EndpointTesting
import Testing

@testable import EndpointClient

/// Responses that do not continue what is stored, and those of servers without a strong tag.
@Suite struct DownloadVersionTests {
    private let folder = try? TemporaryFolder()
    private let whole = bytes(300_000)
    private let other = Data(bytes(300_000).reversed())
    private let dates: HeaderFields = [
        "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 09:49:37 GMT",
    ]
    private let laterDates: HeaderFields = [
        "Last-Modified": "Sun, 06 Nov 1994 09:00:00 GMT", "Date": "Sun, 06 Nov 1994 10:49:37 GMT",
    ]

    @Test(
        arguments: Engine.allCases,
        [
            "bytes 0-99999/300000", "bytes 100001-299999/300000", "bytes 100000-299999/400000",
            "bytes 100000-199999/300000", "bytes 100000-300000/*", "", "bytes */300000",
        ])
    func `a part that doesn't fit begins anew`(engine: Engine, range: String) async throws {
        let replies = try Replies(
            .cut(whole, after: 100_000), .part(range, other.dropFirst(100_000)), .whole(other, ["ETag": "\"2\""]))
        let file = try file()
        let download = try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == other)
        #expect(download.reused == 0)
        #expect(replies.values("Range") == [nil, "bytes=100000-", nil])
    }

    @Test(arguments: Engine.allCases)
    func `a server that sends each range from its beginning ends the call`(engine: Engine) async throws {
        let server = try LoopbackServer { [whole] request in
            guard request.header("Range") != nil else { return .cut(whole, after: 100_000) }
            return .part("bytes 0-299999/300000", whole)
        }
        await #expect(throws: URLError.self) {
            try await engine.client(server).fetch(CoverEndpoint(), to: try file())
        }
        #expect(server.requestCount == 11)
    }

    @Test(arguments: Engine.allCases)
    func `a part with another date and the same length is not added`(engine: Engine) async throws {
        var (first, second) = (dates, laterDates)
        (first["ETag"], second["ETag"]) = ("\"1\"", "\"1\"")
        let replies = try Replies(
            .cut(whole, after: 100_000, first),
            .part("bytes 100000-299999/300000", other.dropFirst(100_000), second), .whole(other, second))
        let file = try file()
        try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == other)
    }

    @Test(arguments: Engine.allCases)
    func `parts that are shorter than requested are continued`(engine: Engine) async throws {
        let replies = try Replies(
            .cut(whole, after: 100_000), .part("bytes 100000-199999/300000", whole[100_000..<200_000]),
            .part("bytes 200000-299999/300000", whole[200_000...]))
        let file = try file()
        let download = try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(download.length == 300_000)
        #expect(replies.values("Range") == [nil, "bytes=100000-", "bytes=200000-"])
    }

    @Test(arguments: Engine.allCases)
    func `an unknown length is proved by a request from the end`(engine: Engine) async throws {
        let replies = try Replies(
            .cutChunks(whole.prefix(90_000)), .part("bytes 90000-199999/*", whole[90_000..<200_000]),
            .part("bytes 200000-299999/*", whole[200_000...]), .unsatisfied("bytes */300000"))
        let file = try file()
        let download = try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(download.http.statusCode == 416)
        #expect(replies.values("Range") == [nil, "bytes=90000-", "bytes=200000-", "bytes=300000-"])
    }

    @Test(arguments: Engine.allCases, ["bytes */300000", ""])
    func `an end at another place begins anew`(engine: Engine, range: String) async throws {
        let replies = try Replies(
            .cutChunks(whole.prefix(90_000)), .part("bytes 90000-199999/*", whole[90_000..<200_000]),
            .unsatisfied(range), .whole(other))
        let file = try file()
        try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == other)
        #expect(replies.values("Range").count == 4)
    }

    @Test(arguments: Engine.allCases)
    func `a part of unknown length with fewer bytes than it says isn't a whole file`(engine: Engine) async throws {
        let server = try LoopbackServer { [whole] request in
            guard request.header("Range") != nil else { return .cutChunks(whole.prefix(90_000)) }
            return .part("bytes 90000-199999/*", whole[90_000..<91_000])
        }
        let file = try file()
        await #expect(throws: (any Error).self) { try await engine.client(server).fetch(CoverEndpoint(), to: file) }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(arguments: Engine.allCases)
    func `a body without a length that isn't cut is whole`(engine: Engine) async throws {
        let head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nConnection: close\r\n\r\n"
        let replies = try Replies(.raw(Data(head.utf8) + whole, close: true))
        let file = try file()
        try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(replies.values("Range") == [nil])
    }

    @Test(arguments: Engine.allCases)
    func `a length that doesn't fit 64 bits is refused`(engine: Engine) async throws {
        let length = "99999999999999999999"
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\nhello"
        let replies = try Replies(.raw(Data(head.utf8), close: true))
        let file = try file()
        await #expect(throws: (any Error).self) {
            try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
        }
        #expect(try #require(folder).names().isEmpty)
    }

    @Test func `the error of an impossible length shows it`() async throws {
        let client = MockClient { On(CoverEndpoint.self).status(200, headers: ["Content-Length": "5 apples"]) }
        let error = await #expect(throws: DownloadError.self) {
            try await client.fetch(CoverEndpoint(), to: try file())
        }
        #expect(
            error?.localizedDescription
                == "GET cover?token={{secret}}&id=1 → 200, but its Content-Length is \"5 apples\", which is not a possible length."
        )
    }

    @Test(arguments: Engine.allCases)
    func `a weak tag and a date are continued as long as both are the same`(engine: Engine) async throws {
        let express = dates.setting("W/\"493e0-1\"")
        let replies = try Replies(
            .cut(whole, after: 100_000, express), .part("bytes 100000-299999/300000", whole[100_000...], express))
        let file = try file()
        try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(replies.values("Range") == [nil, "bytes=100000-"])
        #expect(replies.values("If-Range") == [nil, nil])
        #expect(replies.values("If-Unmodified-Since") == [nil, "Sun, 06 Nov 1994 08:49:37 GMT"])
    }

    @Test(arguments: Engine.allCases)
    func `a changed file with a weak tag begins anew`(engine: Engine) async throws {
        let (express, changed) = (dates.setting("W/\"493e0-1\""), laterDates.setting("W/\"493e0-2\""))
        let part = LoopbackReply.part("bytes 100000-299999/300000", other[100_000...], changed)
        let silent = LoopbackReply.part("bytes 100000-299999/300000", other[100_000...], [:])
        for answer in [.status(412), part, silent] {
            let replies = try Replies(.cut(whole, after: 100_000, express), answer, .whole(other, changed))
            let file = try file()
            try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
            #expect(try Data(contentsOf: file) == other)
            #expect(replies.values("Range") == [nil, "bytes=100000-", nil])
        }
    }

    @Test(arguments: Engine.allCases)
    func `a part with more bytes than it says begins anew`(engine: Engine) async throws {
        let chunks = AsyncStream<Data> { [other] source in
            source.yield(other[100_000...])
            source.yield(Data("more".utf8))
            source.finish()
        }
        let replies = try Replies(
            .cut(whole, after: 100_000), .stream(.part("bytes 100000-299999/300000", Data()), chunks), .whole(whole))
        let file = try file()
        try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(replies.values("Range") == [nil, "bytes=100000-", nil])
    }

    @Test(arguments: Engine.allCases)
    func `a part with fewer bytes than it says is continued`(engine: Engine) async throws {
        let head = "HTTP/1.1 206 Partial Content\r\nETag: \"1\"\r\nContent-Range: bytes 100000-299999/300000\r\n"
        let short = Data("\(head)Connection: close\r\n\r\n".utf8) + whole[100_000..<200_000]
        let replies = try Replies(
            .cut(whole, after: 100_000), .raw(short, close: true),
            .part("bytes 200000-299999/300000", whole[200_000...]))
        let file = try file()
        try await engine.client(replies.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(replies.values("Range") == [nil, "bytes=100000-", "bytes=200000-"])
    }

    @Test func `a body with fewer bytes than announced isn't stored`() async throws {
        let client = MockClient {
            On(CoverEndpoint.self).status(200, headers: ["Content-Length": "9"], body: Data("four".utf8)).anyTimes()
        }
        let file = try file()
        let error = await #expect(throws: DownloadError.self) { try await client.fetch(CoverEndpoint(), to: file) }
        #expect(error?.reason == .length(4, expected: 9))
        #expect(client.requests.count == 6)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a body with more bytes than announced isn't stored`() async throws {
        let client = MockClient {
            On(CoverEndpoint.self).status(200, headers: ["Content-Length": "3"], body: Data("four".utf8)).anyTimes()
        }
        let file = try file()
        let error = await #expect(throws: DownloadError.self) { try await client.fetch(CoverEndpoint(), to: file) }
        #expect(error?.reason == .length(4, expected: 3))
        #expect(client.requests.count == 1)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(arguments: Engine.allCases)
    func `a secret in the query chooses the resource`(engine: Engine) async throws {
        let server = try FileServer(whole, cuts: [100_000])
        let file = try file()
        let client = engine.client(server.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        server.replace(by: other, tag: "\"1\"")
        try await client.fetch(CoverEndpoint(token: "canary-2"), to: file)
        #expect(try Data(contentsOf: file) == other)
        #expect(server.ranges == [nil, nil])
    }

    private func file() throws -> URL {
        try #require(folder).file("cover.png")
    }
}

extension HeaderFields {
    /// The fields with a tag.
    fileprivate func setting(_ tag: String) -> HeaderFields {
        var fields = self
        fields["ETag"] = tag
        return fields
    }
}
