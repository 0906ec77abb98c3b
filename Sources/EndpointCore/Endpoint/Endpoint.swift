/// One call of an API, as a value: what to ask, whether the answer is good, and what it means.
///
/// ```
///  endpoint ──makeRequest──▶ APIRequest ──client.send──▶ APIResponse ──validate, content──▶ Content
///             (pure)                       (the effect)               (pure)
/// ```
///
/// All three steps are pure functions of the endpoint and their arguments: no network, clock, file or chance. An
/// endpoint is immutable, which is what `Sendable` asks the compiler to check, so it can be kept, compared, sent twice and
/// tested without a network.
public protocol Endpoint<Content>: Sendable {
    /// What a good answer is read into: a model, a list of them, `Void`, the plain `Data`.
    associatedtype Content: Sendable

    /// The request to send. A relative URL is resolved by the client, below its base URL.
    ///
    /// - Throws: ``RequestError`` when the endpoint's values cannot be sent safely, such as an empty identifier in a ``Path``.
    func makeRequest() throws -> URLRequest

    /// Throws when the answer is a failure. By default: ``HTTPError`` for every status outside 200–299.
    func validate(_ response: URLResponse?, with body: Data) throws

    /// Reads the answer, which ``validate(_:with:)`` has accepted.
    func content(from response: URLResponse?, with body: Data) throws -> Content

    /// The request together with its body, if that is kept apart from it. You never write this one: ``UploadEndpoint``
    /// does, so that an upload stays whole when it is executed as a plain ``Endpoint``.
    func makeAPIRequest() throws -> APIRequest
}

extension Endpoint {
    public func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body)
    }

    public func makeAPIRequest() throws -> APIRequest {
        APIRequest(try makeRequest(), for: self)
    }
}

extension Endpoint where Content == Data {
    /// The body as it is.
    public func content(from response: URLResponse?, with body: Data) throws -> Data { body }
}

extension Endpoint {
    /// Validates an answer and reads it: what every verb does with what its client returns.
    ///
    /// A failure of the library's own is told what was asked; an endpoint's own error passes untouched.
    public func read(_ response: APIResponse, to request: APIRequest) throws -> Content {
        do {
            try validate(response.http, with: response.data)
            return try content(from: response.http, with: response.data)
        } catch var error as HTTPError {
            error.request = error.request ?? Redaction.standard.request(request.urlRequest)
            throw error.reporting(response.retries)
        } catch var error as ContentError {
            error.request = error.request ?? Redaction.standard.request(request.urlRequest)
            throw error
        } catch {
            throw error.reporting(response.retries)
        }
    }
}

extension Endpoint {
    /// Reads a body as JSON, for an endpoint whose content is made of it but is not it.
    ///
    /// - Throws: ``ContentError`` with the coding path, what was expected there, and an excerpt of the body.
    public func decode<Model: Decodable>(
        _ type: Model.Type, from response: URLResponse?, with body: Data, by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Model {
        do {
            return try decoder.decode(type, from: body)
        } catch let error as DecodingError {
            throw ContentError(error, decoding: Content.self, from: response, with: body)
        }
    }
}

/// An endpoint of which only success matters: whatever body a good answer has is ignored.
public protocol VoidEndpoint: Endpoint where Content == Void {}

extension VoidEndpoint {
    /// Reads nothing.
    public func content(from response: URLResponse?, with body: Data) throws {}
}

extension VoidEndpoint where Self: UploadEndpoint {
    /// Reads nothing.
    public func content(from response: URLResponse?, with body: Data) throws {}
}
