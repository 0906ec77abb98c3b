/// An endpoint that is answered with JSON.
///
/// Give an API module a protocol of its own that refines this one, with the module's ``decoder`` and its own error in
/// ``Endpoint/validate(_:with:)``, and its endpoints stay free of plumbing.
public protocol JsonEndpoint: Endpoint where Content: Decodable {
    /// Reads the body. By default a plain `JSONDecoder`.
    var decoder: JSONDecoder { get }
}

extension JsonEndpoint {
    public var decoder: JSONDecoder { JSONDecoder() }

    /// - Throws: ``ContentError`` with the coding path, what was expected there, and an excerpt of the body.
    public func content(from response: URLResponse?, with body: Data) throws -> Content {
        try decode(Content.self, from: response, with: body, by: decoder)
    }
}

extension JsonEndpoint where Content == Data {
    /// Without a type of its own an endpoint would be taken for one of plain bytes.
    @available(*, unavailable, message: "JSON is not read into Data. Say what it is read into: typealias Content = …")
    public func content(from response: URLResponse?, with body: Data) throws -> Data { body }
}
