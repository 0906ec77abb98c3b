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

/// The request that a redirect asks for, as ``RedirectPolicy`` decides it.
public struct Redirect: Hashable, Sendable {
    /// Where to send it; absolute, without user information and fragment.
    public let url: URL

    /// Who the URL speaks to.
    public let origin: Origin

    /// The method, `GET` where the status changes it.
    public let method: String

    /// All headers to send; when the origin has changed, only those that are no credential to anyone.
    public let headers: [String: String]

    /// Whether the body is sent again.
    public let keepsBody: Bool
}

extension Redirect {
    /// The headers that go along.
    ///
    /// The list of those that may cross origins is short on purpose. A list of those that may not would miss every credential
    /// that someone gives a name of their own. `traceparent` stays behind as well: a trace belongs to its own system. An
    /// `Idempotency-Key` goes along: without it, a request that is sent again would be carried out twice.
    static func headers(_ headers: [String: String], dropsBody: Bool, crossesOrigin: Bool) -> [String: String] {
        guard dropsBody || crossesOrigin else { return headers }
        return headers.filter { name, _ in
            let name = name.lowercased()
            return !(dropsBody && describesBody(name)) && !(crossesOrigin && !travelling.contains(name))
        }
    }

    /// RFC 9110 §15.4, with the successor of `Digest` (RFC 9530).
    private static func describesBody(_ name: String) -> Bool {
        name.hasPrefix("content-") || ["digest", "last-modified", "repr-digest"].contains(name)
    }

    private static let travelling: WordList = """
        accept accept-encoding accept-language cache-control content-digest content-disposition content-encoding
        content-language content-range content-type idempotency-key if-match if-modified-since if-none-match if-range
        if-unmodified-since prefer range user-agent
        """
}

/// Where a `Location` leads, resolved by RFC 3986 from its raw text and checked.
struct RedirectTarget: Sendable {
    /// The URL to send to, without user information and fragment.
    let url: URL
    let origin: Origin
    /// The origin that answered with the redirect.
    let source: Origin

    private let location: String

    init(_ location: String, from url: URL) throws(RequestError) {
        let base = URLReference(url.absoluteString)
        guard let reference = URLReference(location: location) else {
            throw Self.refusal("it contains a control character.", location)
        }
        let target = reference.resolved(against: base)
        do throws(RequestError) {
            source = try Origin(base)
            origin = try Origin(target)
            self.url = try Self.url(of: target, at: origin)
        } catch {
            throw Self.refusal(Self.problem(error), location)
        }
        self.location = location
    }

    /// Why the redirect is not followed.
    func refusal(_ problem: String) -> RequestError {
        Self.refusal(problem, location)
    }

    private static func refusal(_ problem: String, _ location: String) -> RequestError {
        RequestError(.redirect(problem, to: location))
    }

    private static func url(of target: URLReference, at origin: Origin) throws(RequestError) -> URL {
        let text = origin.description + target.path + (target.query.map { "?" + $0 } ?? "")
        guard let url = URL(string: text), url.absoluteString == text else { throw RequestError(.url(text)) }
        return url
    }

    private static func problem(_ error: RequestError) -> String {
        switch error.reason {
        case .scheme: "its scheme is neither http nor https."
        case .host: "its host or port cannot be used."
        default: "it is not a usable URL."
        }
    }
}
