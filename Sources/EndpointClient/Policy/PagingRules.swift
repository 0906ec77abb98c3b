/// Decides whether the next page of a list may be requested: up to a maximum number of pages, no page twice, all from
/// one origin.
struct PagingRules: Sendable {
    private let limit: Int
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
    mutating func admit(_ request: URLRequest, after former: (request: URLRequest, response: URLResponse)?)
        throws(PagingError)
    {
        guard requests.count < limit else { throw PagingError(.tooManyPages(limit: limit), of: request) }
        if let former, let origin = request.url.flatMap(Origin.init) {
            let known = [former.response.url, former.request.url].compactMap { $0.flatMap(Origin.init) }
            guard known.contains(origin) else {
                throw PagingError(.otherOrigin(known.first.map { "\($0)" } ?? "a relative URL"), of: request)
            }
        }
        guard requests.insert(SentRequest(request)).inserted else { throw PagingError(.loop, of: request) }
    }
}

/// Distinguishes requests. `URLRequest` does not compare the bodies.
private struct SentRequest: Hashable, Sendable {
    private let method: String?
    private let url: String?
    private let headers: HeaderFields
    private let body: Data?

    init(_ request: URLRequest) {
        (method, url) = (request.httpMethod, request.url?.absoluteString)
        (headers, body) = (HeaderFields(request), request.httpBody)
    }
}
