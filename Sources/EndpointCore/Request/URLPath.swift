/// A URL path in which each interpolated value is percent-encoded as one segment, or as a part of one.
///
/// ```swift
/// let id = "a/b"
/// let path: URLPath = "books/\(id)/cover"  // books/a%2Fb/cover
/// ```
///
/// The literal parts are not changed. A value that is empty, `.` or `..` would change the path, so ``url()`` throws for
/// it. The literal may be an absolute URL: `"https://example.com/\(id)"`.
public struct URLPath: Hashable, Sendable {
    /// The path with `{}` in place of each value: `books/{}/cover`.
    public private(set) var template = ""

    private var text = ""
    private var invalidValue: String?

    /// A path that is known only at run time and is already percent-encoded, such as one from a link of the server. It
    /// is not changed. For a single value, write `"\(value)"`, which encodes it.
    public init(percentEncoded text: String) {
        appendLiteral(text)
    }

    /// The path as a URL: relative, unless the literal is an absolute URL.
    ///
    /// - Throws: ``RequestError`` with the template and the value when a value is empty, `.` or `..`.
    public func url() throws -> URL {
        if let invalidValue { throw RequestError(.pathValue(invalidValue, template: template)) }
        guard let url = URL(string: text.isEmpty ? "." : text) else { throw RequestError(.url(text)) }
        return url
    }
}

extension URLPath: ExpressibleByStringInterpolation, StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
        template += literal
        text += literal
    }

    /// Appends a value as one segment, or as a part of one. The compiler calls it for each value of a literal.
    public mutating func appendInterpolation(_ value: some ParameterValue) {
        let segment = value.parameterText
        if segment.isEmpty || segment == "." || segment == ".." { invalidValue = invalidValue ?? segment }
        template += "{}"
        text += PercentEncoding.segment(segment)
    }

    /// Turns a value without a textual form into a compiler error that says what to do.
    @available(*, unavailable, message: "Unwrap an optional. Declare an enum with : String, ParameterValue.")
    public mutating func appendInterpolation<Value>(_ value: Value) { appendLiteral("\(value)") }

    public init(stringLiteral text: String) {
        appendLiteral(text)
    }

    public init(stringInterpolation path: URLPath) {
        self = path
    }
}
