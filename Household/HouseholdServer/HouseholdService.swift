import EndpointTesting
import HouseholdAPI

/// The server side of the household API: each request reads or changes a ``Bookshelf`` in memory.
actor HouseholdService {
    private var shelf: Bookshelf

    init(shelf: Bookshelf = .sample) {
        self.shelf = shelf
    }

    /// Answers one request; a request that cannot be met is answered with a refusal.
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

extension RecordedRequest {
    /// The JSON of the body.
    fileprivate func decoded<Value: Decodable>(as type: Value.Type) throws(APIError) -> Value {
        guard mediaType == "application/json" else { throw .wrongType(expected: "application/json") }
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch {
            throw .unreadable(error)
        }
    }

    /// The answer to the picture in the body. The picture itself is not kept.
    fileprivate func picture() throws(APIError) -> BookCover {
        guard let mediaType, mediaType.hasPrefix("image/") else { throw .wrongType(expected: "a picture") }
        guard bodyByteCount > 0 else { throw .invalid("The picture is empty.") }
        return BookCover(bytes: bodyByteCount, contentType: mediaType)
    }

    private var mediaType: String? {
        header("Content-Type")?.prefix { $0 != ";" }.lowercased().trimmingCharacters(in: .whitespaces)
    }
}

extension LoopbackResponse {
    /// A value as JSON.
    fileprivate static func json(_ value: some Encodable, status: Int = 200) throws -> LoopbackResponse {
        let body = try HTTPBody.json(value)
        return LoopbackResponse(status: status, headers: ["Content-Type": body.contentType], body: body.data)
    }

    /// A refusal with the status that belongs to its code. `allow` lists the methods that the resource has.
    fileprivate static func refusal(_ error: APIError, allow: [String]) -> LoopbackResponse {
        let status = statuses[error.code] ?? 500
        var response = (try? .json(error, status: status)) ?? LoopbackResponse(status: status)
        if status == 405 { response.headers.append(HeaderField("Allow", allow.joined(separator: ", "))) }
        return response
    }

    private static let statuses: [APIError.Code: Int] = [
        .malformed: 400, .notFound: 404, .methodNotAllowed: 405, .unsupportedMediaType: 415, .invalid: 422,
    ]
}
