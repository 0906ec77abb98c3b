/// An endpoint that is described by the parts of its request: path, query, method, headers and body. An `enum` can
/// conform.
///
/// ```swift
/// enum Library: Route {
///     case books(author: String?)
///     case add(BookDraft)
///
///     var path: URLPath { "books" }
///
///     var query: URLQuery {
///         if case .books(let author) = self { ["author": author] } else { [:] }
///     }
///
///     var method: HTTPMethod {
///         if case .add = self { .post } else { .get }
///     }
///
///     var body: HTTPBody? {
///         get throws { if case .add(let draft) = self { try .json(draft) } else { nil } }
///     }
/// }
/// ```
///
/// Its content is `Data` by default, and ``Endpoint/as(_:decoder:)`` gives each case a type:
/// `client.request(Library.books(author: "Ende").as([Book].self))`.
public protocol Route: Endpoint {
    /// The type that a successful response is decoded to; `Data` by default.
    associatedtype Content = Data

    /// The path below the base URL.
    var path: URLPath { get }

    /// The request method; `GET` by default.
    var method: HTTPMethod { get }

    /// The query after the path; empty by default.
    var query: URLQuery { get }

    /// The headers of the request; none by default.
    var headers: HeaderFields { get }

    /// The body of the request; none by default.
    var body: HTTPBody? { get throws }
}

extension Route {
    public var method: HTTPMethod { .get }
    public var query: URLQuery { [:] }
    public var headers: HeaderFields { [:] }
    public var body: HTTPBody? { nil }

    /// The request made from the parts.
    public func makeRequest() throws -> URLRequest {
        try URLRequest(method, path, query: query, headers: headers, body: body)
    }
}

extension Route where Self: UploadEndpoint {
    /// The request of the upload, without its body.
    public func makeRequest() throws -> URLRequest {
        let (request, _): (URLRequest, UploadEndpointBody) = try makeRequest()
        return request
    }
}

/// An endpoint with `Data` content whose body is decoded from JSON. ``Endpoint/as(_:decoder:)`` makes it.
struct DecodedEndpoint<Base: Endpoint, Model: Decodable & Sendable>: JsonEndpoint where Base.Content == Data {
    typealias Content = Model

    /// The endpoint that makes the request and validates the response.
    let base: Base

    /// The decoder, if it is not that of the base.
    let ownDecoder: JSONDecoder?

    var decoder: JSONDecoder { ownDecoder ?? base.decoder }

    func makeRequest() throws -> URLRequest {
        try base.makeRequest()
    }

    /// The base's request, which carries the base: clients and stubs see its type and its conformances.
    func makeAPIRequest() throws -> APIRequest {
        try base.makeAPIRequest().accepting(Self.acceptedType)
    }

    /// Decodes the whole body: the members of an object are reached by a type of their own.
    func content(from response: URLResponse?, with body: Data) throws -> Model {
        try decode(Model.self, from: response, with: body)
    }

    var timeouts: CallTimeouts? { base.timeouts }

    var isRepeatable: Bool { base.isRepeatable }

    func validate(_ response: URLResponse?, with body: Data) throws {
        try base.validate(response, with: body)
    }
}

extension Endpoint where Content == Data {
    /// The same call with its body decoded from JSON, by its own ``decoder`` unless another one is given. It gives each
    /// case of an `enum` a content type of its own.
    public func `as`<Model: Decodable & Sendable>(
        _ type: Model.Type, decoder: JSONDecoder? = nil
    ) -> some JsonEndpoint<Model> {
        DecodedEndpoint(base: self, ownDecoder: decoder)
    }
}
