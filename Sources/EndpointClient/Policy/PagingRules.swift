/// Decides whether the next page of a list may be requested: up to a maximum number of pages, no page twice, all from
/// one origin.
struct PagingRules: Sendable {
    private let limit: Int
    private var pages = 0
    private var requests: Set<SentRequest> = []

    /// Rules for a list of at most `limit` pages.
    init(limit: Int) {
        self.limit = limit
    }

    /// Admits the request for a page. Without a previous page, it is the first one.
    ///
    /// A relative URL goes to the client's base URL. An absolute one has to go to the origin that the previous page
    /// came from, or that its request was addressed to before redirects. It is rejected if neither is known because
    /// both URLs are relative, as with a mock without a base URL.
    ///
    /// A page has been read if a request with its URL was admitted, or if a response came from its URL: a link to the
    /// first page is absolute even if the first request was relative. The fragment of a URL is not sent (RFC 3986
    /// §3.5), so it does not make another page.
    mutating func admit(_ request: URLRequest, after former: (request: URLRequest, response: URLResponse)?)
        throws(PagingError)
    {
        guard pages < limit else { throw PagingError(.tooManyPages(limit: limit), of: request) }
        if let former, let origin = request.url.flatMap(Origin.init) {
            let known = [former.response.url, former.request.url].compactMap { $0.flatMap(Origin.init) }
            guard known.contains(origin) else {
                throw PagingError(.otherOrigin(known.first.map { "\($0)" } ?? "a relative URL"), of: request)
            }
        }
        if let former { requests.insert(SentRequest(former.request, to: former.response.url)) }
        guard requests.insert(SentRequest(request, to: request.url)).inserted else {
            throw PagingError(.loop, of: request)
        }
        pages += 1
    }
}

/// Distinguishes requests. `URLRequest` does not compare the bodies.
private struct SentRequest: Hashable, Sendable {
    private let method: String?
    private let url: String?
    private let headers: HeaderFields
    private let body: Data?

    /// A request, sent to a URL.
    init(_ request: URLRequest, to url: URL?) {
        (method, self.url) = (request.httpMethod, url.map { String($0.absoluteString.prefix { $0 != "#" }) })
        (headers, body) = (HeaderFields(request), request.httpBody)
    }
}
