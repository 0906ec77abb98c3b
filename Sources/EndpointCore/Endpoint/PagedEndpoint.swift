/// An endpoint that reads one page of a list which the server gives out in pages.
///
/// Cursors, page numbers, offsets and links differ only in what the endpoint of the next page is made of:
///
/// ```swift
/// struct ReviewList: JsonEndpoint, PagedEndpoint {
///     struct Content: Decodable, Sendable { let reviews: [Review], cursor: String? }
///     var cursor: String?
///
///     func makeRequest() throws -> URLRequest { try .get("reviews", query: ["after": cursor]) }
///     func nextPage(after page: Content, _ response: HTTPURLResponse) -> ReviewList? { page.cursor.map(ReviewList.init) }
/// }
/// ```
///
/// | the server has | `nextPage` returns |
/// |---|---|
/// | a cursor | `page.cursor.map { Self(cursor: $0) }` |
/// | page numbers | `number < page.lastNumber ? Self(number: number + 1) : nil` |
/// | offsets | `page.items.isEmpty ? nil : Self(offset: offset + page.items.count)` |
/// | `Link: <…>; rel="next"` (RFC 8288) | `LinkHeader(response)["next"]?.url(from: response).map { Self(url: $0) }` |
///
/// A client reads all pages with `pages(of:)`. An endpoint that is `Codable` can be saved, to continue at its page
/// later.
public protocol PagedEndpoint<Content>: Endpoint {
    /// The endpoint of the page after the one that was read; nil after the last page.
    ///
    /// - Throws: an error, where the page says that there is another and not which one.
    func nextPage(after page: Content, _ response: HTTPURLResponse) throws -> Self?
}

/// A list whose next page was not asked for. The pages before it have been delivered.
public struct PagingError: RedactedError, Hashable, Sendable {
    /// What is wrong with the next page.
    ///
    /// Later versions add cases, so write an `@unknown default:` when you switch.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Hashable, Sendable {
        /// The same request has been made before: the list would never end.
        case loop
        /// The list has more pages than the caller allows.
        case tooManyPages(limit: Int)
        /// The server names a page at another origin than that of the page before, which is the value. It is
        /// `a relative URL` for a client that has no base URL.
        case otherOrigin(String)
    }

    /// What is wrong.
    public let reason: Reason

    package var redaction: Redaction?

    private let request: URLRequest

    /// An error about the request of the next page.
    package init(_ reason: Reason, of request: URLRequest) {
        self.reason = reason
        self.request = request
    }

    public static func == (first: PagingError, second: PagingError) -> Bool {
        first.reason == second.reason && first.request == second.request
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(request)
    }
}

extension PagingError {
    /// One sentence for a person, with what would have been asked, without secrets.
    public var description: String {
        let redaction = redaction ?? .standard
        let summary = RequestSummary.methodAndURL(request, redaction)
        return switch reason {
        case .loop: "\(summary) was not sent: this page has been read before, so the list would never end."
        case .tooManyPages(let limit): "\(summary) was not sent: the list has more than \(limit.counted("page"))."
        case .otherOrigin(let origin):
            "\(summary) was not sent: the page before it came from \(redaction.line(origin))."
        }
    }
}
