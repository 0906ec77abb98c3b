import EndpointTesting
import HouseholdAPI

/// The server side of the household API: each request reads or changes a ``Bookshelf`` in memory.
actor HouseholdService {
    private var shelf: Bookshelf
    private var events = EventLog()
    private let time: TimeSource

    /// `time` measures the time between the comments in a stream of events.
    init(shelf: Bookshelf = .sample, time: TimeSource = .system) {
        self.shelf = shelf
        self.time = time
    }

    /// Answers one request, with a stream of events after the response if requested. A request that cannot be fulfilled
    /// gets a refusal.
    func respond(to request: RecordedRequest) -> (LoopbackResponse, events: AsyncStream<Data>?) {
        do {
            let response = try answer(request)
            guard Resource(path: request.path) == .events else { return (response, nil) }
            return (response, events.stream(after: request.header("Last-Event-ID"), time: time))
        } catch let error as APIError {
            return (.refusal(error, allow: Resource(path: request.path)?.methods ?? []), nil)
        } catch {
            return (LoopbackResponse(status: 500), nil)
        }
    }

    private func answer(_ request: RecordedRequest) throws -> LoopbackResponse {
        guard let resource = Resource(path: request.path) else { throw APIError.noSuchPath(request.path) }
        switch (request.method, resource) {
        case ("GET", .books), ("HEAD", .books):
            return try books(BookFilter(query: request.query))
        case ("POST", .books):
            let book = try shelf.add(request.decoded(as: BookDraft.self))
            try events.append(BookEvent(kind: .added, book: book))
            return try .json(book, status: 201)
        case ("GET", .book(let id)), ("HEAD", .book(let id)):
            return try .json(shelf.book(id))
        case ("PUT", .book(let id)):
            let book = try shelf.replace(id, with: request.decoded(as: Book.self))
            try events.append(BookEvent(kind: .updated, book: book))
            return try .json(book)
        case ("DELETE", .book(let id)):
            try events.append(BookEvent(kind: .deleted, book: shelf.remove(id)))
            return LoopbackResponse(status: 204)
        case ("GET", .cover(let id)), ("HEAD", .cover(let id)):
            return try shelf.cover(id).response(to: request)
        case ("PUT", .cover(let id)):
            let picture = try request.picture()
            try shelf.cover(id, with: picture)
            return try .json(picture.receipt)
        case ("GET", .events):
            return LoopbackResponse(headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"])
        default:
            throw APIError.notAllowed(request.method)
        }
    }

    /// The books, and a link to the next page if there is one (RFC 8288).
    private func books(_ filter: BookFilter) throws -> LoopbackResponse {
        var response = try LoopbackResponse.json(shelf.books(filter))
        if let next = shelf.page(after: filter) {
            let endpoint = BookListEndpoint(author: next.author, limit: next.limit, page: next.page)
            let target = try endpoint.makeRequest().url?.relativeString ?? ""
            response.headers.append("Link", "<\(target)>; rel=\"next\"")
        }
        return response
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

    /// The picture in the body.
    fileprivate func picture() throws(APIError) -> Picture {
        guard let mediaType, mediaType.hasPrefix("image/") else { throw .wrongType(expected: "a picture") }
        guard bodyByteCount > 0 else { throw .invalid("The picture is empty.") }
        return Picture(body, mediaType: mediaType)
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

    /// A refusal with the status for its code. `allow` lists the methods that the resource has.
    fileprivate static func refusal(_ error: APIError, allow: [String]) -> LoopbackResponse {
        let status = statuses[error.code] ?? 500
        var response = (try? .json(error, status: status)) ?? LoopbackResponse(status: status)
        if status == 405 { response.headers.append("Allow", allow.joined(separator: ", ")) }
        return response
    }

    private static let statuses: [APIError.Code: Int] = [
        .malformed: 400, .notFound: 404, .methodNotAllowed: 405, .unsupportedMediaType: 415, .invalid: 422,
    ]
}
