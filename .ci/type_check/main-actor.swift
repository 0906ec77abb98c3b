// What the README says of a target that is isolated to the main actor by default.
import EndpointClient

nonisolated struct Book: Decodable {
    let title: String
}

nonisolated protocol LibraryEndpoint: JsonEndpoint {}

nonisolated extension LibraryEndpoint {
    func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body, accepting: 200..<300)
    }
}

struct BookEndpoint: LibraryEndpoint {
    typealias Content = Book

    let id: String

    func makeRequest() throws -> URLRequest { try .get("books/\(id)") }
}

struct CoverEndpoint: UploadEndpoint {
    typealias Content = Void

    let file: URL

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try .put("cover", headers: ["Content-Type": "image/png"]), .file(file))
    }
}

enum Library: APIEnvironment {
    case production

    var baseURL: URL { URL(string: "https://library.example.com")! }
}

final class Shelf {
    private let client = URLSessionClient(environment: Library.production).standard { $0.credential = .bearer("t") }
    private var books: [Book] = []
    private var progress = 0.0

    func load() async throws {
        books.append(try await client.request(BookEndpoint(id: "1")))
    }

    func loadByCompletion() {
        client.request(BookEndpoint(id: "1"), on: MainActor.shared) { result in
            self.books = (try? result.get()).map { [$0] } ?? []
        }
        client.request(BookEndpoint(id: "1"), on: .main) { result in
            MainActor.assumeIsolated { self.books = (try? result.get()).map { [$0] } ?? [] }
        }
    }

    func uploadByCompletion(_ file: URL) {
        client.upload(CoverEndpoint(file: file), on: MainActor.shared) { result in
            if case .success = result { self.progress = 1 }
        }
    }

    func upload(_ file: URL) async throws {
        let follow = TransferProgress.Handler.handler { progress in
            Task { @MainActor in self.progress = progress.fraction ?? 0 }
        }
        try await client.upload(CoverEndpoint(file: file), progress: follow)
        try await client.upload(CoverEndpoint(file: file), progress: .handler { _ in })
    }
}
