/// The refreshes of stale responses that were used meanwhile: one at a time for each response.
final class CacheRefreshes: Sendable {
    /// A stored response.
    struct ID: Hashable, Sendable {
        let key: CacheKey
        let variant: String

        init(_ head: CachedHead) { (key, variant) = (head.key, head.variant) }
    }

    private struct State {
        var running: [ID: Task<RefreshedResponse, any Error>] = [:]
        var failed: Set<ID> = []
    }

    private let state = Locked(State())
    private static let limit = 1024

    /// The refresh of a response that is under way, or else one that starts now, and whether it starts.
    func begin(
        _ id: ID, _ refresh: @escaping @Sendable () async throws -> RefreshedResponse
    ) -> (task: Task<RefreshedResponse, any Error>, isNew: Bool) {
        state.withLock { state in
            if let running = state.running[id] { return (running, false) }
            let task = Task { [self] in
                let result = await Result { try await refresh() }
                end(id, isGood: (try? result.get())?.isStored ?? false)
                return try result.get()
            }
            state.running[id] = task
            return (task, true)
        }
    }

    private func end(_ id: ID, isGood: Bool) {
        state.withLock { state in
            state.running[id] = nil
            if state.failed.count >= Self.limit { state.failed = [] }
            if isGood { state.failed.remove(id) } else { state.failed.insert(id) }
        }
    }

    /// Whether the last refresh of a response has failed.
    func hasFailed(_ id: ID) -> Bool { state.withLock { $0.failed.contains(id) } }

    /// The server has confirmed or replaced a response.
    func succeeded(_ id: ID) { state.withLock { _ = $0.failed.remove(id) } }

    /// Returns when the refreshes that are under way have ended.
    func settle() async {
        for task in state.withLock({ Array($0.running.values) }) { _ = await task.result }
    }
}

/// The response that a refresh has brought: that of the server, or the stored one that it has confirmed.
struct RefreshedResponse: Sendable {
    let response: APIResponse
    /// Whether the cache has it now.
    let isStored: Bool
    /// The headers of its request that it depends on, as one text; nil if it may belong to another credential than the
    /// request of the cache.
    let variant: String?

    /// Whether it answers another call with the same key.
    func answers(_ call: CachedCall) -> Bool {
        guard let names = CacheVariant.names(in: response.headers) else { return false }
        return variant == CacheVariant.text(names, of: call.rules.headers)
    }
}
