import EndpointClient
import HouseholdAPI

private func plainCall() async throws {
    let client = LiveClient(baseURL: URL(string: "https://api.example.com/v1")!)
    let user = try await client.request(UserEndpoint(id: 1))

    print(user)
}

private func firstCall(token: String) async throws {
    let user = try await makeClient(token: token).request(UserEndpoint(id: 1))

    print(user)
}

func ownStack(url: URL, token: String) -> some APIClient {
    LiveClient(baseURL: url)
        .authorizing(.bearer(token))
        .retrying()
}

private func byName() {
    let client = URLSessionClient(environment: HouseholdEnvironment.production, limits: .init(idle: .seconds(5)))

    print(client)
}

private func calls(photo: URL) async throws {
    let client = LiveClient(environment: HouseholdEnvironment.production)

    let books = try await client.request(BookListEndpoint(author: "Le Guin"))

    let cover = BookCoverUploadEndpoint(id: "1", file: photo, contentType: "image/png")
    let receipt = try await client.upload(cover, progress: .handler { print($0.fraction ?? 0) })

    print(books, receipt)
}

private func completion(client: LiveClient, book: Book) {
    let progress = client.request(UpdateBookEndpoint(book: book), on: MainActor.shared) { result in
        switch result {
        case .success(let book): print("Updated: \(book.title)")
        case .failure(let error): print(error.localizedDescription)
        }
    }

    progress.cancel()
}

private func limits(shop: URL) {
    let client = LiveClient(
        baseURL: shop,
        limits: .init(deadline: .seconds(20), idle: .seconds(5), responseBytes: 1 << 20, concurrentCallsPerOrigin: 4))

    print(client)
}

private func redaction(api: URL, apiKey: String) {
    let client = LiveClient(
        baseURL: api,
        redaction: .standard.redacting(values: [apiKey]).redacting(jsonKeys: ["birthday"]).hidingBodies())

    print(client)
}

private func show(_ value: Any) {
    print(value)
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
