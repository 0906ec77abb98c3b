import EndpointClient
import Foundation

/// Readers of resources that change, through a cache that refreshes stale responses meanwhile. The server fails at
/// times, readers leave, a writer changes a resource, and the app removes responses.
struct CachingScenario: Scenario {
    static let name = "cache"

    private struct Record: Sendable {
        /// When each version of a resource was replaced; nil for the last one.
        var ends: [[Duration?]]
        /// How many exchanges have begun, and how many had when a removal began that has ended, for each resource.
        var exchanges = 0
        var removed: [Int]
        /// The refresh of each resource that runs and has not been cancelled.
        var refreshing: [Int: Int] = [:]
        /// The reads whose own request has failed.
        var failed: Set<Int> = []
        var reads = 0
        /// The resources whose last refresh has failed, while no other exchange has succeeded.
        var hasFailedRefresh: Set<Int> = []
    }

    private static let resources = 2
    private static let fresh = 2, stale = 4, staleIfError = 8

    private let world: World
    private let record = Locked(
        Record(
            ends: Array(repeating: [nil], count: Self.resources), removed: Array(repeating: 0, count: Self.resources)))
    private let leftovers = Leftovers()
    private let client = Locked((any APIClient)?.none)
    private let cache: HTTPCache
    private let count: Int
    private let cancelOdds: Int
    private let fails: Bool
    private let hangs: Bool
    private let allowsStaleIfError: Bool
    private let removes: Bool
    private let writes: Bool
    private let isStoreSlow: Bool

    init(_ world: World) {
        self.world = world
        count = 2 + world.roll(5)
        cancelOdds = world.happens(onceIn: 2) ? .max : 1 + world.roll(4)
        fails = world.happens(onceIn: 2)
        hangs = world.happens(onceIn: 6)
        allowsStaleIfError = world.happens(onceIn: 4)
        removes = world.happens(onceIn: 2)
        writes = world.happens(onceIn: 3)
        isStoreSlow = world.happens(onceIn: 2)
        cache = HTTPCache(store: SteppedStore(world, isSlow: isStoreSlow))
    }

    func run() async {
        let client = MemoryClient(world, answer).caching(in: cache, time: world.time)
        self.client.withLock { $0 = client }
        async let changes: Void = change()
        async let removals: Void = remove()
        async let writing: Void = write(through: client)
        let outcomes = await world.calls(0..<count, cancelledOnceIn: cancelOdds) { _ in
            for _ in 0..<1 + world.roll(5) {
                try await read(1 + world.roll(Self.resources), through: client)
                await world.dawdle()
            }
        }
        _ = await (changes, removals, writing)
        world.check(outcomes.count == count, "\(outcomes.count) of \(count) readers have ended")
    }

    func verify() {
        let refreshing = record.withLock { $0.refreshing }
        world.check(refreshing.isEmpty, "refreshes \(refreshing) have not ended")
        world.check(leftovers.count == 0, "\(leftovers.count) calls are still held after their end")
        client.withLock { $0 = nil }
    }

    // The readers.

    private func read(_ resource: Int, through client: some APIClient) async throws {
        let (number, removed) = record.withLock { record in
            record.reads += 1
            return (record.reads, record.removed[resource - 1])
        }
        let start = world.time.now()
        let endpoint = NumberedEndpoint(number: resource)
        var request = APIRequest(try endpoint.makeRequest(), for: endpoint)
        request.urlRequest.setValue("\(number)", forHTTPHeaderField: "X-Read")
        leftovers.track(&request)
        request.context = request.context.observed { observe($0, of: number, resource) }
        world.note("read \(number) of \(resource) begins")
        do {
            let response = try await client.send(request)
            let status = response.headers["Cache-Status"] ?? "nothing"
            world.note("read \(number) gets \(response.http.statusCode) \(response.numbers), \(status)")
            check(response, to: number, resource, from: start, removed)
        } catch let error as URLError {
            let hasFailed = record.withLock { $0.failed.contains(number) }
            world.check(hasFailed, "read \(number) failed, and its own request did not: \(error)")
        }
    }

    private func check(_ response: APIResponse, to number: Int, _ resource: Int, from start: Duration, _ removed: Int) {
        let (ends, hasFailed) = record.withLock { ($0.ends[resource - 1], $0.failed.contains(number)) }
        if response.http.statusCode == 503 {
            return world.check(hasFailed, "read \(number) got 503, and its own request did not")
        }
        let (numbers, status) = (response.numbers, response.headers["Cache-Status"] ?? "")
        guard response.http.statusCode == 200, numbers.count == 3, numbers[0] == resource else {
            return world.check(false, "read \(number) of \(resource) got \(response.http.statusCode) \(numbers)")
        }
        let (version, exchange) = (numbers[1], numbers[2])
        world.check(
            response.headers["ETag"] == "\"\(version)\"",
            "read \(number) got version \(version) with the headers of \(response.headers["ETag"] ?? "none")")
        world.check(
            exchange > removed, "read \(number) got exchange \(exchange), which was removed after exchange \(removed)")
        guard let end = ends[version] else { return }
        // The age of a response is at least the time since its version was replaced.
        let isHit = status.contains("hit")
        let window = !isHit ? 0 : Self.fresh + (allowsStaleIfError && hasFailed ? Self.staleIfError : Self.stale)
        world.check(
            isHit ? start - end < .seconds(window) : start <= end,
            "read \(number) got version \(version), which had been replaced for \(start - end): \(status)")
    }

    private func observe(_ step: CallStep, of number: Int, _ resource: Int) {
        world.note("read \(number): \(step)")
        switch step {
        case .decided("cacheRefreshFailed", _):
            record.withLock { _ = $0.hasFailedRefresh.insert(resource) }
        // In a slow store others may come between the decision and this step.
        case .decided("cacheStale", let fields) where fields["error"] == nil && !isStoreSlow:
            let hasFailed = record.withLock { $0.hasFailedRefresh.contains(resource) }
            world.check(!hasFailed, "read \(number) did not wait, although the last refresh has failed")
        default: break
        }
    }

    // What happens meanwhile.

    private func change() async {
        for _ in 0..<world.roll(6) {
            await world.dawdle()
            replace(1 + world.roll(Self.resources))
        }
    }

    private func replace(_ resource: Int) {
        let version = record.withLock { record in
            record.ends[resource - 1][record.ends[resource - 1].count - 1] = world.time.now()
            record.ends[resource - 1].append(nil)
            return record.ends[resource - 1].count - 1
        }
        world.note("version \(version) of \(resource)")
    }

    /// Removes the responses for all resources or for one. What was requested before that doesn't come back.
    private func remove() async {
        guard removes else { return }
        for _ in 0..<world.roll(5) {
            await world.dawdle()
            let exchanges = record.withLock { $0.exchanges }
            let resource = world.roll(1 + Self.resources)
            world.note("removal of \(resource == 0 ? "all" : "\(resource)") begins")
            if resource == 0 {
                await cache.removeAll()
            } else if let url = Self.url(resource) {
                await cache.remove(url)
            }
            world.note("removal ends")
            noteRemoval(of: resource == 0 ? 1...Self.resources : resource...resource, exchanges)
        }
    }

    /// Writes a resource, which makes the responses for it invalid.
    private func write(through client: some APIClient) async {
        guard writes else { return }
        for _ in 0..<world.roll(3) {
            await world.dawdle()
            let resource = 1 + world.roll(Self.resources)
            let endpoint = NumberedEndpoint(number: resource)
            guard var request = try? endpoint.makeRequest() else { return }
            request.httpMethod = "POST"
            let exchanges = record.withLock { $0.exchanges }
            _ = try? await client.send(APIRequest(request, for: endpoint))
            world.note("the write of \(resource) has ended")
            noteRemoval(of: resource...resource, exchanges)
        }
    }

    private func noteRemoval(of resources: ClosedRange<Int>, _ exchanges: Int) {
        record.withLock { record in
            for resource in resources { record.removed[resource - 1] = max(record.removed[resource - 1], exchanges) }
        }
    }

    private static func url(_ resource: Int) -> URL? { URL(string: "http://service.invalid/\(resource)") }
}

// The server.
extension CachingScenario {
    /// Returns the resource, its version and the number of the exchange.
    @Sendable private func answer(_ request: APIRequest) async throws -> APIResponse {
        let resource = request.number
        if request.urlRequest.httpMethod == "POST" {
            await world.dawdle()
            replace(resource)
            return try Responses.status(200)
        }
        let exchange = begin(request)
        return try await withTaskCancellationHandler {
            defer { end(exchange, of: resource) }
            if hangs, world.happens(onceIn: 4) { try await world.time.sleep(for: .seconds(1000)) }
            await world.dawdle()
            try Task.checkCancellation()
            if fails, world.happens(onceIn: 3) { return try fail(request) }
            let version = record.withLock { $0.ends[resource - 1].count - 1 }
            let isCurrent = request.urlRequest.value(forHTTPHeaderField: "If-None-Match") == "\"\(version)\""
            world.note("exchange \(exchange) reads version \(version)\(isCurrent ? ", which the cache has" : "")")
            await world.dawdle()
            record.withLock { _ = $0.hasFailedRefresh.remove(resource) }
            return try response(resource, version, exchange, isCurrent: isCurrent)
        } onCancel: {
            end(exchange, of: resource)
        }
    }

    private func begin(_ request: APIRequest) -> Int {
        let resource = request.number
        request.context.report(headers: HeaderFields(request.urlRequest))
        // Only a refresh in the background has a deadline here.
        let isRefresh = request.context.timeLeft != nil
        let (exchange, other) = record.withLock { record in
            record.exchanges += 1
            let other = record.refreshing[resource]
            if isRefresh { record.refreshing[resource] = record.exchanges }
            return (record.exchanges, other)
        }
        world.note("exchange \(exchange) for \(resource)\(isRefresh ? " is a refresh" : "")")
        if isRefresh, let other { world.check(false, "refresh \(exchange) began while \(other) was running") }
        return exchange
    }

    private func end(_ exchange: Int, of resource: Int) {
        record.withLock { if $0.refreshing[resource] == exchange { $0.refreshing[resource] = nil } }
    }

    private func fail(_ request: APIRequest) throws -> APIResponse {
        let read = request.urlRequest.value(forHTTPHeaderField: "X-Read").flatMap { Int($0) } ?? 0
        if request.context.timeLeft == nil { record.withLock { _ = $0.failed.insert(read) } }
        world.note("the server fails for read \(read)")
        if world.happens(onceIn: 2) { throw URLError(.networkConnectionLost) }
        return try Responses.status(503)
    }

    private func response(_ resource: Int, _ version: Int, _ exchange: Int, isCurrent: Bool) throws -> APIResponse {
        var control = "max-age=\(Self.fresh), stale-while-revalidate=\(Self.stale)"
        if allowsStaleIfError { control += ", stale-if-error=\(Self.staleIfError)" }
        let headers: HeaderFields = ["Cache-Control": control, "ETag": "\"\(version)\""]
        guard let url = Self.url(resource),
            let http = HTTPURLResponse(
                url: url, statusCode: isCurrent ? 304 : 200, httpVersion: nil, headerFields: headers.dictionary)
        else { throw PlannedFailure() }
        let response = APIResponse(http: http, headers: headers, body: .data(Data()))
        return isCurrent ? response : response.with(resource, version, exchange)
    }
}

/// The store in memory, in which other tasks may come between any two operations, as with one on disk.
private struct SteppedStore: CacheStore {
    private let world: World
    private let isSlow: Bool
    private let store = HTTPCache.memory().store

    /// The same for each run with a seed, unlike that of the store in memory.
    let secret = Data(repeating: 1, count: 32)

    init(_ world: World, isSlow: Bool) {
        (self.world, self.isSlow) = (world, isSlow)
    }

    func heads(for key: CacheKey) async -> [CachedHead] { await stepped { await store.heads(for: key) } }

    func body(of head: CachedHead) async -> Data? { await stepped { await store.body(of: head) } }

    func save(_ head: CachedHead, body: Data) async { await stepped { await store.save(head, body: body) } }

    func update(_ head: CachedHead, replacing old: CachedHead) async {
        await stepped { await store.update(head, replacing: old) }
    }

    func remove(where isRemoved: @Sendable (CacheKey) -> Bool) async {
        await stepped { await store.remove(where: isRemoved) }
    }

    private func stepped<Result>(_ operation: () async -> Result) async -> Result {
        await pause()
        let result = await operation()
        await pause()
        return result
    }

    private func pause() async {
        guard isSlow else { return }
        for _ in 0..<world.roll(3) { await world.yield() }
    }
}
