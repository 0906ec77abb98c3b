/// A private cache of responses (RFC 9111): a store, and what all clients with this cache share.
///
/// ```swift
/// let cache = HTTPCache.memory()
/// let client = LiveClient(baseURL: api).standard { $0.cache = cache }
/// await cache.removeAll()
/// ```
///
/// Each response belongs to the account or the credential of its request, and is found only by requests of the same
/// one.
public final class HTTPCache: Sendable {
    /// What a cache does beyond the rules of the protocol.
    public struct Options: Sendable {
        /// Whether a stale response answers a request if the server can't be reached, whatever its age. A response that
        /// says `no-cache` or `must-revalidate` never does.
        public var staleWhenOffline: Bool

        /// The name of the account that requests belong to now, such as the identifier of the signed-in user; nil, also
        /// as a result, if it isn't known. Without a name, responses belong to the credential of their request, and a
        /// new token doesn't find those of the one before.
        ///
        /// The name has to change with the credential. It is part of what is stored.
        public var account: (@Sendable () -> String?)?

        /// The rules of the protocol alone, unless an option is set.
        public init(staleWhenOffline: Bool = false, account: (@Sendable () -> String?)? = nil) {
            (self.staleWhenOffline, self.account) = (staleWhenOffline, account)
        }
    }

    let options: Options
    package let store: any CacheStore
    let refreshes = CacheRefreshes()
    let digests: CacheDigests
    private let removals = CacheRemovals()

    /// A cache over a store of your own.
    public init(store: any CacheStore, options: Options = Options()) {
        (self.store, self.options) = (store, options)
        digests = CacheDigests(secret: store.secret)
    }

    /// A cache in memory, for the time of the process. When it holds more bytes, the least recently used responses are
    /// removed; a response that is longer than that is not stored. A negative number counts as zero.
    public static func memory(bytes: Int = 16 << 20, options: Options = Options()) -> HTTPCache {
        HTTPCache(store: MemoryCacheStore(bytes: bytes), options: options)
    }

    /// The number of removals so far. A response that was requested before one of them isn't stored after it.
    var removalCount: Int { removals.count }

    /// Whether it never waits for anything outside the process.
    var isInMemory: Bool { store is MemoryCacheStore }
}

// What the app can see and remove.
extension HTTPCache {
    /// The heads of the responses that are stored for a URL, or for those below it, of all accounts and credentials.
    /// Without a URL they are all that are stored.
    public func entries(below url: URL? = nil) async -> [CachedHead] {
        let prefix = url.map(Self.text)
        var heads: [CachedHead] = []
        for key in await keys() where prefix.map({ key.isBelow($0) }) ?? true { heads += await store.heads(for: key) }
        return heads
    }

    /// Removes the responses for a URL, whatever account they belong to.
    public func remove(_ url: URL) async {
        let text = Self.text(url)
        await remove { $0.url == text }
    }

    /// Removes the responses for a URL and for those below it: for `https://example.com/books` also
    /// `https://example.com/books/1` and `https://example.com/books?page=2`.
    public func removeAll(below url: URL) async {
        let prefix = Self.text(url)
        await remove { $0.isBelow(prefix) }
    }

    /// Removes the responses of an account that ``Options/account`` has named.
    public func removeAll(ofAccount name: String) async {
        let owner = Self.owner(account: name)
        await remove { $0.owner == owner }
    }

    /// Removes all responses.
    public func removeAll() async { await remove { _ in true } }

    func remove(where isRemoved: @Sendable (CacheKey) -> Bool) async {
        await removals.begin()
        await store.remove(where: isRemoved)
    }

    /// Saves a response whose call began after so many removals. Returns false, and does nothing, if there were more.
    func save(_ head: CachedHead, body: Data, removals count: Int) async -> Bool {
        await removals.save(after: count) { await store.save(head, body: body) }
    }

    /// All keys: those that a removal of nothing visits.
    private func keys() async -> Set<CacheKey> {
        let keys = Locked(Set<CacheKey>())
        await store.remove { key in
            keys.withLock { _ = $0.insert(key) }
            return false
        }
        return keys.withLock { $0 }
    }

    /// The URL as it is in keys.
    private static func text(_ url: URL) -> String {
        let resolved = try? BaseURL(nil).resolve(url, allowsInsecureConnections: true)
        return (resolved ?? url).absoluteString
    }

    static func owner(account name: String) -> String { "account:\(name)" }
}

extension CacheKey {
    /// Whether the URL is another one or below it.
    fileprivate func isBelow(_ prefix: String) -> Bool {
        guard url.hasPrefix(prefix) else { return false }
        guard let next = url.utf8.dropFirst(prefix.utf8.count).first else { return true }
        return prefix.hasSuffix("/") || next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
    }
}

/// Digests of texts with the secret of a store. The last ones are remembered, because each request needs the same ones.
final class CacheDigests: Sendable {
    private let digest: KeyedDigest
    private let known = Locked<[String: String]>([:])
    private let secretNames = Locked<[String: Bool]>([:])
    private static let limit = 256

    init(secret: Data) { digest = KeyedDigest(key: secret) }

    /// The digest of a text; empty for an empty one.
    func digest(_ text: String) -> String {
        if text.isEmpty { return "" }
        if let known = known.withLock({ $0[text] }) { return known }
        let value = digest.hexadecimal(text.utf8)
        known.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[text] = value
        }
        return value
    }

    /// Whether the name of a request header is that of a credential.
    func isSecret(_ name: String) -> Bool {
        if let known = secretNames.withLock({ $0[name] }) { return known }
        let value = Redaction.standard.isSecret(header: name)
        secretNames.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[name] = value
        }
        return value
    }
}
