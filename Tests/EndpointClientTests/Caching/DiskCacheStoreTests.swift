import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient

@Suite struct DiskCacheStoreTests {
    private let cache: CacheFixture

    init() throws {
        cache = try CacheFixture()
    }

    @Test func `a response is found after a new start`() async {
        let head = CachedHead(
            CacheKey("books?q=\"ä\"", "ann"), "gzip", at: 1_700_000_000.123_456, fields: [["A", ""], ["a", "é\t/"]])
        await cache.store().save(head, body: bytes(1000))
        let store = cache.store()
        #expect(await store.heads(for: head.key) == [head])
        #expect(await store.body(of: head) == bytes(1000))
        #expect(await store.heads(for: CacheKey("books?q=\"ä\"", "bob")).isEmpty)
    }

    @Test(arguments: [0, 1, 3500, 4096, 65_536, 65_537, 300_000])
    func `a body of any length is read as it was stored`(count: Int) async {
        let store = cache.store(bytes: 10 << 20)
        let long = CachedHead(CacheKey("1"), fields: [["Long", String(repeating: "x", count: count)]])
        await store.save(long, body: bytes(count))
        #expect(await store.heads(for: long.key) == [long])
        #expect(await store.body(of: long) == bytes(count))
    }

    @Test func `a response replaces that of the same variant and no other`() async throws {
        let store = cache.store()
        for (time, variant) in [(100.0, "de"), (300, "en"), (200, "de")] {
            await store.save(CachedHead(CacheKey("1"), variant, at: time), body: Data("\(time)".utf8))
        }
        let heads = await store.heads(for: CacheKey("1"))
        #expect(heads.map(\.responseTime) == [300, 200])
        #expect(await store.body(of: heads[0]) == Data("300.0".utf8))
        #expect(await store.body(of: heads[1]) == Data("200.0".utf8))
        #expect(try cache.files().count == 2)
    }

    @Test func `a body is not returned for the head of a replaced response`() async {
        let store = cache.store()
        let (old, new) = (CachedHead(CacheKey("1"), at: 100), CachedHead(CacheKey("1"), at: 200))
        await store.save(old, body: Data("old".utf8))
        await store.save(new, body: Data("new".utf8))
        #expect(await store.body(of: old) == nil)
        #expect(await store.body(of: new) == Data("new".utf8))
    }

    @Test func `a confirmed head keeps its body`() async {
        let store = cache.store()
        let old = CachedHead(CacheKey("1"), at: 100)
        await store.save(old, body: Data("body".utf8))
        await store.save(CachedHead(CacheKey("1"), "de", at: 100), body: Data("other".utf8))
        let confirmed = CachedHead(CacheKey("1"), at: 200, fields: [["Age", "0"]])
        await store.update(confirmed, replacing: old)
        #expect(await store.heads(for: CacheKey("1")).first == confirmed)
        #expect(await store.body(of: confirmed) == Data("body".utf8))
        await store.update(CachedHead(CacheKey("2")), replacing: CachedHead(CacheKey("2")))
        #expect(await store.heads(for: CacheKey("2")).isEmpty)
    }

    @Test func `a confirmed head never gets the body of another response`() async {
        let store = cache.store()
        let (old, new) = (CachedHead(CacheKey("1"), at: 100), CachedHead(CacheKey("1"), at: 100, fields: []))
        let confirmed = CachedHead(CacheKey("1"), at: 100, fields: [["Age", "0"]])
        await store.save(old, body: Data("old".utf8))
        await store.save(new, body: Data("new".utf8))
        await store.update(confirmed, replacing: old)
        #expect(await store.heads(for: CacheKey("1")) == [new])
        await store.update(confirmed, replacing: new)
        #expect(await store.heads(for: CacheKey("1")) == [confirmed])
        #expect(await store.body(of: confirmed) == Data("new".utf8))
    }

    @Test func `responses are removed by their keys`() async throws {
        let store = cache.store()
        for number in 0..<20 {
            for variant in ["de", "en"] {
                let key = CacheKey("\(number)", number < 10 ? "ann" : "bob")
                await store.save(CachedHead(key, variant), body: Data(variant.utf8))
            }
        }
        await store.remove { $0.owner == "ann" }
        #expect(try cache.files().count == 20)
        #expect(await store.hit(CacheKey("3", "ann")) == nil)
        #expect(await store.hit(CacheKey("13", "bob")) != nil)
        await store.remove { _ in true }
        #expect(try cache.files().isEmpty)
    }

    @Test func `an unreadable file is removed with the responses of anybody`() async throws {
        let store = cache.store()
        await store.save(CachedHead(CacheKey("1", "ann")), body: Data("1".utf8))
        let file = try cache.onlyFile()
        let left = file.deletingLastPathComponent().appendingPathComponent("new-0123456789abcdef")
        try Data("ann's".utf8).write(to: left)
        try Data("ann's".utf8).write(to: file)
        await store.remove { _ in false }
        #expect(FileStatus(left) == nil)
        #expect(FileStatus(file) == nil)
    }

    @Test func `the responses that were used least recently are removed first`() async throws {
        let store = cache.store(bytes: 40_000)
        for number in 0..<30 {
            await store.save(CachedHead(CacheKey("\(number)")), body: bytes(1000))
            let name = DiskCacheNames(CacheKey("\(number)"), secret: store.secret)
            let file = cache.root.appendingPathComponent(name.folder).appendingPathComponent(name.files[0])
            try CacheFixture.age(file, by: Double(1000 - number))
        }
        await store.cleaned()
        #expect(await store.hit(CacheKey("0")) != nil)
        for number in 30..<50 { await store.save(CachedHead(CacheKey("\(number)")), body: bytes(1000)) }
        await store.cleaned()
        #expect(try cache.length() <= 40_000)
        #expect(try cache.length() > 30_000)
        for number in [0] + Array(30..<50) { #expect(await store.hit(CacheKey("\(number)")) != nil) }
        #expect(await store.hit(CacheKey("1")) == nil)
    }

    @Test(arguments: [(30.0, false), (90, true), (-3600, true)])
    func `a hit is recorded at most once a minute`(age: Double, isRecorded: Bool) async throws {
        let store = cache.store()
        await store.save(CachedHead(CacheKey("1")), body: bytes(10))
        try CacheFixture.age(try cache.onlyFile(), by: age)
        let before = try #require(FileStatus(try cache.onlyFile())).value.modified
        #expect(await store.hit(CacheKey("1")) == bytes(10))
        let after = try #require(FileStatus(try cache.onlyFile())).value.modified
        #expect((after != before) == isRecorded)
    }

    @Test func `a file that another store has written counts`() async throws {
        let (store, other) = (cache.store(bytes: 20_000), cache.store(bytes: 1 << 30))
        await store.save(CachedHead(CacheKey("x")), body: bytes(1000))
        await store.cleaned()
        for number in 0..<60 { await other.save(CachedHead(CacheKey("\(number)")), body: bytes(1000)) }
        for number in 0..<3 { await store.save(CachedHead(CacheKey("y\(number)")), body: bytes(1000)) }
        await store.cleaned()
        #expect(try cache.length() <= 20_000)
    }

    @Test func `a program that ends right after it has stored doesn't fill the disk`() async throws {
        let former = cache.store(bytes: 1 << 30)
        for number in 0..<100 { await former.save(CachedHead(CacheKey("\(number)")), body: bytes(1000)) }
        // Nothing is awaited but the save.
        await cache.store(bytes: 20_000).save(CachedHead(CacheKey("x")), body: bytes(1000))
        #expect(try cache.length() <= 20_000)
    }

    @Test func `a server with any number of variants gets eight files`() async throws {
        let store = cache.store()
        let count = isThorough ? 10_000 : 100
        for number in 0..<count {
            await store.save(CachedHead(CacheKey("1"), "\(number)", at: Double(number)), body: bytes(10))
        }
        await store.save(CachedHead(CacheKey("2")), body: bytes(10))
        #expect(try cache.files().count == 9)
        #expect(await store.heads(for: CacheKey("1")).first?.variant == "\(count - 1)")
        #expect(await store.hit(CacheKey("2")) == bytes(10))
    }

    @Test func `a ninth variant takes the place of the one that was used least recently`() async throws {
        let store = cache.store()
        for number in 0..<8 { await store.save(CachedHead(CacheKey("1"), "\(number)"), body: bytes(10)) }
        for (number, file) in try cache.files().enumerated() {
            try CacheFixture.age(file, by: number == 5 ? 500 : 100 + Double(number))
        }
        await store.save(CachedHead(CacheKey("1"), "8"), body: bytes(10))
        let variants = await store.heads(for: CacheKey("1")).map(\.variant).sorted()
        #expect(variants == ["0", "1", "2", "3", "4", "6", "7", "8"])
    }

    @Test func `a response that is too long is not stored, and neither is the former one`() async throws {
        let store = cache.store(bytes: 40_000)
        await store.save(CachedHead(CacheKey("1"), at: 100), body: bytes(100))
        await store.save(CachedHead(CacheKey("1"), "de", at: 100), body: bytes(100))
        await store.save(CachedHead(CacheKey("1"), at: 200), body: bytes(10_000))
        #expect(await store.heads(for: CacheKey("1")).map(\.variant) == ["de"])
    }

    @Test(arguments: [0, -1, Int64.min])
    func `without bytes nothing is stored`(bytes: Int64) async throws {
        let store = cache.store(bytes: bytes)
        await store.save(CachedHead(CacheKey("1")), body: Data())
        #expect(await store.heads(for: CacheKey("1")).isEmpty)
    }

    @Test func `the files are for this user and don't show a URL in their names`() async throws {
        await cache.store().save(CachedHead(CacheKey("secret-book")), body: bytes(10))
        let file = try cache.onlyFile()
        #expect(try CacheFixture.mode(file) == 0o600)
        #expect(try CacheFixture.mode(cache.root.appendingPathComponent("secret-1")) == 0o600)
        #expect(try CacheFixture.mode(cache.root) == 0o700)
        #expect(try CacheFixture.mode(file.deletingLastPathComponent()) == 0o700)
        let other = try CacheFixture()
        await other.store().save(CachedHead(CacheKey("secret-book")), body: bytes(10))
        #expect(try file.lastPathComponent != other.onlyFile().lastPathComponent)
    }

    @Test func `a file that a killed process has left is removed after an hour`() async throws {
        await cache.store().save(CachedHead(CacheKey("1")), body: bytes(10))
        let part = try cache.onlyFile().deletingLastPathComponent()
        let (old, young) = (
            part.appendingPathComponent("new-0123456789abcdef"), part.appendingPathComponent("new-8000000000000000")
        )
        for file in [old, young] { try bytes(10).write(to: file) }
        try CacheFixture.age(old, by: 4000)
        let store = cache.store()
        await store.save(CachedHead(CacheKey("2")), body: bytes(10))
        await store.cleaned()
        #expect(FileStatus(old) == nil)
        #expect(FileStatus(young) != nil)
    }
}
