/// An endpoint that reads one page of a list.
///
/// Cursors, page numbers, offsets and links differ only in how the endpoint of the next page is made:
///
/// ```swift
/// struct ReviewList: JsonEndpoint, PagedEndpoint {
///     struct Content: Decodable, Sendable { let reviews: [Review], cursor: String? }
///     var cursor: String?
///
///     func makeRequest() throws -> URLRequest { try .get("reviews", query: ["after": cursor]) }
///     func nextPage(after page: Content, _ response: HTTPURLResponse) -> ReviewList? {
///         page.cursor.map(ReviewList.init)
///     }
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
/// A client reads all pages with `pages(of:)`. A `Codable` endpoint can be saved, to continue at its page later.
public protocol PagedEndpoint<Content>: Endpoint {
    /// The endpoint of the page after the one that was read; nil after the last page.
    ///
    /// - Throws: an error if the page says that there is another one, but not which.
    func nextPage(after page: Content, _ response: HTTPURLResponse) throws -> Self?
}

/// A list whose next page was not requested. The pages before it have been delivered.
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
        /// The next page is at another origin than the page before. The value is the origin of the page before, or
        /// `a relative URL` for a client without a base URL.
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
    /// One sentence for a person, with the request that was not sent, without secrets.
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
