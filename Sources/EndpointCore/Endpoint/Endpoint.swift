/// One call of an API, as a value: its request, the validation of the response, and the content of the response.
///
/// ```
///  endpoint ──makeRequest──▶ APIRequest ──client.send──▶ APIResponse ──validate, content──▶ Content
///             (pure)                       (the effect)               (pure)
/// ```
///
/// All three steps are pure functions of the endpoint and their arguments: they use no network, clock, file or random
/// number. An endpoint is immutable, which `Sendable` makes the compiler check. So it can be stored, compared, sent
/// twice, and tested without a network.
public protocol Endpoint<Content>: Sendable {
    /// The type that a successful response is decoded to: a model, an array of models, `Void`, or the plain `Data`.
    associatedtype Content: Sendable

    /// The request to send. The client resolves a relative URL against its base URL.
    ///
    /// - Throws: ``RequestError`` when the endpoint's values cannot be sent safely, such as an empty identifier in a
    ///   ``URLPath``.
    func makeRequest() throws -> URLRequest

    /// Throws when the response is a failure. By default it throws ``HTTPError`` for every status outside 200–299.
    func validate(_ response: URLResponse?, with body: Data) throws

    /// Decodes a response that ``validate(_:with:)`` has accepted.
    func content(from response: URLResponse?, with body: Data) throws -> Content

    /// Decodes JSON wherever this endpoint does: as the content of a ``JsonEndpoint``, by
    /// ``decode(_:from:with:by:)``, and by ``as(_:decoder:)``. By default a plain `JSONDecoder`.
    ///
    /// A module sets it once, in an extension of its own protocol:
    ///
    /// ```swift
    /// protocol AssistantEndpoint: Endpoint {}
    ///
    /// extension AssistantEndpoint {
    ///     var decoder: JSONDecoder {
    ///         let decoder = JSONDecoder()
    ///         decoder.keyDecodingStrategy = .convertFromSnakeCase
    ///         return decoder
    ///     }
    /// }
    /// ```
    ///
    /// `struct UsageEndpoint: AssistantEndpoint, JsonEndpoint` then has it, and so has an endpoint of the module whose
    /// content is an `enum` that it makes itself of what it decodes.
    var decoder: JSONDecoder { get }

    /// How long the parts of a call may take, in place of the limits of the client and the layers around it. By
    /// default nil.
    var timeouts: CallTimeouts? { get }

    /// Whether the request may be sent again although the server may have acted on it, whatever its method: for a
    /// search by `POST`. By default false: then idempotent methods and requests with an `Idempotency-Key` are repeated,
    /// and others only if the server has not acted on them (RFC 9110 §9.2.2).
    var isRepeatable: Bool { get }

    /// The request together with a body that is not part of the `URLRequest`. You never implement this method:
    /// ``UploadEndpoint`` does, so that an upload keeps its body when it is executed as a plain ``Endpoint``.
    @_documentation(visibility: internal)
    func makeAPIRequest() throws -> APIRequest
}

extension Endpoint {
    public var decoder: JSONDecoder { JSONDecoder() }

    public var timeouts: CallTimeouts? { nil }
    public var isRepeatable: Bool { false }

    public func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body)
    }

    @_documentation(visibility: internal)
    public func makeAPIRequest() throws -> APIRequest {
        APIRequest(try makeRequest(), for: self).accepting(Self.acceptedType)
    }
}

extension Endpoint where Content == Data {
    /// The unchanged body.
    public func content(from response: URLResponse?, with body: Data) throws -> Data { body }
}

extension Endpoint {
    /// Validates and decodes a response. The verbs of a client call it for every response.
    ///
    /// The request, without its secrets, is added to an ``HTTPError``, a ``ContentError`` or an ``APIFailure``, and the
    /// response to an ``APIFailure``. The report of the attempts is added to every error that can carry it. Otherwise
    /// the endpoint's own errors are not changed.
    ///
    /// The redaction hides the secrets of the request and the response in those errors. It is evaluated only for a
    /// failure.
    public func read(
        _ response: APIResponse, to request: APIRequest, redaction: @autoclosure () -> Redaction = .standard
    ) throws -> Content {
        do {
            try validate(response.http, with: response.data)
            return try content(from: response.http, with: response.data)
        } catch {
            throw error.adding(request, response, redaction()).reporting(response.retries)
        }
    }
}

extension Endpoint {
    /// Decodes a body from JSON, for an endpoint whose content is made from the decoded value. Without a decoder of its
    /// own it uses the endpoint's ``decoder``.
    ///
    /// An optional is nil if the status is 204 or the body is empty.
    ///
    /// - Throws: ``ContentError`` with the coding path, what was expected there, and an excerpt of the body.
    public func decode<Model: Decodable>(
        _ type: Model.Type, from response: URLResponse?, with body: Data, by decoder: JSONDecoder? = nil
    ) throws -> Model {
        try decode(type, from: response, with: body, by: decoder ?? self.decoder, mayBeNested: false)
    }

    /// Decodes a body. If it `mayBeNested`, the content may turn out to be a member of the body.
    func decode<Model: Decodable>(
        _ type: Model.Type, from response: URLResponse?, with body: Data, by decoder: JSONDecoder, mayBeNested: Bool
    ) throws -> Model {
        if let absent = type.absent(from: response, with: body) { return absent }
        do {
            return try decoder.decode(type, from: body)
        } catch let error as DecodingError {
            let decoding = FailedDecoding(of: type, by: decoder, mayBeNested: mayBeNested)
            throw ContentError(error, decoding: Content.self, from: response, with: body, by: decoding)
        }
    }
}

/// An endpoint without content: the body of a successful response is ignored.
public protocol VoidEndpoint: Endpoint where Content == Void {}

extension VoidEndpoint {
    /// Ignores the body.
    public func content(from response: URLResponse?, with body: Data) throws {}
}

extension VoidEndpoint where Self: UploadEndpoint {
    /// Ignores the body.
    public func content(from response: URLResponse?, with body: Data) throws {}
}
