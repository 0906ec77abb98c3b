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

/// An endpoint whose content is one member of the JSON object that it is answered with: the books of `{"book_list": […]}`.
///
/// Its content stays `[Book]`; the object around it has no type. Where all endpoints of an API have the same key, such as `data`, the
/// module's own protocol says so once, in an extension.
public protocol NestedJsonEndpoint: JsonEndpoint {
    /// The member's name, as ``JsonEndpoint/decoder`` leaves it: `bookList` where it converts from snake case.
    static var contentKey: String { get }
}

extension NestedJsonEndpoint {
    /// - Throws: ``ContentError`` with the coding path, what was expected there, and an excerpt of the body.
    public func content(from response: URLResponse?, with body: Data) throws -> Content {
        try decode(Nesting<Self>.self, from: response, with: body, by: decoder).content
    }
}

extension NestedJsonEndpoint where Content == Data {
    /// Without a type of its own an endpoint would be taken for one of plain bytes.
    @available(*, unavailable, message: "JSON is not read into Data. Say what it is read into: typealias Content = …")
    public func content(from response: URLResponse?, with body: Data) throws -> Data { body }
}

/// The object around the content.
private struct Nesting<Outer: NestedJsonEndpoint>: Decodable {
    let content: Outer.Content

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        content = try members.decode(Outer.Content.self, forKey: MemberName(stringValue: Outer.contentKey))
    }
}

/// A member of a JSON object by a name that is known only at run time.
package struct MemberName: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) {
        self.stringValue = stringValue
    }

    package init?(intValue: Int) { nil }
}
