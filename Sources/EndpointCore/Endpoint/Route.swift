/// An endpoint that is described by its parts, from which its request follows. An `enum` may be one.
///
/// ```swift
/// enum Library: Route {
///     case books(author: String?)
///     case add(BookDraft)
///
///     var path: Path { "books" }
///
///     var query: Query {
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
/// Unless it says otherwise its content is the plain body, and ``Endpoint/as(_:decoder:)`` gives each of its cases a type:
/// `client.request(Library.books(author: "Ende").as([Book].self))`.
public protocol Route: Endpoint {
    /// What a good answer is read into.
    associatedtype Content = Data

    /// Where it is, below the base URL.
    var path: Path { get }

    /// `GET` by default.
    var method: HTTPMethod { get }

    /// What stands behind the path; nothing by default.
    var query: Query { get }

    /// Headers of this call alone; none by default.
    var headers: [String: String] { get }

    /// What is sent; nothing by default.
    var body: HTTPBody? { get throws }
}

extension Route {
    public var method: HTTPMethod { .get }
    public var query: Query { [:] }
    public var headers: [String: String] { [:] }
    public var body: HTTPBody? { nil }

    /// The request that follows from the parts.
    public func makeRequest() throws -> URLRequest {
        try URLRequest(method, path, query: query, headers: headers, body: body)
    }
}

extension Route where Self: UploadEndpoint {
    /// The request alone, as the upload makes it.
    public func makeRequest() throws -> URLRequest {
        let (request, _): (URLRequest, UploadEndpointBody) = try makeRequest()
        return request
    }
}

/// An endpoint of plain bytes whose body is read as JSON. Made by ``Endpoint/as(_:decoder:)``.
public struct DecodedEndpoint<Base: Endpoint, Model: Decodable & Sendable>: JsonEndpoint where Base.Content == Data {
    public typealias Content = Model

    /// What makes the request and validates the answer.
    public let base: Base

    public let decoder: JSONDecoder

    public func makeRequest() throws -> URLRequest {
        try base.makeRequest()
    }

    public func makeAPIRequest() throws -> APIRequest {
        let request = try base.makeAPIRequest()
        return APIRequest(request.urlRequest, body: request.body, for: self)
    }

    public func validate(_ response: URLResponse?, with body: Data) throws {
        try base.validate(response, with: body)
    }
}

extension Endpoint where Content == Data {
    /// The same call, its body read as JSON into a type: one type for each case of an `enum` that has many.
    public func `as`<Model: Decodable & Sendable>(
        _ type: Model.Type, decoder: JSONDecoder = JSONDecoder()
    ) -> DecodedEndpoint<Self, Model> {
        DecodedEndpoint(base: self, decoder: decoder)
    }
}
