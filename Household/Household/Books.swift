import EndpointClient
import HouseholdAPI

/// Performs actions on the books, through any client, and shows the results.
struct Books: Sendable {
    let client: any APIClient
    let console: Console

    func perform(_ action: Action) async throws {
        switch action {
        case .help, .serve: break
        case .tour: try await tour()
        case .list(let author, let limit): try await list(author: author, limit: limit)
        case .show(let id): try await show(id)
        case .add(let draft): _ = try await add(draft)
        case .delete(let id): try await delete(id)
        case .upload(let id, let file): try await upload(id, file)
        case .download(let id, let file): try await download(id, to: file)
        case .watch: try await watch()
        }
    }

    func list(author: String? = nil, limit: Int? = nil) async throws {
        let books = try await client.request(BookListEndpoint(author: author, limit: limit))
        if books.isEmpty { console.line("   no books") }
        books.forEach(show)
    }

    func show(_ id: Book.ID) async throws {
        show(try await client.request(BookEndpoint(id: id)))
    }

    func add(_ draft: BookDraft) async throws -> Book {
        let book = try await client.request(CreateBookEndpoint(draft: draft))
        show(book)
        return book
    }

    func delete(_ id: Book.ID) async throws {
        try await client.request(DeleteBookEndpoint(id: id))
        console.line("   Book \(id) is deleted.")
    }

    func upload(_ id: Book.ID, _ file: URL) async throws {
        let endpoint = BookCoverUploadEndpoint(id: id, file: file, contentType: file.pictureType)
        let cover = try await console.showing { try await client.upload(endpoint, progress: $0) }
        console.line("   \(cover.bytes) bytes of \(cover.contentType ?? "something")")
    }

    /// The bytes that arrived before a failure or Control-C stay beside the file, and the next download resumes there.
    func download(_ id: Book.ID, to file: URL) async throws {
        let download = try await console.showing {
            try await client.download(BookCoverEndpoint(id: id), to: file, progress: $0)
        }
        let reused = download.reused > 0 ? ", \(download.reused) of them from an earlier download" : ""
        console.line("   \(download.length) bytes in \(file.path)\(reused)")
    }

    /// Shows each event until the task is cancelled. After a lost connection it continues after the last event.
    func watch() async throws {
        for try await event in client.stream(BookEventsEndpoint(), reconnecting: .standard) {
            console.line("   \(event.kind.rawValue)  \(event.book.id)  \(event.book.title)")
        }
    }

    private func show(_ book: Book) {
        let year = book.year.map { ", \($0)" } ?? ""
        console.line("   \(book.id)  \(book.title), by \(book.author)\(year)")
    }
}

extension URL {
    /// The media type of a picture, as its file name suggests. The server decides whether it is correct.
    fileprivate var pictureType: String {
        switch pathExtension.lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        default: "application/octet-stream"
        }
    }
}
