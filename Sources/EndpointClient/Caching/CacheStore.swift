/// Where a cache keeps its responses: in memory, on disk, or in a place of your own.
///
/// A store keeps what it is given until it needs the space, and decides nothing: what may be stored, for how long and
/// for whom is decided by the cache. A store that fails to read or to write reports no error: what it doesn't have is
/// requested again.
public protocol CacheStore: Sendable {
    /// Random bytes by which the cache hides whose a response is, and the request headers that it depends on. They stay
    /// the same as long as the responses are kept.
    var secret: Data { get }

    /// The heads of all responses with this key, the newest first.
    func heads(for key: CacheKey) async -> [CachedHead]

    /// The body of exactly this response; nil if it is missing or damaged, or if another response or a confirmed head
    /// has replaced it. A store that keeps bodies in memory returns them without a copy.
    func body(of head: CachedHead) async -> Data?

    /// Keeps a response, in place of the one with the same key and variant.
    func save(_ head: CachedHead, body: Data) async

    /// Replaces the head of exactly this response, which the server has confirmed, and keeps its body. If another
    /// response has replaced it meanwhile, that one stays.
    func update(_ head: CachedHead, replacing old: CachedHead) async

    /// Removes the responses whose keys match.
    func remove(where isRemoved: @Sendable (CacheKey) -> Bool) async
}

/// What the responses of a cache are found by.
public struct CacheKey: Hashable, Sendable, Codable {
    /// The absolute URL without its fragment.
    public let url: String

    /// Whose response it is: the account that the app names, or a digest of the credential. Empty without a credential.
    public let owner: String

    /// A key, which a cache makes for each request.
    public init(url: String, owner: String) {
        (self.url, self.owner) = (url, owner)
    }
}

/// A stored response without its body.
public struct CachedHead: Hashable, Sendable, Codable {
    /// What it is found by.
    public let key: CacheKey

    /// A digest of the request headers that the response depends on (`Vary`); empty if it depends on none.
    public let variant: String

    /// The status code (RFC 9110 §15).
    public var status: Int

    /// The version of the protocol: `HTTP/1.1`, `HTTP/2`.
    public var httpVersion: String

    /// The header fields as they were received, or as the last confirmation has replaced them, names and values.
    public var fields: [[String]]

    /// The URL of the response, after redirects.
    public var url: URL

    /// When the request was sent, in seconds since 1970.
    public var requestTime: Double

    /// When the response arrived, in seconds since 1970.
    public var responseTime: Double

    /// A head from its parts.
    public init(
        key: CacheKey, variant: String, status: Int, httpVersion: String, fields: [[String]], url: URL,
        requestTime: Double, responseTime: Double
    ) {
        (self.key, self.variant, self.status, self.httpVersion) = (key, variant, status, httpVersion)
        (self.fields, self.url, self.requestTime, self.responseTime) = (fields, url, requestTime, responseTime)
    }
}
