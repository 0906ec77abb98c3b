import EndpointTesting
import HouseholdAPI
import Testing

private let momo = Book(id: "1", title: "Momo", author: "Michael Ende", year: 1973)

private func stubs() {
    let client = MockClient {
        On(BookEndpoint(id: "1")).reply(momo)
        On(BookEndpoint.self).fail(.timedOut).then(.status(503, headers: ["Retry-After": "1"])).then(momo)
        On(.delete, "books/1").status(204).optional()
    }

    let more = MockClient {
        On(BookEndpoint(id: "1")).reply(momo)
        On(BookEndpoint.self) { endpoint in Book(id: endpoint.id, title: "Momo", author: "Michael Ende") }.anyTimes()
        On(BookEndpoint.self).fail(.offline).times(2).then(momo)
        On(.get, "books/1").status(404, json: #"{"title": "No such book"}"#)
    }

    print(client, more)
}

private func chaos(clock: TestClock) {
    let client = MockClient { On(BookEndpoint.self).reply(momo).anyTimes() }
        .chaos(seed: 42, [.latency(upTo: .seconds(2)), .drop(), .once(401)], clock: clock)

    print(client)
}

private func contract(cassette: Cassette) throws {
    try cassette.check(BookEndpoint(id: "1"))

    try cassette.check { request in request.url.contains("/books/") ? BookEndpoint(id: "1") : nil }
}

private func reproduction(failure: HTTPError) {
    print(failure.reproduction(of: BookEndpoint(id: "1")))
}

@Suite struct MockListings {
    @Test func `a test of its own scope`() async throws {
        try await MockClient.using {
            On(BookEndpoint(id: "1")).reply(momo)
        } body: { client in
            let book = try await client.request(BookEndpoint(id: "1"))
            #expect(book == momo)
        }
    }

    @Test(.verifyingMocks) func `shows a book`() async throws {
        let client = MockClient { On(BookEndpoint(id: "1")).reply(momo) }
        #expect(try await client.request(BookEndpoint(id: "1")) == momo)
    }

    @Test func `the endpoints of the household keep hostile values in their place`() throws {
        try EndpointFuzz.check { BookEndpoint(id: $0) }
        try EndpointFuzz.check { DeleteBookEndpoint(id: $0) }
        try EndpointFuzz.check { BookListEndpoint(author: $0) }
        try EndpointFuzz.check { UpdateBookEndpoint(book: Book(id: $0, title: "T", author: "A")) }
        try EndpointFuzz.check { CreateBookEndpoint(draft: BookDraft(title: $0, author: "A")) }
        try EndpointFuzz.check {
            BookCoverUploadEndpoint(id: $0, file: URL(fileURLWithPath: "/none"), contentType: "image/png")
        }
    }
}
