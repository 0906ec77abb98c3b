import EndpointTesting
import Testing

@testable import EndpointClient

/// Folders that can't be used, or only in part.
@Suite struct DiskCacheStoreFaultTests {
    private let key = CacheKey("1")

    @Test(arguments: ["file:///proc/endpoint", "https://example.com/folder", "file:///dev/null"])
    func `a folder that can't be used is reported once, and everything is a miss`(text: String) async throws {
        let reports = Locked<[String]>([])
        let store = DiskCacheStore(folder: try URL(required: text)) { problem in reports.withLock { $0.append(problem) }
        }
        for _ in 0..<10 {
            await store.save(CachedHead(key), body: bytes(10))
            await store.update(CachedHead(key, at: 200), replacing: CachedHead(key))
            #expect(await store.heads(for: key).isEmpty)
            #expect(await store.body(of: CachedHead(key)) == nil)
            await store.remove { _ in true }
        }
        await store.cleaned()
        #expect(store.secret.count == 32)
        #expect(reports.withLock { $0.count } == 1)
    }

    @Test func `a problem is reported again after a success, at most once a minute`() throws {
        let clock = TestClock()
        let count = Tally()
        let reports = DiskCacheReports(TimeSource(clock)) { _ in count.add() }
        let fail = {
            _ = reports.result { () throws(FileProblem) in throw FileProblem(URL(fileURLWithPath: "/"), "x") }
        }
        let expected = [(0, false, 1), (0, false, 1), (100, false, 1), (0, true, 2), (0, true, 2), (100, true, 3)]
        for (seconds, hasSucceeded, total) in expected {
            clock.advance(by: .seconds(seconds))
            if hasSucceeded { reports.succeed() }
            fail()
            #expect(count.count == total)
        }
    }

    @Test func `a folder that is deleted meanwhile is made again`() async throws {
        let cache = try CacheFixture()
        let store = cache.store()
        await store.save(CachedHead(key), body: bytes(10))
        try FileManager.default.removeItem(at: cache.folder.url)
        #expect(await store.hit(key) == nil)
        await store.remove { _ in true }
        await store.save(CachedHead(key), body: bytes(20))
        #expect(await store.hit(key) == bytes(20))
        #expect(await cache.store().hit(key) == bytes(20))
        #expect(cache.store().secret == store.secret)
    }

    @Test func `files of others stay as they are`() async throws {
        let cache = try CacheFixture()
        let store = cache.store(bytes: 5000)
        await store.save(CachedHead(key), body: bytes(10))
        let file = try cache.onlyFile()
        let part = file.deletingLastPathComponent()
        let victim = try cache.folder.file("victim", try Data(contentsOf: file))
        try FileManager.default.removeItem(at: file)
        let names = DiskCacheNames(key, secret: store.secret).files
        let manager = FileManager.default
        try manager.createSymbolicLink(at: part.appendingPathComponent(names[0]), withDestinationURL: victim)
        try manager.linkItem(at: victim, to: part.appendingPathComponent(names[1]))
        try manager.createDirectory(at: part.appendingPathComponent(names[2]), withIntermediateDirectories: false)
        #expect(mkfifo(part.appendingPathComponent(names[3]).path, 0o600) == 0)
        for place in [cache.folder.url, cache.root, part] {
            for name in ["notes.txt", "\(names[0]).old", "new-1"] {
                try Data("mine".utf8).write(to: place.appendingPathComponent(name))
            }
        }
        let (before, contents) = (try tree(cache.folder.url), try Data(contentsOf: victim))
        #expect(await store.hit(key) == nil)
        for number in 0..<40 { await store.save(CachedHead(CacheKey("\(number)")), body: bytes(500)) }
        await store.save(CachedHead(key), body: bytes(20))
        #expect(await store.hit(key) == bytes(20))
        await store.cleaned()
        await store.remove { _ in true }
        #expect(try cache.files().filter { FileStatus($0)?.value.isOwnRegularFile == true }.isEmpty)
        #expect(try tree(cache.folder.url).isSuperset(of: before))
        #expect(try Data(contentsOf: victim) == contents)
        #expect(try Data(contentsOf: part.appendingPathComponent("notes.txt")) == Data("mine".utf8))
    }

    @Test func `a folder of responses that is a symbolic link isn't followed`() async throws {
        let cache = try CacheFixture()
        let store = cache.store()
        await store.save(CachedHead(key), body: bytes(10))
        let part = try cache.onlyFile().deletingLastPathComponent()
        let elsewhere = cache.folder.url.appendingPathComponent("elsewhere")
        try FileManager.default.moveItem(at: part, to: elsewhere)
        try FileManager.default.createSymbolicLink(at: part, withDestinationURL: elsewhere)
        let before = try tree(cache.folder.url)
        #expect(await store.hit(key) == nil)
        await store.save(CachedHead(key, at: 200), body: bytes(20))
        await store.remove { _ in true }
        #expect(try tree(cache.folder.url) == before)
    }

    @Test(arguments: [true, false])
    func `a folder of the cache that is a link or that others can write to isn't used`(isLink: Bool) async throws {
        let cache = try CacheFixture()
        let elsewhere = cache.folder.url.appendingPathComponent("elsewhere")
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: false)
        if isLink {
            try FileManager.default.createSymbolicLink(at: cache.root, withDestinationURL: elsewhere)
        } else {
            try FileManager.default.moveItem(at: elsewhere, to: cache.root)
            #expect(chmod(cache.root.path, 0o777) == 0)
        }
        let before = try tree(cache.folder.url)
        let reports = Tally()
        let store = cache.store { _ in reports.add() }
        await store.save(CachedHead(key), body: bytes(10))
        #expect(await store.hit(key) == nil)
        #expect(try tree(cache.folder.url) == before)
        #expect(reports.count == 1)
    }

    /// The paths below a folder.
    private func tree(_ folder: URL) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: folder.path))
    }
}

#if os(Linux)
    /// Limits of the system. In a process of its own, whose limits the test changes.
    @Suite struct DiskCacheStoreLimitTests {
        @Test func `on a full disk calls go on, with one report`() async {
            await #expect(processExitsWith: .success) {
                let cache = try CacheFixture()
                let reports = Locked<[String]>([])
                let store = cache.store { problem in reports.withLock { $0.append(problem) } }
                let head = CachedHead(CacheKey("1"))
                await store.save(head, body: bytes(10))
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                limit.rlim_cur = 2000
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                for number in 0..<20 {
                    await store.save(CachedHead(CacheKey("\(number)"), at: 200), body: bytes(5000))
                    #expect(await store.hit(CacheKey("\(number)")) == nil)
                }
                #expect(reports.withLock { $0 } == ["\(cache.root.path) cannot be written: File too large"])
                let left = try FileManager.default.subpathsOfDirectory(atPath: cache.root.path)
                #expect(left.filter { $0.contains("new-") }.isEmpty)
                limit.rlim_cur = limit.rlim_max
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                await store.save(head, body: bytes(5000))
                #expect(await store.hit(head.key) == bytes(5000))
            }
        }

        @Test func `a folder that can only be read gives hits, and one report for what can't be stored`() async {
            await #expect(processExitsWith: .success) {
                // Permissions don't hold for root.
                if geteuid() == 0 { #expect(setuid(65_534) == 0) }
                let cache = try CacheFixture()
                await cache.store().save(CachedHead(CacheKey("1")), body: bytes(10))
                let part = try cache.onlyFile().deletingLastPathComponent()
                for folder in [part, cache.root, cache.folder.url] { #expect(chmod(folder.path, 0o500) == 0) }
                defer { for folder in [cache.folder.url, cache.root, part] { chmod(folder.path, 0o700) } }
                let reports = Tally()
                let store = cache.store { _ in reports.add() }
                for number in 1..<5 { await store.save(CachedHead(CacheKey("\(number)"), at: 200), body: bytes(20)) }
                await store.remove { _ in true }
                #expect(await store.hit(CacheKey("1")) == bytes(10))
                #expect(await store.hit(CacheKey("2")) == nil)
                #expect(reports.count == 1)
            }
        }

        @Test func `without a free descriptor everything is a miss, and nothing is lost`() async {
            await #expect(processExitsWith: .success) {
                let cache = try CacheFixture()
                let store = cache.store()
                await store.save(CachedHead(CacheKey("1")), body: bytes(10))
                var limit = rlimit()
                getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                limit.rlim_cur = min(limit.rlim_cur, 256)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                let taken = (0..<256).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }.filter { $0 >= 0 }
                for free in 0...4 {
                    for descriptor in taken.prefix(free) { close(descriptor) }
                    let other = cache.store()
                    #expect(other.secret.count == 32)
                    await store.save(CachedHead(CacheKey("2"), at: Double(free)), body: bytes(20))
                    _ = await store.hit(CacheKey("1"))
                    await store.remove { $0 == CacheKey("3") }
                    for _ in 0..<free { _ = open("/dev/null", O_RDONLY | O_CLOEXEC) }
                }
                await store.cleaned()
                for descriptor in taken { close(descriptor) }
                #expect(taken.count > 2)
                #expect(await store.hit(CacheKey("1")) == bytes(10))
                #expect(cache.store().secret == store.secret)
            }
        }
    }
#endif
