/// Decides whether a response redirects its request, and what the next request contains (RFC 9110 §15.4, WHATWG Fetch
/// §4.4).
///
/// No credential leaves its origin, in whatever header it is: only the headers in a short list are sent to another
/// origin. A body is sent again if the status keeps it, as in every browser. A redirect from `https` to `http` is
/// rejected.
struct RedirectPolicy: Hashable, Sendable {
    /// How many redirects one request may follow.
    let limit: Int

    /// Whether `http` without TLS may go to other machines. A redirect from `https` to `http` is rejected in any case.
    let allowsInsecureConnections: Bool

    /// A policy from its rules. A negative limit counts as zero.
    init(limit: Int = 10, allowsInsecureConnections: Bool = false) {
        self.limit = max(0, limit)
        self.allowsInsecureConnections = allowsInsecureConnections
    }

    /// The request to send next; nil if the response is final.
    ///
    /// Only 301, 302, 303, 307 and 308 with a `Location` redirect. The location is the header as it arrived, relative
    /// or absolute; `hop` is the number of redirects followed so far.
    ///
    /// - Throws: `URLError.httpTooManyRedirects` beyond the limit; `RequestError` with
    ///   `RequestError.Reason.redirect(_:to:)` when the target is malformed or must not receive the request.
    func next(
        status: Int, location: String?, method: String, url: URL, headers: HeaderFields, hasBody: Bool, hop: Int
    ) throws -> Redirect? {
        guard [301, 302, 303, 307, 308].contains(status) else { return nil }
        guard let location, !location.utf8.allSatisfy(\.isBlank) else { return nil }
        guard hop < limit else { throw tooManyRedirects }
        let target = try RedirectTarget(location, from: url)
        try check(target)
        let becomesGet = Self.becomesGet(status, method)
        return Redirect(
            url: target.url, origin: target.origin, method: becomesGet ? "GET" : method,
            headers: Redirect.headers(headers, dropsBody: becomesGet, crossesOrigin: target.origin != target.source),
            keepsBody: hasBody && !becomesGet)
    }

    private var tooManyRedirects: URLError {
        let times = limit.counted("time")
        let sentence = "The server redirected the call more than \(times), the client's limit `redirects`."
        return URLError(.httpTooManyRedirects, description: sentence)
    }

    private func check(_ target: RedirectTarget) throws(RequestError) {
        if target.origin.isSecure { return }
        if target.source.isSecure { throw target.refusal("it leads from https to http.") }
        if allowsInsecureConnections || target.origin.isLoopback { return }
        throw target.refusal(
            "it is unencrypted http to another machine. "
                + "Use https, or set allowsInsecureConnections to true in the APIEnvironment.")
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

/// The next request after a redirect.
struct Redirect: Hashable, Sendable {
    /// Where to send it; absolute, without user information and fragment.
    let url: URL

    /// The origin of the URL.
    let origin: Origin

    /// The method; `GET` if the status changes it.
    let method: String

    /// All headers to send; to another origin, only those that cannot be a credential.
    let headers: HeaderFields

    /// Whether the body is sent again.
    let keepsBody: Bool

    /// The headers of the next request.
    ///
    /// The list has the headers that may be sent to another origin. A list of forbidden ones would miss credentials in
    /// headers with other names. A `traceparent` that the app has set is not forwarded, because a trace belongs to one
    /// system; a client that traces the call itself adds one to every request. `Idempotency-Key` is forwarded: without
    /// it, a request that is sent again would be performed twice.
    static func headers(_ headers: HeaderFields, dropsBody: Bool, crossesOrigin: Bool) -> HeaderFields {
        guard dropsBody || crossesOrigin else { return headers }
        return headers.filter { field in
            !(dropsBody && describesBody(field.name))
                && !(crossesOrigin && !allowedAcrossOrigins.containsIgnoringCase(field.name))
        }
    }

    /// RFC 9110 §15.4, with the successor of `Digest` (RFC 9530).
    private static func describesBody(_ name: String) -> Bool {
        "content-".isEqualIgnoringCase(name.prefix(8)) || representation.containsIgnoringCase(name)
    }

    private static let representation: WordList = "digest last-modified repr-digest"

    private static let allowedAcrossOrigins: WordList = """
        accept accept-encoding accept-language cache-control content-digest content-disposition content-encoding
        content-language content-range content-type idempotency-key if-match if-modified-since if-none-match if-range
        if-unmodified-since last-event-id prefer range user-agent
        """
}

/// The target of a `Location`, resolved by RFC 3986 from its raw text and checked.
struct RedirectTarget: Sendable {
    /// The URL to send to, without user information and fragment.
    let url: URL
    let origin: Origin
    /// The origin that sent the redirect.
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
