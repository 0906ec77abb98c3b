/// An endpoint whose response is JSON.
///
/// An API module usually has its own protocol that refines this one and provides the module's ``decoder`` and its own
/// error in ``Endpoint/validate(_:with:)``, so that no endpoint has to repeat them.
public protocol JsonEndpoint<Content>: Endpoint where Content: Decodable {
    /// Decodes the body. By default a plain `JSONDecoder`.
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
    /// Turns a forgotten `Content` into a compiler error. Without it, `Data` would be inferred.
    @available(*, unavailable, message: "JSON is not read into Data. Say what it is read into: typealias Content = …")
    public func content(from response: URLResponse?, with body: Data) throws -> Data { body }
}

/// An endpoint whose content is one member of a JSON object: the books of `{"book_list": […]}`.
///
/// The content is `[Book]`, and the object around it needs no type. If all endpoints of an API have the same key,
/// such as `data`, set it once in an extension of the module's own protocol.
public protocol NestedJsonEndpoint: JsonEndpoint {
    /// The name of the member, after the key conversion of ``JsonEndpoint/decoder``: `bookList` if it converts from
    /// snake case.
    static var contentKey: String { get }
}

extension NestedJsonEndpoint {
    /// - Throws: ``ContentError`` with the coding path, what was expected there, and an excerpt of the body.
    public func content(from response: URLResponse?, with body: Data) throws -> Content {
        try decode(Envelope<Self>.self, from: response, with: body, by: decoder).content
    }
}

extension NestedJsonEndpoint where Content == Data {
    /// Turns a forgotten `Content` into a compiler error. Without it, `Data` would be inferred.
    @available(*, unavailable, message: "JSON is not read into Data. Say what it is read into: typealias Content = …")
    public func content(from response: URLResponse?, with body: Data) throws -> Data { body }
}

/// The object around the content.
private struct Envelope<Outer: NestedJsonEndpoint>: Decodable {
    let content: Outer.Content

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: DynamicCodingKey.self)
        content = try members.decode(Outer.Content.self, forKey: DynamicCodingKey(stringValue: Outer.contentKey))
    }
}

/// A coding key whose name is known only at run time.
package struct DynamicCodingKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) {
        self.stringValue = stringValue
    }

    package init?(intValue: Int) { nil }
}
