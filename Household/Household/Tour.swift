import EndpointClient
import HouseholdAPI

extension Books {
    /// Lists, adds, shows, updates and deletes books, transfers a cover, and tries to show a deleted book.
    ///
    /// When a step fails or the task is cancelled, the book that the tour has added is deleted.
    func tour() async throws {
        console.line("The client: \(client)")
        try await step("1. List the books of an author") { try await list(author: "le guin") }
        let book = try await step("2. Add one") { try await add(BookDraft(title: "Solaris", author: "S. Lem")) }
        do {
            try await tour(of: book)
        } catch {
            console.line("The tour ends early. Delete the book that it added")
            // In a task of its own, because the current one may be cancelled.
            try? await Task { try await delete(book.id) }.value
            throw error
        }
        try await step("7. Try to show it again") {
            do {
                try await show(book.id)
            } catch let error as APIError {
                console.line("   APIError: \(error)")
            }
        }
    }

    private func tour(of book: Book) async throws {
        try await step("3. Show it") { try await show(book.id) }
        try await step("4. Update it") {
            let change = Book(id: book.id, title: book.title, author: "Stanisław Lem", year: 1961)
            _ = try await client.request(UpdateBookEndpoint(book: change))
            try await show(book.id)
        }
        try await step("5. Upload a picture for its cover, and download it") {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Household-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let picture = folder.appendingPathComponent("cover.png")
            try samplePicture.write(to: picture)
            try await upload(book.id, picture)
            try await download(book.id, to: folder.appendingPathComponent("copy.png"))
        }
        try await step("6. Delete it") { try await delete(book.id) }
    }

    private func step<Result>(_ title: String, _ body: () async throws -> Result) async throws -> Result {
        try Task.checkCancellation()
        console.line("\n" + title)
        return try await body()
    }

    /// Three megabytes that begin like a PNG: large enough to show progress.
    private var samplePicture: Data {
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 3 << 20 - 8)
    }
}
