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
