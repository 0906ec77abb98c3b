import EndpointTesting
import HouseholdAPI
import Testing

private let momo = Book(id: "1", title: "Momo", author: "Michael Ende", year: 1973)

private func stubs() -> (MockClient, MockClient) {
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

    return (client, more)
}

private func chaos(clock: TestClock) -> some APIClient {
    let client = MockClient { On(BookEndpoint.self).reply(momo).anyTimes() }
        .chaos(seed: 42, [.latency(upTo: .seconds(2)), .drop(), .once(401)], time: clock.time)

    return client
}

private func contract(cassette: Cassette) throws {
    try cassette.check(BookEndpoint(id: "1"))

    try cassette.check { request in request.url.contains("/books/") ? BookEndpoint(id: "1") : nil }
}

private func reproduction(failure: HTTPError) {
    print(failure.reproduction(of: BookEndpoint(id: "1")))
}

@Suite(.timeLimit(.minutes(10))) struct MockListings {
    @Test func `stubs answer by value, by type and in sequence`() async throws {
        let (client, more) = stubs()
        #expect(try await client.request(BookEndpoint(id: "1")) == momo)
        let lost = await #expect(throws: URLError.self) { try await client.request(BookEndpoint(id: "2")) }
        #expect(lost?.code == .timedOut)
        let busy = await #expect(throws: HTTPError.self) { try await client.request(BookEndpoint(id: "2")) }
        #expect(busy?.retryAfter(from: .now) == .seconds(1))
        #expect(try await client.request(BookEndpoint(id: "2")) == momo)
        try client.verify()

        #expect(try await more.request(BookEndpoint(id: "1")).year == 1973)
        for id in ["1", "2", "3"] {
            #expect(try await more.request(BookEndpoint(id: id)) == Book(id: id, title: "Momo", author: "Michael Ende"))
        }
    }

    @Test func `one seed gives the same faults each time`() async throws {
        let runs = await [outcomes(), outcomes()]
        #expect(runs[0] == runs[1])
        let run = try #require(runs.first)
        #expect(run.first == "401")
        #expect(run.dropFirst().allSatisfy { ["Momo", "\(URLError.networkConnectionLost)"].contains($0) }, "\(runs)")
        #expect(Set(run).count == 3)
    }

    /// How thirty calls end, one after the other.
    private func outcomes() async -> [String] {
        let clock = TestClock()
        let client = chaos(clock: clock)
        let calls = Task {
            var outcomes: [String] = []
            for _ in 0..<30 {
                do {
                    outcomes.append(try await client.request(BookEndpoint(id: "1")).title)
                } catch let error as HTTPError {
                    outcomes.append("\(error.status)")
                } catch {
                    outcomes.append("\((error as? URLError)?.code ?? .unknown)")
                }
            }
            return outcomes
        }
        for _ in 0..<30 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(2))
        }
        return await calls.value
    }

    @Test func `a cassette is checked against the endpoint`() throws {
        let request = Interaction.Request("GET", "https://household.example.com/v1/books/1")
        func cassette(_ json: String) -> Cassette {
            Cassette([Interaction(request, .response(Interaction.Response(200, body: Data(json.utf8))))])
        }
        try contract(cassette: cassette(#"{"id": "1", "title": "Momo", "author": "Michael Ende"}"#))
        let violation = try #require(throws: CassetteError.self) {
            try contract(cassette: cassette(#"{"id": "1"}"#))
        }
        #expect(violation.description.contains(#""title" is missing"#), "\(violation)")
    }

    @Test func `a failure is reproduced`() async throws {
        let request = try BookEndpoint(id: "1").makeRequest()
        let response = HTTPURLResponse(url: request.url!, statusCode: 500, httpVersion: nil, headerFields: nil)
        let failure = try #require(throws: HTTPError.self) { try HTTPError.check(response, with: Data()) }
        let lines = await Output.lines(1) { reproduction(failure: failure) }
        #expect(try #require(lines.first).contains("On(BookEndpoint.self).status(500"), "\(lines)")
    }

    @Test func `a mock is verified at the end of its scope`() async throws {
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
