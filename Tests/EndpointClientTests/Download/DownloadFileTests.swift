import EndpointTesting
import Testing

@testable import EndpointClient

/// Whose file is written, under which name and with which permissions.
@Suite struct DownloadFileTests {
    private let folder = try? TemporaryFolder()
    private let whole = bytes(1000)

    @Test func `a download to the old name of unfinished bytes is a file of its own`() async throws {
        let folder = try #require(folder)
        let (large, small) = (try folder.file("x"), try folder.file("x.partial"))
        let replies = try Replies(.cut(whole, after: 500), .whole(Data("small".utf8)))
        let client = URLSessionClient(replies.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: large, continuing: 0) }
        try await client.fetch(CoverEndpoint(), to: small)
        #expect(try Data(contentsOf: small) == Data("small".utf8))
        #expect(try Data(contentsOf: partial(of: large)) == whole.prefix(500))
    }

    @Test func `a download to a name of unfinished bytes is refused`() async throws {
        let file = partial(of: try #require(folder).file("x"))
        let server = try FileServer(whole)
        for file in [file, file.appendingPathExtension("json")] {
            let error = await #expect(throws: DownloadError.self) {
                try await URLSessionClient(server.loopback).fetch(CoverEndpoint(), to: file)
            }
            #expect(
                error?.localizedDescription.hasSuffix("its name is that of a download which is not finished") == true)
        }
        #expect(server.ranges.isEmpty)
    }

    @Test func `a file that another program has under the names of a download is not touched`() async throws {
        let file = try #require(folder).file("x")
        let (bytes, notes) = (partial(of: file), partial(of: file, number: 1).appendingPathExtension("json"))
        try Data("mine".utf8).write(to: bytes)
        try Data("mine too".utf8).write(to: notes)
        try FileManager.default.createSymbolicLink(at: partial(of: file, number: 2), withDestinationURL: bytes)
        let empty = try #require(folder).file("empty", Data())
        try FileManager.default.linkItem(at: empty, to: partial(of: file, number: 3))
        try FileManager.default.createDirectory(at: partial(of: file, number: 4), withIntermediateDirectories: false)
        let replies = try Replies(.cut(whole, after: 500), .whole(whole))
        let client = URLSessionClient(replies.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        #expect(try Data(contentsOf: partial(of: file, number: 5)) == whole.prefix(500))
        try await client.fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(try Data(contentsOf: bytes) == Data("mine".utf8))
        #expect(try Data(contentsOf: notes) == Data("mine too".utf8))
        #expect(try Data(contentsOf: empty).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: partial(of: file, number: 1).path))
    }

    @Test func `a download has no names left if all are taken`() async throws {
        let file = try #require(folder).file("x")
        for number in 0..<8 { try Data("mine".utf8).write(to: partial(of: file, number: number)) }
        let problem = #expect(throws: FileProblem.self) { try PartialFile(for: file) }
        #expect(problem?.description.hasSuffix("other files have the names that a download needs") == true)
    }

    @Test func `bytes that were replaced by those of another download aren't its file`() throws {
        let file = try #require(folder).file("x")
        let first = try PartialFile(for: file)
        try first.begin(nil)
        try first.append(Data("first".utf8))
        try FileManager.default.removeItem(at: partial(of: file))
        let second = try PartialFile(for: file)
        try second.begin(nil)
        try second.append(Data("second".utf8))
        let problem = #expect(throws: FileProblem.self) { try first.finish { 1 } }
        #expect(problem?.description.hasSuffix("it was removed or replaced meanwhile") == true)
        #expect(Data(first.chunks.joined()) == Data("first".utf8))
        #expect(throws: FileProblem.self) { try first.begin(nil) }
        first.close()
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try second.finish { 2 }
        #expect(try Data(contentsOf: file) == Data("second".utf8))
        #expect(try #require(folder).names() == ["x"])
    }

    @Test func `bytes that are replaced while they are moved aren't its file`() throws {
        let file = try #require(folder).file("x", Data("old".utf8))
        let first = try PartialFile(for: file)
        try first.begin(nil)
        try first.append(Data("first".utf8))
        let problem = #expect(throws: FileProblem.self) {
            try first.finish {
                unlink(partial(of: file).path)
                try? Data("second".utf8).write(to: partial(of: file))
                return 1
            }
        }
        #expect(problem?.description.hasSuffix("it was removed or replaced meanwhile") == true)
        first.close()
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try Data(contentsOf: partial(of: file)) == Data("second".utf8))
        #expect(try #require(folder).names() == ["x", "x.partial"])
    }

    @Test(arguments: [2, 9]) func `bytes whose number was changed aren't the file`(length: Int) throws {
        let file = try #require(folder).file("x", Data("old".utf8))
        let first = try PartialFile(for: file)
        try first.begin(nil)
        try first.append(Data("first".utf8))
        try #require(truncate(partial(of: file).path, off_t(length)) == 0)
        let problem = #expect(throws: FileProblem.self) { try first.finish { 1 } }
        #expect(problem?.description.hasSuffix("its length was changed meanwhile") == true)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
    }

    @Test func `notes about bytes that were removed don't describe others`() async throws {
        let file = try #require(folder).file("x")
        let server = try FileServer(whole, cuts: [500])
        let client = URLSessionClient(server.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        let other = try #require(folder).file("y", Data(count: 500))
        try FileManager.default.removeItem(at: partial(of: file))
        try FileManager.default.moveItem(at: other, to: partial(of: file))
        try await client.fetch(CoverEndpoint(), to: file)
        #expect(try Data(contentsOf: file) == whole)
        #expect(server.ranges == [nil, nil])
        #expect(try Data(contentsOf: partial(of: file)) == Data(count: 500))
    }

    @Test func `a move that fails keeps the bytes, and they can be continued`() throws {
        let file = try #require(folder).file("x")
        let first = try PartialFile(for: file)
        try first.begin(stored)
        try first.append(Data("first".utf8))
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let problem = #expect(throws: FileProblem.self) { try first.finish { 1 } }
        #expect(problem?.description.hasSuffix("Is a directory") == true)
        first.close()
        #expect(try #require(folder).names() == ["x", "x.partial", "x.partial.json"])
        try FileManager.default.removeItem(at: file)
        let second = try PartialFile(for: file)
        #expect(second.length == 5 && second.reused == 5 && second.stored == stored)
        try second.finish { 2 }
        #expect(try Data(contentsOf: file) == Data("first".utf8))
    }

    @Test func `new information about bytes replaces the former`() throws {
        let file = try #require(folder).file("x")
        let first = try PartialFile(for: file)
        try first.begin(stored)
        try first.append(Data("first".utf8))
        var longer = stored
        longer.length = 20
        first.update(longer, random: 1)
        first.close()
        #expect(try PartialFile(for: file).stored == longer)
        #expect(try #require(folder).names() == ["x.partial", "x.partial.json"])
    }

    @Test func `a move that can't begin keeps the bytes`() throws {
        let file = try #require(folder).file("x")
        let moving = partial(of: file).path + ".1"
        try FileManager.default.createDirectory(atPath: moving, withIntermediateDirectories: false)
        let first = try PartialFile(for: file)
        try first.begin(stored)
        try first.append(Data("first".utf8))
        #expect(throws: FileProblem.self) { try first.finish { 1 } }
        first.close()
        let second = try PartialFile(for: file)
        #expect(second.length == 5)
    }

    @Test(arguments: [243, 255]) func `a file can have a long name`(length: Int) async throws {
        let name = String(repeating: "é", count: length / 2) + String(repeating: "x", count: length % 2)
        let file = try #require(folder).file(name)
        let server = try FileServer(whole, cuts: [500])
        let client = URLSessionClient(server.loopback)
        await #expect(throws: URLError.self) { try await client.fetch(CoverEndpoint(), to: file, continuing: 0) }
        #expect(try await client.fetch(CoverEndpoint(), to: file).reused == 500)
        #expect(try #require(folder).names() == [name])
    }

    @Test(arguments: [(0o600, 0o600), (0o640, 0o640), (0o444, 0o644), (0o4755, 0o755)])
    func `unfinished bytes can be read by nobody who can't read the file`(mode: Int, meanwhile: Int) async throws {
        let file = try #require(folder).file("x", Data("old".utf8))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        let seen = Locked<[Int]>([])
        let server = try FileServer(whole)
        try await URLSessionClient(server.loopback).fetch(
            CoverEndpoint(), to: file,
            progress: .handler { _ in
                for url in [partial(of: file), partial(of: file).appendingPathExtension("json")] {
                    if let mode = permissions(of: url) { seen.withLock { $0.append(mode) } }
                }
            })
        #expect(Set(seen.withLock { $0 }) == [meanwhile])
        #expect(permissions(of: file) == mode & 0o777)
        #expect(try Data(contentsOf: file) == whole)
    }

    @Test func `the permissions of bytes that are continued become those of the file`() throws {
        let file = try #require(folder).file("x")
        let first = try PartialFile(for: file)
        try first.begin(stored)
        try first.append(Data("first".utf8))
        first.close()
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        let second = try PartialFile(for: file)
        #expect(permissions(of: partial(of: file)) == 0o600)
        #expect(second.stored == stored)
    }

    private let stored = DownloadPlan.Stored(
        resource: "covers", salt: "1", digest: "2", origin: nil, validators: DownloadValidators(tag: "\"1\""),
        length: 10)
}

private func permissions(of url: URL) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.posixPermissions] as? Int
}
