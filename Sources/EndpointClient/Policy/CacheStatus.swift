/// How a cache has answered a request: the member that it adds to `Cache-Status` (RFC 9211).
enum CacheStatus: Hashable, Sendable {
    /// With a stored response, which remains fresh for so many seconds; negative for a stale one.
    case hit(timeLeft: Double)
    /// With a response of the server, for a reason. The status is that of the server if the caller gets another one.
    case forwarded(Reason, status: Int? = nil, isStored: Bool = false)

    /// Why a request was sent to the server (RFC 9211 §2.2).
    enum Reason: String, Hashable, Sendable {
        /// Nothing is stored for the URL.
        case uriMiss = "uri-miss"
        /// No stored response has the request headers that it depends on.
        case varyMiss = "vary-miss"
        /// What was stored can't be used.
        case miss
        /// The request demands it.
        case request
        /// The stored response is stale.
        case stale
        /// The credential isn't known before the request is sent.
        case bypass
    }

    /// `Endpoint; hit; ttl=59`, `Endpoint; fwd=stale; fwd-status=304; stored`
    var text: String {
        switch self {
        case .hit(let timeLeft): "Endpoint; hit; ttl=\(Self.whole(timeLeft))"
        case .forwarded(let reason, let status, let isStored):
            "Endpoint; fwd=\(reason.rawValue)" + (status.map { "; fwd-status=\($0)" } ?? "")
                + (isStored ? "; stored" : "")
        }
    }

    /// Whole seconds, rounded down, within 31 bits.
    static func whole(_ seconds: Double) -> Int {
        let number = seconds.isNaN ? 0 : seconds.rounded(.down)
        return Int(clamping: Int64(max(1 - 0x1p31, min(0x1p31 - 1, number))))
    }
}
