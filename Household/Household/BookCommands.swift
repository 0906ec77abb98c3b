import EndpointClient
import HouseholdAPI

/// Performs actions on the books, through any client, and shows the results.
struct BookCommands: Sendable {
    let client: any APIClient
    let console: Console

    /// Whether `watch` reconnects when its stream has ended. A cassette has no response for that.
    var reconnects = true

    func perform(_ action: Action) async throws {
        switch action {
        case .tour: try await tour()
        case .readOnlyTour: try await readOnlyTour()
        case .list(let author, let limit, all: false): try await list(author: author, limit: limit)
        case .list(let author, let limit, all: true): try await listPages(author: author, limit: limit)
        case .show(let id): try await show(id)
        case .add(let draft): try await add(draft)
        case .update(let id, let change): try await update(id, change)
        case .delete(let id): try await delete(id)
        case .upload(let id, let file): try await upload(id, file)
        case .download(let id, let file): try await download(id, to: file)
        case .watch: try await watch()
        }
    }

    @discardableResult
    func list(author: String? = nil, limit: Int? = nil) async throws -> [Book] {
        let books = try await client.request(BookListEndpoint(author: author, limit: limit))
        show(books)
        return books
    }

    /// Shows each page as soon as it has arrived.
    func listPages(author: String?, limit: Int?) async throws {
        for try await page in client.pages(of: BookListEndpoint(author: author, limit: limit, page: 1)) {
            show(page.content)
        }
    }

    func show(_ id: Book.ID) async throws {
        show(try await client.request(BookEndpoint(id: id)))
    }

    @discardableResult
    func add(_ draft: BookDraft) async throws -> Book {
        let book = try await client.request(CreateBookEndpoint(draft: draft))
        show(book)
        return book
    }

    func update(_ id: Book.ID, _ change: BookChange) async throws {
        let book = try await client.request(BookEndpoint(id: id))
        show(try await client.request(UpdateBookEndpoint(book: change.applied(to: book))))
    }

    func delete(_ id: Book.ID) async throws {
        try await client.request(DeleteBookEndpoint(id: id))
        console.field("content", "none: the call succeeded")
    }

    func upload(_ id: Book.ID, _ file: URL) async throws {
        let endpoint = BookCoverUploadEndpoint(id: id, file: file, contentType: file.pictureType)
        let cover = try await client.upload(endpoint)
        console.field("content", "\(cover.bytes.inBytes) of \(cover.contentType ?? "something")")
    }

    /// The bytes that arrived before a failure or Control-C stay beside the file, and the next download resumes there.
    func download(_ id: Book.ID, to file: URL) async throws {
        let (progress, updates) = TransferProgress.updates()
        async let shown: Void = console.show(updates)
        do {
            let download = try await client.download(BookCoverEndpoint(id: id), to: file, progress: progress)
            await shown
            let reused = download.reused > 0 ? ", \(download.reused) of them from an earlier download" : ""
            console.field("content", "\(download.length.inBytes) in \(file.path)\(reused)")
        } catch {
            await shown
            let folder = file.deletingLastPathComponent().path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            if names.contains(where: { $0.hasPrefix(file.lastPathComponent + ".") && $0.hasSuffix(".partial") }) {
                console.complain("A part of \(file.path) is stored. The same command downloads the rest.")
            }
            throw error
        }
    }

    /// Shows each event until the task is cancelled. After a lost connection it continues after the last event; the
    /// stream of a cassette ends where the recording does.
    func watch(time: TimeSource = .system) async throws {
        let endpoint = BookEventsEndpoint()
        let events =
            reconnects ? client.stream(endpoint, reconnecting: .standard, time: time) : client.stream(endpoint)
        do {
            for try await event in events {
                console.field("event", Table.lines([[event.kind.rawValue] + event.book.row]))
            }
        } catch let error as URLError where !reconnects && error.code == .networkConnectionLost {
            // The recording ends here: its reader stopped, or lost the connection.
        }
    }

    private func show(_ books: [Book]) {
        console.field("content", books.isEmpty ? ["no books"] : Table.lines(books.map(\.row)))
    }

    private func show(_ book: Book) {
        console.field("content", Table.lines([book.row]))
    }
}

extension Book {
    /// The cells of the book in a ``Table``.
    var row: [String] {
        [id, title, author, year.map(String.init) ?? ""]
    }
}

extension URL {
    /// The media type of a picture, as its file name suggests. The server decides whether it is correct.
    var pictureType: String {
        switch pathExtension.lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        default: "application/octet-stream"
        }
    }
}
