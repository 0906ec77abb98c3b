import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient

/// The bounds of the store in memory.
@Suite struct MemoryCacheStoreTests {
    private func head(_ name: String, _ variant: String = "") throws -> CachedHead {
        let url = try #require(URL(string: "https://a.example/\(name)"))
        return CachedHead(
            key: CacheKey(url: url.absoluteString, owner: ""), variant: variant, status: 200, httpVersion: "HTTP/1.1",
            fields: [["A", "1"]], url: url, requestTime: 0, responseTime: 0)
    }

    @Test func `the least recently used responses are removed when the bytes are used up`() async throws {
        let store = MemoryCacheStore(bytes: 3_500)
        for name in ["a", "b", "c"] { await store.save(try head(name), body: Data(count: 700)) }
        #expect(await store.body(of: try head("a")) != nil)
        await store.save(try head("d"), body: Data(count: 700))
        #expect(await store.body(of: try head("b")) == nil)
        #expect(await store.body(of: try head("a")) != nil && store.size <= 3_500)
        await store.save(try head("e"), body: Data(count: 4_000))
        #expect(await store.body(of: try head("e")) == nil && store.count == 3)
    }

    @Test func `a server with ten thousand variants of one URL fills only the places of that URL`() async throws {
        let store = MemoryCacheStore(bytes: 1 << 24, variants: 16)
        await store.save(try head("other"), body: Data(count: 10))
        for number in 0..<10_000 { await store.save(try head("x", "\(number)"), body: Data(count: 10)) }
        let heads = await store.heads(for: try head("x").key)
        #expect(heads.map(\.variant) == (9_984..<10_000).reversed().map(String.init))
        #expect(await store.body(of: try head("other")) != nil && store.count == 17)
    }

    @Test func `an update keeps the body and makes the response the newest`() async throws {
        let store = MemoryCacheStore(bytes: 1 << 20)
        await store.save(try head("x", "1"), body: Data("one".utf8))
        await store.save(try head("x", "2"), body: Data("two".utf8))
        let old = try head("x", "1")
        var changed = old
        changed.fields = [["B", "2"]]
        await store.update(changed, replacing: old)
        #expect(await store.heads(for: changed.key).first == changed)
        #expect(await store.body(of: changed) == Data("one".utf8))
        await store.update(try head("missing"), replacing: try head("missing"))
        await store.update(try head("x", "1"), replacing: old)
        #expect(await store.heads(for: changed.key).first == changed)
        #expect(store.count == 2)
    }

    @Test func `the body of a response that another one has replaced is not that of the other`() async throws {
        let store = MemoryCacheStore(bytes: 1 << 20)
        let old = try head("x")
        var new = old
        new.responseTime = 1
        await store.save(old, body: Data("old".utf8))
        await store.save(new, body: Data("new".utf8))
        #expect(await store.body(of: old) == nil)
        #expect(await store.body(of: new) == Data("new".utf8))
    }

    @Test func `random use never exceeds the bounds or loses count`() async throws {
        var dice = SplitMix64(seed: 9111)
        let store = MemoryCacheStore(bytes: 20_000, variants: 3)
        for _ in 0..<(isThorough ? 20_000 : 2_000) {
            let head = try head("\(Int.random(in: 0..<12, using: &dice))", "\(Int.random(in: 0..<5, using: &dice))")
            switch Int.random(in: 0..<8, using: &dice) {
            case 0: await store.remove { $0 == head.key }
            case 1: await store.update(head, replacing: head)
            case 2, 3: _ = await store.body(of: head)
            default: await store.save(head, body: Data(count: Int.random(in: 0..<3_000, using: &dice)))
            }
            #expect(store.size <= 20_000 && store.size >= 0)
        }
        await store.remove { _ in true }
        #expect(store.size == 0 && store.count == 0)
    }

    @Test func `each store has a secret of its own`() {
        let (one, other) = (MemoryCacheStore(bytes: 1), MemoryCacheStore(bytes: -1))
        #expect(one.secret.count == 32 && one.secret != other.secret)
    }
}
