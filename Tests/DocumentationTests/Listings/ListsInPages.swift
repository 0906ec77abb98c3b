import EndpointTesting
import Testing

struct Review: Decodable, Equatable, Sendable {
    let text: String
}

struct ReviewList: JsonEndpoint, PagedEndpoint {
    struct Content: Decodable, Sendable { let reviews: [Review], cursor: String? }
    var cursor: String?

    func makeRequest() throws -> URLRequest { try .get("reviews", query: ["after": cursor]) }
    func nextPage(after page: Content, _ response: HTTPURLResponse) -> ReviewList? {
        page.cursor.map(ReviewList.init)
    }
}

struct LinkedReviewList: JsonEndpoint, PagedEndpoint {
    typealias Content = [Review]
    var url: URL?

    func makeRequest() throws -> URLRequest { try url.map { URLRequest(url: $0) } ?? .get("reviews") }
    func nextPage(after page: [Review], _ response: HTTPURLResponse) throws -> LinkedReviewList? {
        guard let link = LinkHeader(response)["next"] else { return nil }
        guard let url = link.url(from: response) else { throw RequestError(.url(link.target)) }
        return LinkedReviewList(url: url)
    }
}

@Suite(.timeLimit(.minutes(10))) struct ListsInPagesListings {
    @Test func `pages are read one after the other`() async throws {
        let client = MockClient {
            On(ReviewList()).reply(json: #"{"reviews": [{"text": "Good."}], "cursor": "b"}"#)
            On(ReviewList(cursor: "b")).reply(json: #"{"reviews": [{"text": "Bad."}]}"#)
        }
        var reviews: [Review] = []
        let enough = false
        func show(_ page: [Review]) { reviews += page }

        for try await page in client.pages(of: ReviewList()) {
            show(page.content.reviews)
            if enough { break }
        }
        #expect(reviews.map(\.text) == ["Good.", "Bad."])
    }

    @Test func `a link is relative to the URL of the response, not to the base URL`() async throws {
        let server = try LoopbackServer { request in
            let relation = request.query == nil ? "next" : "prev"
            return .response(
                LoopbackResponse(
                    headers: [
                        "Content-Type": "application/json", "Link": "</v1/reviews?page=2>; rel=\"\(relation)\"",
                    ], body: Data(#"[{"text": "Good."}]"#.utf8)))
        }
        let client = LiveClient(
            baseURL: server.url.appendingPathComponent("v1"), limits: .init(idle: .seconds(600)))
        let pages = try await client.pages(of: LinkedReviewList()).reduce(into: []) { $0.append($1.content) }
        #expect(pages.count == 2)
        #expect(server.requests.map(\.target) == ["/v1/reviews", "/v1/reviews?page=2"])
    }

    @Test func `the next page is saved`() async throws {
        let client = MockClient {
            On(ReviewList()).reply(json: #"{"reviews": [], "cursor": "b"}"#)
            On(ReviewList(cursor: "b")).reply(json: #"{"reviews": []}"#)
        }
        var saved: [String?] = []
        func save(_ next: ReviewList?) { saved.append(next?.cursor) }

        for try await page in client.pages(of: ReviewList()) {
            show(page.content.reviews)
            save(page.next)  // to continue here later: client.pages(of: saved)
        }
        #expect(saved == ["b", nil])
    }
}
