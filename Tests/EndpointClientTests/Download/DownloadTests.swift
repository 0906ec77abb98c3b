import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct DownloadTests {
    private let folder = try? TemporaryFolder()
    private let whole = bytes(300_000)

    @Test(arguments: Engine.allCases)
    func `a downloaded file appears when it is complete`(engine: Engine) async throws {
        let server = try FileServer(whole)
        let file = try file("cover.png", Data("old".utf8))
        let reports = Locked<[TransferProgress]>([])
        let download = try await engine.client(server.loopback).fetch(
            CoverEndpoint(), to: file, progress: .handler { progress in reports.withLock { $0.append(progress) } })
        #expect(try Data(contentsOf: file) == whole)
        #expect(download.length == 300_000 && download.reused == 0 && download.http.statusCode == 200)
        #expect(try names() == ["cover.png"])
        let sent = reports.withLock { $0 }
        #expect(sent.first == TransferProgress(bytes: 0, total: 300_000))
        #expect(sent.last == TransferProgress(bytes: 300_000, total: 300_000))
        #expect(sent.map(\.bytes) == sent.map(\.bytes).sorted())
        #expect(server.ranges == [nil])
    }

    @Test(arguments: Engine.allCases)
    func `a download continues when the connection is lost`(engine: Engine) async throws {
        let server = try FileServer(whole, cuts: [100_000, 50_000])
        let file = try file("cover.png")
        let download = try await engine.client(server.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(download.http.statusCode == 206)
        #expect(server.ranges == [nil, "bytes=100000-", "bytes=150000-"])
        #expect(server.validators == [nil, "\"1\"", "\"1\""])
        #expect(try names() == ["cover.png"])
    }

    @Test(arguments: Engine.allCases)
    func `a download continues what an earlier one has left`(engine: Engine) async throws {
        let server = try FileServer(whole, cuts: [100_000])
        let file = try file("cover.png", Data("old".utf8))
        let client = engine.client(server.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try names() == ["cover.png", "cover.png.partial", "cover.png.partial.json"])
        let download = try await client.fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(download.reused == 100_000)
        #expect(server.ranges == [nil, "bytes=100000-"])
    }

    @Test(arguments: Engine.allCases)
    func `a download with another query or server starts over`(engine: Engine) async throws {
        let server = try FileServer(whole, cuts: [100_000, 100_000])
        let file = try file("cover.png")
        let client = engine.client(server.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        server.replace(by: Data(whole.reversed()), tag: "\"1\"")
        await #expect(throws: URLError.self) {
            try await client.fetch(CoverEndpoint(id: "2"), to: file, continuing: 0)
        }
        #expect(server.ranges == [nil, nil])
        let other = try FileServer(Data(whole.map { ~$0 }))
        let download = try await engine.client(other.loopback).fetch(CoverEndpoint(id: "2"), to: file)
        #expect(other.ranges == ["bytes=100000-", nil])
        #expect(download.reused == 0)
        #expect(try Data(contentsOf: file) == Data(whole.map { ~$0 }))
    }

    @Test func `a download continued by a fallback starts over`() async throws {
        let server = try FileServer(whole, cuts: [100_000])
        let other = try FileServer(Data(whole.reversed()))
        let file = try file("cover.png")
        let client = URLSessionClient(server.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        let download = try await MockClient { On(CoverEndpoint.self).status(503).anyTimes() }.fallingBack(
            to: URLSessionClient(other.loopback)
        )
        .fetch(CoverEndpoint(), to: file)
        #expect(other.ranges == ["bytes=100000-", nil])
        #expect(download.reused == 0)
        #expect(try Data(contentsOf: file) == Data(whole.reversed()))
    }

    @Test func `no secret is in the files of a download`() async throws {
        let server = try FileServer(whole, cuts: [100_000])
        let file = try file("cover.png")
        await #expect(throws: URLError.self) {
            try await URLSessionClient(server.loopback).fetch(CoverEndpoint(), to: file, continuing: 0)
        }
        let notes = try String(contentsOf: partial(of: file).appendingPathExtension("json"), encoding: .utf8)
        #expect(notes.contains("cover"))
        #expect(!notes.contains("canary"))
    }

    @Test(arguments: [204, 205]) func `a response without content leaves the file unchanged`(status: Int) async throws {
        let file = try file("cover.png", Data("old".utf8))
        let error = await #expect(throws: DownloadError.self) {
            try await MockClient { On(CoverEndpoint.self).status(status).anyTimes() }.fetch(
                CoverEndpoint(), to: file)
        }
        #expect(error?.reason == .noContent)
        #expect(
            error?.localizedDescription
                == "GET cover?token={{secret}}&id=1 → \(status), which has no content to store.")
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try names() == ["cover.png"])
    }

    @Test func `a body without bytes becomes an empty file`() async throws {
        let file = try file("cover.png", Data("old".utf8))
        try await MockClient { On(CoverEndpoint.self).status(200).anyTimes() }.fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file).isEmpty)
    }

    @Test func `the permissions of a file are kept, and a symbolic link is replaced`() async throws {
        let server = try FileServer(whole)
        let (old, link) = (try file("old.png", Data("old".utf8)), try file("link.png"))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: old.path)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: try file("cover.png", Data("x".utf8)))
        for file in [old, link] {
            try await URLSessionClient(server.loopback).fetch(CoverEndpoint(), to: file)
            #expect(try Data(contentsOf: file) == whole)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: old.path)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        let replaced = try FileManager.default.attributesOfItem(atPath: link.path)
        #expect(replaced[.type] as? FileAttributeType == .typeRegular)
        #expect(try Data(contentsOf: try file("cover.png")) == Data("x".utf8))
    }

    @Test(arguments: Engine.allCases)
    func `a download of a representation that has changed starts over`(engine: Engine) async throws {
        let server = try FileServer(whole, cuts: [100_000])
        let file = try file("cover.png")
        let client = engine.client(server.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        let other = Data(whole.reversed())
        server.replace(by: other, tag: "\"2\"")
        let download = try await client.fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == other)
        #expect(download.reused == 0)
    }

    @Test(arguments: Engine.allCases)
    func `a server that ignores ranges sends the whole body again`(engine: Engine) async throws {
        let server = try FileServer(whole, cuts: [100_000], ignoresRanges: true)
        let file = try file("cover.png")
        let download = try await engine.client(server.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(download.reused == 0)
        #expect(server.ranges == [nil, "bytes=100000-"])
    }

    @Test(arguments: Engine.allCases)
    func `a download without a strong validator isn't continued`(engine: Engine) async throws {
        let server = try FileServer(whole, tag: "W/\"1\"", cuts: [100_000])
        let file = try file("cover.png")
        _ = try await engine.client(server.loopback).fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(server.ranges == [nil, nil])
    }

    @Test(arguments: Engine.allCases)
    func `a failure leaves the file unchanged and has the server's message`(engine: Engine) async throws {
        let server = try LoopbackServer { _ in .json(#"{"error": "gone"}"#, status: 410) }
        let file = try file("cover.png", Data("old".utf8))
        let error = await #expect(throws: HTTPError.self) {
            try await engine.client(server).fetch(CoverEndpoint(), to: file)
        }
        #expect(error?.response.statusCode == 410)
        #expect(error?.body == Data(#"{"error": "gone"}"#.utf8))
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try names() == ["cover.png"])
    }

    @Test func `a file that fails a check is removed`() async throws {
        struct WrongChecksum: Error {}
        let server = try FileServer(whole)
        let file = try file("cover.png", Data("old".utf8))
        await #expect(throws: WrongChecksum.self) {
            try await URLSessionClient(server.loopback).fetch(CoverEndpoint(), to: file) { chunks in
                #expect(Data(chunks.joined()) == whole)
                throw WrongChecksum()
            }
        }
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try names() == ["cover.png"])
        try await URLSessionClient(server.loopback).fetch(CoverEndpoint(), to: file) { _ in }
        #expect(try Data(contentsOf: file) == whole)
        #expect(server.ranges == [nil, nil])
    }

    @Test func `bytes that can't be continued are removed`() async throws {
        let server = try FileServer(whole, cuts: [100_000, 50_000])
        let file = try file("cover.png")
        let client = URLSessionClient(server.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        server.replace(by: Data(whole.reversed()), tag: "W/\"2\"")
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        #expect(try names().isEmpty)
        try await client.fetch(CoverEndpoint(), to: file)
        #expect(server.ranges == [nil, "bytes=100000-", nil])
    }

    private struct PickyEndpoint: Endpoint {
        struct Refusal: Error {}

        typealias Content = Data
        let refused: Int

        func makeRequest() throws -> URLRequest { try .get("cover") }

        func validate(_ response: URLResponse?, with body: Data) throws {
            if (response as? HTTPURLResponse)?.statusCode == refused { throw Refusal() }
        }
    }

    @Test func `an endpoint validates the first response and each continuation`() async throws {
        let server = try FileServer(whole, cuts: [100_000, 100_000])
        let file = try file("cover.png")
        let client = URLSessionClient(server.loopback)
        await #expect(throws: PickyEndpoint.Refusal.self) {
            try await client.fetch(PickyEndpoint(refused: 200), to: file)
        }
        #expect(try names().isEmpty)
        await #expect(throws: PickyEndpoint.Refusal.self) {
            try await client.fetch(PickyEndpoint(refused: 206), to: file)
        }
        #expect(try Data(contentsOf: partial(of: file)) == whole.prefix(100_000))
    }

    private struct UnsendableEndpoint: VoidEndpoint {
        func makeRequest() throws -> URLRequest { throw RequestError(.pathValue("mauve-otter", template: "covers/{}")) }
    }

    @Test func `a download whose request can't be built is described with the client's redaction`() async throws {
        let client = MockClient(redaction: .standard.redacting(values: ["mauve-otter"])) {}
        let error = await #expect(throws: RequestError.self) {
            try await client.fetch(UnsendableEndpoint(), to: try file("cover.png"))
        }
        #expect(error?.description.contains("{{secret}}") == true)
    }

    @Test func `two downloads do not write to one file`() async throws {
        let server = try FileServer(whole)
        let file = try file("cover.png")
        let first = try PartialFile(for: file)
        let error = await #expect(throws: DownloadError.self) {
            try await URLSessionClient(server.loopback).fetch(CoverEndpoint(), to: file)
        }
        let partial = partial(of: file).path
        #expect(
            error?.localizedDescription
                == "GET cover?token={{secret}}&id=1 was not stored: \(partial) cannot be written: another download writes to it"
        )
        #expect(server.ranges.isEmpty)
        try first.append(Data("x".utf8))
        try first.finish { 1 }
        #expect(try Data(contentsOf: file) == Data("x".utf8))
    }

    @Test func `a target that isn't a file, or has no folder, is refused before anything is sent`() async throws {
        let server = try FileServer(whole)
        let client = URLSessionClient(server.loopback)
        let folder = try #require(folder)
        let none = folder.url.appendingPathComponent("none/cover.png")
        let pipe = folder.url.appendingPathComponent("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let refused = try [
            (folder.url, "it is a folder"), (none, "No such file or directory"), (pipe, "it is not a regular file"),
            (#require(URL(string: "https://example.com/cover.png")), "it is not a file URL"),
        ]
        for (file, reason) in refused {
            let error = await #expect(throws: DownloadError.self) {
                try await client.fetch(CoverEndpoint(), to: file)
            }
            #expect(error?.localizedDescription.hasSuffix("cannot be written: \(reason)") == true)
        }
        #expect(server.ranges.isEmpty)
        #expect(try names() == ["pipe"])
    }

    @Test func `a full disk is an error that names the file`() throws {
        let url = URL(fileURLWithPath: "/dev/full")
        let file = OpenFile(open(url.path, O_RDWR | O_CLOEXEC), url)
        let (written, problem) = file.write(Data("x".utf8), at: 0)
        #expect(written == 0 && problem?.description == "/dev/full cannot be written: No space left on device")
    }

    private func file(_ name: String, _ data: Data? = nil) throws -> URL {
        try #require(folder).file(name, data)
    }

    private func names() throws -> [String] {
        try #require(folder).names()
    }
}
