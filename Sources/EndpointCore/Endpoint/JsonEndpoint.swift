/// An endpoint whose response is JSON.
///
/// An API module usually has its own protocol that provides the module's ``Endpoint/decoder`` and its own error in
/// ``Endpoint/validate(_:with:)``, so that no endpoint has to repeat them.
///
/// A request without an `Accept` header asks for `application/json`, unless the environment has a value for it.
///
/// A content that may be absent, as with status 204, is an optional: `typealias Content = Person?`.
public protocol JsonEndpoint<Content>: Endpoint where Content: Decodable {}

extension JsonEndpoint {
    /// Nil for an optional content if the status is 204 or the body is empty.
    ///
    /// - Throws: ``ContentError`` with the coding path, what was expected there, and an excerpt of the body.
    public func content(from response: URLResponse?, with body: Data) throws -> Content {
        try decode(Content.self, from: response, with: body, by: decoder, mayBeNested: true)
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
    /// The name of the member, after the key conversion of ``Endpoint/decoder``: `bookList` if it converts from
    /// snake case.
    static var contentKey: String { get }
}

extension NestedJsonEndpoint {
    /// Nil for an optional content if the status is 204 or the body is empty.
    ///
    /// - Throws: ``ContentError`` with the coding path, what was expected there, and an excerpt of the body.
    public func content(from response: URLResponse?, with body: Data) throws -> Content {
        if let absent = Content.absent(from: response, with: body) { return absent }
        return try decode(Envelope<Self>.self, from: response, with: body).content
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

extension Decodable {
    /// The value of an optional type for a response without content: one with status 204, or with an empty body. Nil if
    /// there is content, or the type is not an optional.
    static func absent(from response: URLResponse?, with body: Data) -> Self? {
        guard body.isEmpty || (response as? HTTPURLResponse)?.statusCode == 204 else { return nil }
        return (Self.self as? any Absentable.Type)?.absent as? Self
    }
}

/// A type with a value for no content, which only optionals have.
private protocol Absentable {
    static var absent: Self { get }
}

extension Optional: Absentable {
    fileprivate static var absent: Wrapped? { nil }
}

extension Endpoint {
    /// The media type that the response should have: JSON, or nil for an endpoint of another kind and for a stream,
    /// whose framing has the type.
    static var acceptedType: String? {
        Self.self is any JsonEndpoint.Type && !(Self.self is any StreamEndpoint.Type) ? "application/json" : nil
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
