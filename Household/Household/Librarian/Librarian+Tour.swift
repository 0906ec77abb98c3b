import EndpointClient
import HouseholdAPI

extension BookCommands {
    /// Calls every endpoint once, and one in vain. On a server that is not our own, nothing is left behind.
    func tour() async throws {
        console.field("client", "\(client)")
        try await step("1. List the books of an author") { try await list(author: "le guin") }
        let book = try await step("2. Add one") { try await add(BookDraft(title: "Solaris", author: "S. Lem")) }
        try await step("3. Show it") { try await show(book.id) }
        try await step("4. Update it: read, change, write") {
            try await update(book.id, BookChange(author: "Stanisław Lem", year: 1961))
        }
        try await step("5. Upload a picture for its cover") {
            try await SamplePicture.withFile { try await upload(book.id, $0) }
        }
        try await step("6. Delete it") { try await delete(book.id) }
        try await step("7. Show it once more, in vain") { try await fail { try await show(book.id) } }
    }

    private func step<Result>(_ title: String, _ body: () async throws -> Result) async throws -> Result {
        console.line()
        console.line(title)
        return try await body()
    }

    /// Shows the refusal that is expected here.
    private func fail(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as APIError {
            console.field("APIError", "\(error)")
        }
    }
}
