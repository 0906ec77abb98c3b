import EndpointClient
import EndpointTesting
import Testing

private func cachingInMemory(_ api: URL) -> any APIClient {
    let client = LiveClient(baseURL: api).standard {
        $0.cache = .memory()
        $0.isCoalescing = true
    }
    return client
}

private func cachingOnDisk(_ api: URL, _ folder: URL) async -> any APIClient {
    let store = DiskCacheStore(folder: folder, bytes: 50_000_000) { problem in print(problem) }
    let cache = HTTPCache(store: store, options: .init(staleWhenOffline: true))
    let client = LiveClient(baseURL: api).standard { $0.cache = cache }
    await cache.removeAll(below: api.appendingPathComponent("books"))
    return client
}

private func emptying(_ api: URL) async -> any APIClient {
    let cache = HTTPCache.memory()
    let client = LiveClient(baseURL: api).standard { $0.cache = cache }
    await cache.removeAll()
    return client
}

@Suite struct FewerCallsListings {
    @Test func `the stacks of the page have a cache`() async throws {
        let api = try #require(URL(string: "https://api.example.com/v1"))
        #expect("\(cachingInMemory(api))".contains("Coalescing › Caching › Retrying"))
        #expect("\(await emptying(api))".contains("Caching"))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("endpoint-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect("\(await cachingOnDisk(api, folder))".contains("Caching › Retrying"))
    }
}
