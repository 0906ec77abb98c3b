import EndpointClient
import HouseholdAPI

extension BookCommands {
    /// Lists, adds, shows, updates and deletes books, uploads a cover, and tries to show a deleted book.
    ///
    /// When a step fails or the task is cancelled, the book that the tour has added is deleted.
    func tour() async throws {
        console.field("client", "\(client)")
        try await step("1. List the books of an author") { try await list(author: "le guin") }
        let book = try await step("2. Add one") { try await add(BookDraft(title: "Solaris", author: "S. Lem")) }
        do {
            try await tour(of: book.id)
        } catch {
            await cleanUp(book.id)
            throw error
        }
        try await step("7. Try to show it again") { try await refused { try await show(book.id) } }
    }

    private func tour(of id: Book.ID) async throws {
        try await step("3. Show it") { try await show(id) }
        try await step("4. Update it: read, change, write") {
            try await update(id, BookChange(author: "Stanisław Lem", year: 1961))
        }
        try await step("5. Upload a picture for its cover") {
            try await SamplePicture.withFile { try await upload(id, $0) }
        }
        try await step("6. Delete it") { try await delete(id) }
    }

    /// The reading part of the tour, for a server other than the program's own.
    func readOnlyTour() async throws {
        console.field("client", "\(client)")
        let books = try await step("1. List the first books") { try await list(limit: 3) }
        if let book = books.first {
            try await step("2. Show one") { try await show(book.id) }
        }
        console.line()
        console.line("The rest of the tour writes, so it runs only without --server, on an embedded server.")
    }

    @discardableResult
    private func step<Result>(_ title: String, _ body: () async throws -> Result) async throws -> Result {
        try Task.checkCancellation()
        console.line()
        console.line(title)
        return try await body()
    }

    /// Shows the expected refusal.
    private func refused(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as APIError {
            console.field("APIError", "\(error)")
        }
    }

    /// Deletes the book, in a task of its own, because the current one may be cancelled.
    private func cleanUp(_ id: Book.ID) async {
        console.line()
        console.line("The tour ends early. Delete the book that it added")
        let deletion = Task { try await delete(id) }
        do {
            try await deletion.value
        } catch let error as APIError where error.code == .notFound {
            console.field("content", "It is already deleted.")
        } catch {
            console.complain("Book \(id) is still on the server: \(error.localizedDescription)")
        }
    }
}

/// A file to upload.
enum SamplePicture {
    /// Runs `body` with a temporary file of three megabytes that begins like a PNG: large enough to show progress.
    static func withFile<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let files = FileManager.default
        let folder = try files.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: files.temporaryDirectory, create: true)
        defer { try? files.removeItem(at: folder) }
        let file = folder.appendingPathComponent("cover.png")
        try (signature + Data(count: 3 << 20 - signature.count)).write(to: file)
        return try await body(file)
    }

    private static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
}
