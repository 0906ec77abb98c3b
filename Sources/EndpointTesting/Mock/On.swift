/// The beginning of a stub of a ``MockClient``: on this request…
///
/// ```swift
/// On(BookEndpoint(id: "1")).reply(momo)
/// On(BookEndpoint.self) { endpoint in Book(id: endpoint.id, title: "Momo", author: "Michael Ende") }.anyTimes()
/// On(BookEndpoint.self).fail(.offline).times(2).then(momo)
/// On(.get, "books/1").status(404, json: #"{"title": "No such book"}"#)
/// ```
///
/// Without an answer it is success with an empty body. Answers are given in their order, each once.
public struct On<Content: Sendable>: Sendable {
    var stub: MockStub

    private init(_ target: RequestMatcher, _ fileID: String, _ line: UInt) {
        stub = MockStub(target: target, place: SourcePlace(fileID: fileID, line: line))
    }

    /// On every request of endpoints of a type.
    public init<E: Endpoint>(_ type: E.Type, fileID: String = #fileID, line: UInt = #line) where E.Content == Content {
        self.init(.every(type), fileID, line)
    }

    /// On every request of endpoints of a type, answered with what the closure makes of the endpoint. It may throw instead.
    public init<E: Endpoint>(
        _ type: E.Type, fileID: String = #fileID, line: UInt = #line,
        reply: @escaping @Sendable (E) async throws -> Content
    ) where E.Content == Content, Content: Encodable {
        self.init(.every(type), fileID, line)
        stub.replies = [
            MockReply { request in
                guard let endpoint = request.endpoint as? E else { throw URLError(.badServerResponse) }
                return try await MockReply.content(reply(endpoint)).answer(request)
            }
        ]
    }

    /// On the request that this endpoint makes: same method, URL, query and body, whatever the headers.
    public init<E: Endpoint>(_ endpoint: E, fileID: String = #fileID, line: UInt = #line) where E.Content == Content {
        self.init(.value(endpoint), fileID, line)
    }

    /// On every request of a method and path, whatever its body; and whatever its query, unless the path has one.
    public init(_ method: HTTPMethod, _ path: Path, fileID: String = #fileID, line: UInt = #line)
    where Content == Data {
        self.init(.path(method, path), fileID, line)
    }
}
