import EndpointTesting
import HouseholdAPI
import Testing

#if canImport(Combine)
    import Combine
#endif

/// Needs the network.
private func plainCall() async throws {
    let client = LiveClient(baseURL: URL(string: "https://api.example.com/v1")!)
    let user = try await client.request(UserEndpoint(id: 1))

    print(user)
}

/// Needs the network.
private func firstCall() async throws {
    let user = try await client.request(UserEndpoint(id: 1))

    print(user)
}

func ownStack(url: URL, token: String) -> some APIClient {
    LiveClient(baseURL: url)
        .authorizing(.bearer(token))
        .retrying()
}

private func byName() -> URLSessionClient {
    let client = URLSessionClient(environment: HouseholdEnvironment.production, limits: .init(idle: .seconds(5)))

    return client
}

/// Needs the network.
private func calls(photo: URL) async throws {
    let client = LiveClient(environment: HouseholdEnvironment.production)

    let books = try await client.request(BookListEndpoint(author: "Le Guin"))

    let cover = BookCoverUploadEndpoint(id: "1", file: photo, contentType: "image/png")
    let receipt = try await client.upload(cover, progress: .handler { print($0.fraction ?? 0) })

    print(books, receipt)
}

private func completion(client: LiveClient, book: Book) -> Progress {
    let progress = client.request(UpdateBookEndpoint(book: book), on: MainActor.shared) { result in
        switch result {
        case .success(let book): print("Updated: \(book.title)")
        case .failure(let error): print(error.localizedDescription)
        }
    }

    return progress
}

#if canImport(Combine)
    private func subscribe(client: LiveClient) {
        var subscriptions: Set<AnyCancellable> = []
        client.publisher(for: BookListEndpoint(author: "Le Guin"))
            .sink { end in
                if case .failure(let error) = end { warn(CallFailure(error).userMessage) }
            } receiveValue: { books in
                show(books)
            }
            .store(in: &subscriptions)
    }
#endif

private func limits(shop: URL) -> LiveClient {
    let client = LiveClient(
        baseURL: shop,
        limits: .init(deadline: .seconds(20), idle: .seconds(5), responseBytes: 1 << 20, concurrentCallsPerOrigin: 4))

    return client
}

private func redaction(api: URL, apiKey: String) -> LiveClient {
    let client = LiveClient(
        baseURL: api,
        redaction: .standard.redacting(values: [apiKey]).redacting(jsonKeys: ["birthday"]).hidingBodies())

    return client
}

private func failures(client: some APIClient) async throws {
    do {
        show(try await client.request(UserEndpoint(id: 1)))
    } catch let error as HTTPError where error.status == 404 {
        show(error.problem?.title ?? "There is no such user.")
    } catch let error as HTTPError where error.retryAfter(from: .now) != nil {
        show("The server is busy.")
    } catch let error as URLError where error.code == .notConnectedToInternet {
        show("There is no connection.")
    }
}

@Suite(.timeLimit(.minutes(10))) struct ExecutingListings {
    private let book = Book(id: "1", title: "Momo", author: "Michael Ende", year: 1973)

    @Test func `the first client retries and limits the time of a call`() {
        let description = "\(client)"
        #expect(description.contains("Retrying") && description.contains("TimingOut(60 s)"), "\(description)")
        #expect(description.contains("api.example.com"), "\(description)")
    }

    @Test func `a custom stack has the documented order and sends its credential`() async throws {
        let server = try LoopbackServer { _ in .json(#"{"id": 1, "name": "Ann"}"#) }
        let client = ownStack(url: server.url, token: "t-1973")
        #expect("\(client)".hasPrefix("Retrying › Authorizing › "))
        #expect(try await client.request(UserEndpoint(id: 1)).name == "Ann")
        #expect(await server.received(1).first?.header("Authorization") == "Bearer t-1973")
    }

    @Test func `a client can be made by its own name`() {
        #expect("\(byName())" == "URLSession(household.example.com)")
    }

    @Test func `a completion gets the book or the error`() async throws {
        let isMissing = Locked(false)
        let json = String(decoding: try JSONEncoder().encode(book), as: UTF8.self)
        let server = try LoopbackServer { _ in
            isMissing.withLock { $0 }
                ? .json(#"{"code": "not_found", "message": "No such book."}"#, status: 404) : .json(json)
        }
        let client = LiveClient(baseURL: server.url)
        #expect(await Output.lines(1) { _ = completion(client: client, book: book) } == ["Updated: Momo"])
        isMissing.withLock { $0 = true }
        let lines = await Output.lines(1) { _ = completion(client: client, book: book) }
        let line = try #require(lines.first)
        #expect(line.hasPrefix("PUT /books/1 → 404 Not Found") && line.contains("No such book."), "\(lines)")
    }

    @Test func `a completion handler gets the cancellation`() async throws {
        let server = try LoopbackServer { _ in .stall }
        let lines = await Output.lines(1) {
            let progress = completion(client: LiveClient(baseURL: server.url), book: book)
            _ = await server.received(1)
            progress.cancel()
        }
        #expect(lines == ["The call was cancelled."])
    }

    @Test func `a response above the limit is an error`() async throws {
        let server = try LoopbackServer { request in
            .text(String(repeating: " ", count: (1 << 20) - (request.path == "/users/1" ? 0 : 1)) + "1")
        }
        let client = limits(shop: server.url)
        let error = await #expect(throws: URLError.self) { try await client.request(UserEndpoint(id: 1)) }
        #expect(error?.code == .dataLengthExceedsMaximum)
        await #expect(throws: ContentError.self) { try await client.request(UserEndpoint(id: 2)) }
    }

    @Test func `an error shows neither the key nor the body`() async throws {
        let server = try LoopbackServer { _ in
            .status(404, headers: ["X-Trace": "k3y-1973", "Content-Type": "text/plain"])
        }
        let client = redaction(api: server.url.appendingPathComponent("k3y-1973"), apiKey: "k3y-1973")
        let error = try await #require(throws: HTTPError.self) { try await client.request(UserEndpoint(id: 1)) }
        #expect(error.description.contains("→ 404 Not Found"))
        #expect(!error.description.contains("k3y-1973"))
    }

    @Test func `each failure is caught by its type`() async throws {
        let client = MockClient {
            On(UserEndpoint(id: 1)).status(404, json: #"{"title": "No such user"}"#).then(.status(404))
                .then(.status(503, headers: ["Retry-After": "1"])).then(.fail(.offline)).then(.status(500))
        }
        let lines = try await Output.lines(4) { for _ in 0..<4 { try await failures(client: client) } }
        #expect(
            lines == [
                "No such user", "There is no such user.", "The server is busy.", "There is no connection.",
            ])
        await #expect(throws: HTTPError.self) { try await failures(client: client) }
    }

    @Test func `a call that succeeds shows the user`() async throws {
        let client = MockClient { On(UserEndpoint(id: 1)).reply(json: #"{"id": 1, "name": "Ann"}"#) }
        let lines = try await Output.lines(1) { try await failures(client: client) }
        #expect(try #require(lines.first).contains("Ann"))
    }
}
