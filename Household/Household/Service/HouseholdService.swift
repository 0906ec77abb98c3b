import EndpointTesting
import HouseholdAPI

/// The other side of the household API, in memory.
actor HouseholdService {
    private var shelf: Bookshelf

    init(shelf: Bookshelf = .sample) {
        self.shelf = shelf
    }

    /// Answers one request, in any case.
    func respond(to request: RecordedRequest) -> LoopbackResponse {
        do {
            return try answer(request)
        } catch let error as APIError {
            return .refusal(error, allow: Resource(path: request.path)?.methods ?? [])
        } catch {
            return LoopbackResponse(status: 500)
        }
    }

    private func answer(_ request: RecordedRequest) throws -> LoopbackResponse {
        guard let resource = Resource(path: request.path) else { throw APIError.noSuchPath(request.path) }
        switch (request.method, resource) {
        case ("GET", .books), ("HEAD", .books):
            return try .json(shelf.books(BookFilter(query: request.query)))
        case ("POST", .books):
            return try .json(shelf.add(request.decoded(as: BookDraft.self)), status: 201)
        case ("GET", .book(let id)), ("HEAD", .book(let id)):
            return try .json(shelf.book(id))
        case ("PUT", .book(let id)):
            return try .json(shelf.replace(id, with: request.decoded(as: Book.self)))
        case ("DELETE", .book(let id)):
            try shelf.remove(id)
            return LoopbackResponse(status: 204)
        case ("PUT", .cover(let id)):
            return try .json(shelf.cover(id, with: request.picture()))
        default:
            throw APIError.notAllowed(request.method)
        }
    }
}
