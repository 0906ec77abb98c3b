import Testing

@testable import EndpointTesting

@Suite struct CassetteFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a cassette is located beside the test`() {
        let file = CassetteFile(beside: "/p/Tests/UserTests.swift", named: "loads a user()")
        #expect(file.url.path == "/p/Tests/__Cassettes__/UserTests/loads-a-user.har")
        let inFolder = CassetteFile(beside: "/p/Tests/UserTests.swift", in: "at night", named: "loads a user()")
        #expect(inFolder.url.path == "/p/Tests/__Cassettes__/UserTests/at-night/loads-a-user.har")
    }

    @Test(arguments: [
        ("loadsFeed()", "loadsFeed"), ("a/b: \"c\"?", "a-b-c-"), ("../../etc/passwd", "etc-passwd-"),
        ("größe 2.0", "größe-2.0"), ("f(x:y:)", "f-x-y"),
    ])
    func `a name is one path component`(name: String, file: String) {
        let found = CassetteName.file(for: name)
        #expect(file.hasSuffix("-") ? found.hasPrefix(file) && !found.contains("/") : found == file)
    }

    @Test(arguments: [("it is", "it is!"), ("a, b", "a; b"), ("a b", "a  b"), ("f(x:)", "f x:"), ("../a", "a")])
    func `names that differ in punctuation have different files`(one: String, other: String) {
        #expect(CassetteName.file(for: one) != CassetteName.file(for: other))
    }

    @Test func `equal exchanges that a recording has twice are kept twice`() throws {
        let file = folder.cassette()
        try file.append(Cassette([.number(1)]), known: 0, placeholders: PlaceholderTable())
        try file.append(Cassette([.number(1), .number(1)]), known: 0, placeholders: PlaceholderTable())
        #expect(try file.load().cassette.interactions.count == 2)
    }

    @Test func `a folder in the place of a cassette is named`() throws {
        let file = CassetteFile(folder.url)
        let error = try #require(throws: CassetteError.self) { try file.load() }
        #expect("\(error)" == "\(file.shownPath) cannot be read: it is a folder.")
    }

    @Test func `long and empty names have different files`() {
        let long = String(repeating: "x", count: 400)
        #expect(CassetteName.file(for: long + "a") != CassetteName.file(for: long + "b"))
        #expect(CassetteName.file(for: long).utf8.count < 60)
        #expect(CassetteName.file(for: "!") != CassetteName.file(for: "?"))
    }

    @Test func `no name makes a hidden file`() {
        #expect(CassetteName.file(for: ".hidden").hasPrefix("hidden-"))
        #expect(CassetteName.file(for: ".hidden") != CassetteName.file(for: "..hidden"))
    }

    @Test func `a saved cassette can be loaded, and missing folders are made`() throws {
        let file = CassetteFile(folder.file("a/b/c.har"))
        try file.save(Cassette([.number(1)]))
        #expect(try file.load().cassette.interactions.map(\.request) == [Interaction.number(1).request])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("a/b").path) == ["c.har"])
    }

    @Test func `an unchanged recording doesn't write the file`() throws {
        let file = folder.cassette()
        var later = Interaction.number(1)
        try file.save(Cassette([later], recordedAt: Date(timeIntervalSince1970: 1)))
        let before = try Data(contentsOf: file.url)
        let identity = try inode(file.url)
        later.startedDateTime += 1000
        later.timing.wait = .seconds(3)
        try file.save(Cassette([later], recordedAt: Date(timeIntervalSince1970: 2000)))
        #expect(try Data(contentsOf: file.url) == before)
        #expect(try inode(file.url) == identity)
    }

    /// A cassette that keeps every body in a file of its own.
    private func apart(_ name: String = "x.har") -> CassetteFile {
        CassetteFile(folder.file(name), format: Cassette.Format(largestEmbeddedBody: 0))
    }

    private func recording(_ bodies: String...) -> Cassette {
        Cassette(
            bodies.enumerated().map { index, body in
                var interaction = Interaction.number(index)
                interaction.outcome = .response(.init(200, body: Data(body.utf8)))
                return interaction
            })
    }

    @Test func `large bodies are saved beside the file`() throws {
        let large = recording("first", "second")
        try apart().save(large)
        #expect(folder.names == ["x.har", "x.har.1.response.bin", "x.har.2.response.bin"])
        #expect(try apart().load().cassette.bodies == large.bodies)
    }

    @Test func `a new recording removes the bodies of the old one`() throws {
        try apart().save(recording("first", "second", "third"))
        for bodies in [recording("new", "third"), recording("third"), recording("x", "y", "z"), recording("y", "x")] {
            try apart().save(bodies)
            #expect(try apart().load().cassette.bodies == bodies.bodies)
            #expect(folder.names.count == 1 + bodies.interactions.count)
        }
        try folder.cassette("x.har").save(recording("small"))
        #expect(folder.names == ["x.har"])
    }

    @Test func `an unchanged recording doesn't write the bodies, even those with a second name`() throws {
        try apart().save(recording("old"))
        try apart().save(recording("new"))
        let names = folder.names
        #expect(names == ["x.har", "x.har.1.response-2.bin"])
        let identities = try names.map { try inode(folder.file($0)) }
        try apart().save(recording("new"))
        #expect(folder.names == names)
        #expect(try names.map { try inode(folder.file($0)) } == identities)
    }

    @Test func `the cassettes of a folder have bodies of their own`() throws {
        let names = ["x.har", "x", "X-1.har", "x.har.1.har"]
        for name in names { try apart(name).save(recording("same", name)) }
        #expect(folder.names.count == 3 * names.count)
        try apart("x.har").save(recording("other"))
        #expect(folder.names.count == 3 * names.count - 1)
        for name in names.dropFirst() {
            #expect(try apart(name).load().cassette.bodies == recording("same", name).bodies)
        }
    }

    @Test func `a save that dies between the bodies and the cassette keeps the old cassette`() throws {
        let old = recording("first", "second"), new = recording("2nd", "1st", "third")
        try apart().save(old)
        let obstacle = folder.file(".x.har.tmp")  // The path where the new cassette would be written.
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: false)
        for _ in 0..<2 {
            #expect(throws: CassetteError.self) { try apart().save(new) }
            #expect(try apart().load().cassette.bodies == old.bodies)
        }
        #expect(folder.names.contains("x.har.3.response.bin"))
        try FileManager.default.removeItem(at: obstacle)
        try Data("half".utf8).write(to: folder.file(".x.har.7.response.bin.tmp"))
        try apart().save(old)
        #expect(folder.names == ["x.har", "x.har.1.response.bin", "x.har.2.response.bin"])
        try apart().save(new)
        #expect(try apart().load().cassette.bodies == new.bodies)
        #expect(folder.names.count == 4)
    }

    @Test func `a reader during concurrent saves gets the bodies of one version`() throws {
        let file = apart()
        let versions = [recording("a1", "a2", "a3"), recording("b1", "b2", "b3"), recording("c1", "c2", "c3")]
        try file.save(versions[0])
        let outcomes = concurrently(3) { thread in
            for round in 0..<12 {
                if thread == 0 {
                    try file.save(versions[round % 3])
                } else {
                    let bodies = try file.load().cassette.bodies
                    #expect(versions.contains { $0.bodies == bodies })
                }
            }
        }
        #expect(outcomes.allSatisfy { $0 == nil }, "\(outcomes)")
    }

    private static let broken: [(String, String)] = [
        ("", "x.har ends unexpectedly at line 1, column 1."),
        ("hello", "is not JSON"),
        ("[1, 2]", "is JSON, but not a HAR file"),
        (#"{"log": {"entries": ["#, "x.har ends unexpectedly at line 1"),
        (#"{"log": {"_endpoint": {}, "entries": [{}]}}"#, "x.har has no entries[0]."),
        (#"{"log": {"entries": 7}}"#, "x.har has a wrong type at"),
    ]

    @Test(arguments: broken)
    func `an error names the file and the place`(content: String, sentence: String) throws {
        try Data(content.utf8).write(to: folder.file("x.har"))
        let error = try #require(throws: CassetteError.self) { try folder.cassette("x.har").load() }
        #expect("\(error)".contains(sentence), "\(error)")
        #expect("\(error)".contains(folder.url.path))
    }

    @Test func `a missing file is named`() {
        let file = folder.cassette("none.har")
        #expect(throws: CassetteError(.noFile, file: file.url.path)) { try file.load() }
    }

    @Test func `a folder in place of the file is an error`() throws {
        try FileManager.default.createDirectory(at: folder.file("d.har"), withIntermediateDirectories: false)
        let error = try #require(throws: CassetteError.self) { try folder.cassette("d.har").load() }
        #expect("\(error)".contains("d.har cannot be read: "))
    }

    @Test func `a huge file is not read`() throws {
        let file = folder.cassette("huge.har")
        #expect(FileManager.default.createFile(atPath: file.url.path, contents: nil))
        try FileHandle(forWritingTo: file.url).truncate(atOffset: 200 << 20)
        #expect(throws: CassetteError(.tooLarge(200 << 20, limit: CassetteFile.limit), file: file.url.path)) {
            try file.load()
        }
    }

    @Test func `links that lead out of the folder aren't followed`() throws {
        let file = CassetteFile(folder.file("x/x.har"), format: Cassette.Format(largestEmbeddedBody: 3))
        var interaction = Interaction.number(1)
        interaction.outcome = .response(.init(200, body: Data("large".utf8)))
        try file.save(Cassette([interaction]))
        let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
        let sidecar = file.folder.appendingPathComponent(try #require(names.first { $0 != "x.har" }))
        try Data("secret".utf8).write(to: folder.file("outside"))
        try FileManager.default.removeItem(at: sidecar)
        try FileManager.default.createSymbolicLink(at: sidecar, withDestinationURL: folder.file("outside"))
        let error = try #require(throws: CassetteError.self) { try file.load() }
        #expect("\(error)".contains("it is a link that leads out of the folder"))
    }

    @Test func `a leak found while saving keeps the old file`() throws {
        let file = folder.cassette()
        try file.save(Cassette([.number(1)]))
        let before = try Data(contentsOf: file.url)
        var leaking = Interaction.number(2)
        leaking.request.headers = ["Authorization": "Bearer a123456"]
        leaking.outcome = .response(.init(200, body: Data([0xFF]) + Data("you said a123456".utf8)))
        let error = try #require(throws: CassetteError.self) { try file.save(Cassette([leaking])) }
        #expect("\(error)".hasPrefix("Refusing to write \(file.url.path): a secret survived redaction."))
        #expect(!"\(error)".contains("123456"))
        #expect(try Data(contentsOf: file.url) == before)
        #expect(folder.names == ["test.har"])
    }

    @Test func `a file that couldn't be loaded again isn't written`() throws {
        var file = folder.cassette()
        try file.save(Cassette([.number(1)]))
        let size = try Data(contentsOf: file.url).count
        file.sizeLimit = size
        try file.save(Cassette([.number(2)]))
        let error = try #require(throws: CassetteError.self) { try file.save(Cassette([.number(3), .number(4)])) }
        guard case .tooLarge(let larger, _) = error.reason else { throw error }
        #expect(larger > size)
        #expect(try file.load().cassette.bodies == [Data("2".utf8)])
        file.format.largestEmbeddedBody = 0
        #expect(throws: CassetteError.self) { try file.save(recording(String(repeating: "x", count: size + 1))) }
        #expect(folder.names == ["test.har"])
    }

    @Test func `a temporary file of a crashed process is replaced`() throws {
        let file = folder.cassette()
        try file.save(Cassette([.number(1)]))
        try Data(#"{"log": {"entr"#.utf8).write(to: folder.file(".test.har.tmp"))
        #expect(try file.load().cassette.interactions.count == 1)
        try file.save(Cassette([.number(2), .number(3)]))
        #expect(try file.load().cassette.interactions.count == 2)
        #expect(folder.names == ["test.har"])
    }

    @Test func `a file in place of the folder is an error`() throws {
        try Data().write(to: folder.file("flat"))
        let error = try #require(throws: CassetteError.self) {
            try CassetteFile(folder.file("flat/x.har")).save(Cassette([.number(1)]))
        }
        #expect("\(error)".contains("flat/x.har cannot be written: "))
    }

    #if os(Linux)
        @Test func `a writer waits for another one, in this or another process`() throws {
            let file = folder.cassette()
            let descriptor = open(folder.url.path, O_RDONLY)
            defer { close(descriptor) }
            #expect(flock(descriptor, LOCK_EX) == 0)
            let saved = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                try? file.save(Cassette([.number(1)]))
                saved.signal()
            }
            var hasSaved = false
            while try !hasSaved && !isWaitedFor(folder.url) { hasSaved = saved.wait(timeout: .now()) == .success }
            #expect(!hasSaved)
            #expect(!file.exists)
            #expect(flock(descriptor, LOCK_UN) == 0)
            if !hasSaved { saved.wait() }
            #expect(file.exists)
        }

        /// Whether the kernel lists a waiter for the lock of a file:
        /// `1: -> FLOCK  ADVISORY  WRITE 4711 fe:00:1973 0 EOF`.
        private func isWaitedFor(_ url: URL) throws -> Bool {
            let inode = try #require(try inode(url))
            let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
            return locks.split(separator: "\n").contains { $0.contains(": -> FLOCK") && $0.contains(":\(inode) 0 EOF") }
        }
    #endif

    @Test func `one of two writers wins with all of its work`() throws {
        let file = folder.cassette()
        let one = Cassette((0..<40).map { .number($0) }), other = Cassette((100..<140).map { .number($0) })
        try file.save(one)
        let outcomes = concurrently(4) { thread in
            for _ in 0..<10 {
                if thread < 2 { try file.save(thread == 0 ? one : other) }
                let bodies = try file.load().cassette.bodies
                #expect(bodies == one.bodies || bodies == other.bodies)
            }
        }
        #expect(outcomes.allSatisfy { $0 == nil }, "\(outcomes)")
        #expect(folder.names == ["test.har"])
    }

    @Test func `all concurrent appends to one file are kept, equal ones only once`() throws {
        let file = folder.cassette()
        let outcomes = concurrently(4) { thread in
            for number in 0..<5 {
                let recording = Cassette([.number(1, at: "own/\(thread)/\(number)"), .number(7, at: "shared")])
                try file.append(recording, known: 0, placeholders: PlaceholderTable())
            }
        }
        #expect(outcomes.allSatisfy { $0 == nil }, "\(outcomes)")
        let urls = try file.load().cassette.interactions.map(\.request.url)
        #expect(urls.count == 21)
        #expect(Set(urls).count == 21)
    }

    /// Runs the closure on several threads, and returns their errors.
    private func concurrently(_ threads: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [(any Error)?] {
        let errors = Locked([(any Error)?](repeating: nil, count: threads))
        let group = DispatchGroup()
        for thread in 0..<threads {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do { try body(thread) } catch { errors.withLock { $0[thread] = error } }
            }
        }
        group.wait()
        return errors.withLock { $0 }
    }

    @Test func `an exchange from before the recording is appended again`() throws {
        let file = folder.cassette()
        try file.append(Cassette([.number(1)]), known: 0, placeholders: PlaceholderTable())
        try file.append(Cassette([.number(1)]), known: 1, placeholders: PlaceholderTable())
        #expect(try file.load().cassette.interactions.count == 2)
    }

    private func inode(_ url: URL) throws -> NSNumber? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber] as? NSNumber
    }
}

extension Cassette {
    fileprivate var bodies: [Data] { interactions.compactMap { $0.response?.body } }
}
