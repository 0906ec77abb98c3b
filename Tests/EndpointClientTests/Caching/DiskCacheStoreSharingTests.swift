import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient

/// Several stores in one folder, as in several processes: a store has no memory of what is in its files.
@Suite struct DiskCacheStoreSharingTests {
    @Test func `two stores that begin at the same time have one secret`() async throws {
        for _ in 0..<(isThorough ? 200 : 10) {
            let cache = try CacheFixture()
            let folder = cache.folder.url
            let secrets = await withTaskGroup(of: Data.self) { group in
                for _ in 0..<16 { group.addTask { DiskCacheStore(folder: folder).secret } }
                return await group.reduce(into: Set<Data>()) { $0.insert($1) }
            }
            #expect(secrets.count == 1)
            #expect(secrets.first?.count == 32)
            #expect(try FileManager.default.contentsOfDirectory(atPath: cache.root.path) == ["secret-1"])
        }
        #expect(try CacheFixture().store().secret != CacheFixture().store().secret)
    }

    @Test func `a secret that another process has written meanwhile stays`() throws {
        let cache = try CacheFixture()
        let folder = try DiskCacheFolder(in: cache.folder.url)
        let root = try folder.create()
        let (first, second) = (DiskCacheSecret.random(), DiskCacheSecret.random())
        for secret in [first, second] { try DiskCacheSecret.write(secret, "secret-1", in: root, folder.url) }
        #expect(cache.store().secret == first)
    }

    @Test func `four stores that write at the same time never give a wrong body`() async throws {
        let cache = try CacheFixture()
        let reports = Tally()
        let wrong = await withTaskGroup(of: Int.self) { group in
            for writer in 0..<4 {
                let store = cache.store(bytes: 30_000) { _ in reports.add() }
                group.addTask { await use(store, seed: UInt64(writer)) }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
        #expect(reports.count == 0)
        #expect(try !cache.files().isEmpty)
        let left = try FileManager.default.subpathsOfDirectory(atPath: cache.root.path)
        #expect(left.filter { $0.contains("new-") }.isEmpty)
    }

    @Test func `a response that another process removes while it is written is no problem to report`() async throws {
        let cache = try CacheFixture()
        let reports = Tally()
        let (writer, remover) = (cache.store(bytes: 64 << 20) { _ in reports.add() }, cache.store())
        let body = Data(count: 3_000_000)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<40 { await writer.save(CachedHead(CacheKey("1"), at: Double(number)), body: body) }
            }
            group.addTask {
                while !Task.isCancelled { await remover.remove { _ in false } }
            }
            await group.next()
            group.cancelAll()
        }
        #expect(reports.count == 0)
        await writer.save(CachedHead(CacheKey("1"), at: 1000), body: body)
        #expect(await writer.hit(CacheKey("1")) == body)
    }

    /// Stores, confirms, removes and reads, and counts the bodies that don't belong to their heads.
    private func use(_ store: DiskCacheStore, seed: UInt64) async -> Int {
        var chance = SplitMix64(seed: seed)
        var wrong = 0
        for _ in 0..<(isThorough ? 5000 : 150) {
            let key = CacheKey("\(Int.random(in: 0..<8, using: &chance))")
            switch Int.random(in: 0..<8, using: &chance) {
            case 0: await store.remove { $0 == key }
            case 1:
                guard let old = await store.heads(for: key).first else { continue }
                var head = old
                head.fields.append(["Age", "1"])
                await store.update(head, replacing: old)
            case 2...4:
                let number = Int.random(in: 0..<2000, using: &chance)
                let head = CachedHead(key, "\(number % 3)", fields: [["ETag", "\(number)"]])
                await store.save(head, body: bytes(number))
            default:
                for head in await store.heads(for: key) {
                    let number = head.fields.first?.last.flatMap { Int($0) } ?? 0
                    if let body = await store.body(of: head), body != bytes(number) { wrong += 1 }
                }
            }
        }
        return wrong
    }
}
