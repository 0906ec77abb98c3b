/// Decides whether a response sends its request elsewhere, and what goes along (RFC 9110 §15.4, WHATWG Fetch §4.4).
///
/// No credential leaves its origin, whatever the header is called: across origins only a short list of headers travels. A
/// body that the status keeps does travel, as in every browser. `https` never becomes `http`.
public struct RedirectPolicy: Hashable, Sendable {
    /// How many redirects one request may follow.
    public let limit: Int

    /// Whether cleartext `http` may go to other machines than this one. Also when it may, `https` does not become `http`.
    public let allowsInsecureConnections: Bool

    /// Whether redirects are followed at all; if not, a redirect is a response like any other.
    public let followsRedirects: Bool

    /// A policy by its rules. A negative limit is zero.
    public init(limit: Int = 10, allowsInsecureConnections: Bool = false, followsRedirects: Bool = true) {
        self.limit = max(0, limit)
        self.allowsInsecureConnections = allowsInsecureConnections
        self.followsRedirects = followsRedirects
    }

    /// The request to send next; nil when the response is final.
    ///
    /// Only 301, 302, 303, 307 and 308 with a `Location` redirect. The location is the header as it arrived, relative or
    /// absolute; `hop` counts the redirects that have been followed already.
    ///
    /// - Throws: `URLError.httpTooManyRedirects` beyond the limit; ``RequestError`` with ``RequestError/Reason/redirect(_:to:)``
    ///   when the target is malformed or not to be trusted with the request.
    public func next(
        status: Int, location: String?, method: String, url: URL, headers: [String: String], hasBody: Bool, hop: Int
    ) throws -> Redirect? {
        guard followsRedirects, [301, 302, 303, 307, 308].contains(status) else { return nil }
        guard let location, !location.utf8.allSatisfy(\.isBlank) else { return nil }
        guard hop < limit else { throw URLError(.httpTooManyRedirects) }
        let target = try RedirectTarget(location, from: url)
        try check(target)
        let becomesGet = Self.becomesGet(status, method)
        return Redirect(
            url: target.url, origin: target.origin, method: becomesGet ? "GET" : method,
            headers: Redirect.headers(headers, dropsBody: becomesGet, crossesOrigin: target.origin != target.source),
            keepsBody: hasBody && !becomesGet)
    }

    private func check(_ target: RedirectTarget) throws(RequestError) {
        if target.origin.isSecure { return }
        if target.source.isSecure { throw target.refusal("it leads from https to http.") }
        if allowsInsecureConnections || target.origin.isLoopback { return }
        throw target.refusal("it is cleartext http to another machine, which the environment does not allow.")
    }

    private static func becomesGet(_ status: Int, _ method: String) -> Bool {
        switch (status, method) {
        case (301, "POST"), (302, "POST"): true
        case (303, "GET"), (303, "HEAD"): false
        case (303, _): true
        default: false
        }
    }
}
