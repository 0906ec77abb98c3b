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
