import EndpointTesting
import Testing

struct Review: Decodable, Equatable, Sendable {
    let text: String
}

struct ReviewList: JsonEndpoint, PagedEndpoint {
    struct Content: Decodable, Sendable { let reviews: [Review], cursor: String? }
    var cursor: String?

    func makeRequest() throws -> URLRequest { try .get("reviews", query: ["after": cursor]) }
    func nextPage(after page: Content, _ response: HTTPURLResponse) -> ReviewList? { page.cursor.map(ReviewList.init) }
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
