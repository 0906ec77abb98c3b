import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient

/// Files that are not as they were written.
@Suite struct DiskCacheStoreDamageTests {
    private let cache: CacheFixture
    private let key = CacheKey("1")

    init() throws {
        cache = try CacheFixture()
    }

    @Test(arguments: [700, 6000]) func `a file with flipped bits is a miss`(count: Int) async throws {
        let store = cache.store()
        await store.save(CachedHead(key), body: bytes(count))
        let file = try cache.onlyFile()
        let whole = try Data(contentsOf: file)
        var chance = SplitMix64(seed: 1)
        for round in 0..<(isThorough ? 10_000 : 300) {
            var damaged = whole
            // Each bit once, as far as the rounds reach, then several at once.
            let flips = round.isMultiple(of: 2) ? 1 : Int.random(in: 2...20, using: &chance)
            for _ in 0..<flips {
                damaged[Int.random(in: 0..<whole.count, using: &chance)] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
            }
            guard damaged != whole else { continue }
            try overwrite(file, damaged)
            #expect(await store.hit(key) == nil)
        }
        try overwrite(file, whole)
        #expect(await store.hit(key) == bytes(count))
    }

    @Test func `a file that is cut off or longer is a miss`() async throws {
        let store = cache.store()
        await store.save(CachedHead(key), body: Data(count: 100))
        let file = try cache.onlyFile()
        let whole = try Data(contentsOf: file)
        for count in 0..<whole.count {
            try overwrite(file, whole.prefix(count))
            #expect(await store.hit(key) == nil)
        }
        try overwrite(file, whole + [0])
        #expect(await store.hit(key) == nil)
    }

    @Test func `a damaged file is replaced by the next response`() async throws {
        let store = cache.store()
        await store.save(CachedHead(key), body: bytes(100))
        let file = try cache.onlyFile()
        try overwrite(file, Data("damaged".utf8))
        await store.update(CachedHead(key, at: 200), replacing: CachedHead(key))
        #expect(await store.hit(key) == nil)
        await store.save(CachedHead(key), body: bytes(50))
        #expect(await store.hit(key) == bytes(50))
        #expect(try cache.files().count == 1)
    }

    @Test func `the head of a response with a damaged body can't be confirmed`() async throws {
        let store = cache.store()
        await store.save(CachedHead(key), body: bytes(100))
        let file = try cache.onlyFile()
        var damaged = try Data(contentsOf: file)
        damaged[damaged.count - 1] ^= 1
        try overwrite(file, damaged)
        await store.update(CachedHead(key, at: 200), replacing: CachedHead(key))
        #expect(await store.hit(key) == nil)
    }

    @Test func `a file under the name of another key is a miss`() async throws {
        let store = cache.store()
        await store.save(CachedHead(CacheKey("2")), body: bytes(100))
        let names = DiskCacheNames(key, secret: store.secret)
        let part = cache.root.appendingPathComponent(names.folder)
        try FileManager.default.createDirectory(
            at: part, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.copyItem(at: try cache.onlyFile(), to: part.appendingPathComponent(names.files[0]))
        #expect(await store.heads(for: key).isEmpty)
        await store.save(CachedHead(key), body: bytes(50))
        #expect(await store.hit(key) == bytes(50))
    }

    @Test func `two files of one variant count as one, the newest`() async throws {
        let store = cache.store()
        await store.save(CachedHead(key, at: 100), body: Data("old".utf8))
        let first = try cache.onlyFile()
        let old = try Data(contentsOf: first)
        await store.save(CachedHead(key, at: 200), body: Data("new".utf8))
        let second = URL(fileURLWithPath: String(first.path.dropLast()) + "5")
        try overwrite(second, old)
        #expect(await store.heads(for: key).map(\.responseTime) == [200])
        #expect(await store.hit(key) == Data("new".utf8))
        await store.save(CachedHead(key, at: 300), body: Data("last".utf8))
        #expect(try cache.files().count == 1)
    }

    @Test(arguments: ["short", "flipped", "long", "link", "folder", "empty"])
    func `a damaged secret is replaced, and its responses are misses`(kind: String) async throws {
        let former = cache.store()
        await former.save(CachedHead(key), body: bytes(100))
        let file = cache.root.appendingPathComponent("secret-1")
        var contents = try Data(contentsOf: file)
        #expect(contents.prefix(32) == former.secret)
        try FileManager.default.removeItem(at: file)
        let victim = try cache.folder.file("victim", contents)
        switch kind {
        case "short": try contents.prefix(31).write(to: file)
        case "flipped":
            contents[5] ^= 1
            try contents.write(to: file)
        case "long": try (contents + [0]).write(to: file)
        case "link": try FileManager.default.createSymbolicLink(at: file, withDestinationURL: victim)
        case "folder": try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        default: try Data().write(to: file)
        }
        let store = cache.store()
        #expect(store.secret.count == 32)
        #expect(store.secret != former.secret)
        #expect(store.secret != contents.prefix(32))
        #expect(await store.hit(key) == nil)
        #expect(cache.store().secret == store.secret)
        await store.save(CachedHead(key), body: bytes(50))
        #expect(await cache.store().hit(key) == bytes(50))
        await store.remove { _ in true }
        #expect(try cache.files().isEmpty)
    }

    @Test func `the checksum finds flipped bits and other lengths`() {
        let data = bytes(100)
        let sum = DiskCacheChecksum.value(of: data)
        for bit in 0..<800 {
            for other in [nil, (bit + 64) % 800] {
                var damaged = data
                for bit in [bit, other].compactMap({ $0 }) { damaged[bit / 8] ^= 1 << UInt8(bit % 8) }
                #expect(DiskCacheChecksum.value(of: damaged) != sum)
            }
        }
        let sums = (0..<100).map { DiskCacheChecksum.value(of: Data(count: $0)) }
        #expect(Set(sums).count == 100)
        #expect(DiskCacheChecksum.value(of: data.dropFirst(3)) == DiskCacheChecksum.value(of: Data(data.dropFirst(3))))
    }

    private func overwrite(_ file: URL, _ data: Data) throws {
        try data.write(to: file)
    }
}
