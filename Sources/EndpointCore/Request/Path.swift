/// A path in which each interpolation is one percent-encoded segment, or a part of one.
///
/// ```swift
/// let id = "a/b"
/// let path: Path = "books/\(id)/cover"  // books/a%2Fb/cover
/// ```
///
/// The literal part is trusted and stands as it is written. A value that is empty, `.` or `..` would name another path: ``url()``
/// throws then. An absolute URL may be written as well: `"https://example.com/\(id)"`.
public struct Path: Hashable, Sendable {
    /// The path with `{}` in place of each value: the same for every request of one kind.
    public let template: String

    private let text: String
    private let refused: String?

    /// The path as a URL, relative unless the literal says otherwise.
    ///
    /// - Throws: ``RequestError`` that names the template and the value when a value is empty, `.` or `..`.
    public func url() throws -> URL {
        if let refused { throw RequestError(.pathValue(refused, template: template)) }
        guard let url = URL(string: text.isEmpty ? "." : text) else { throw RequestError(.url(text)) }
        return url
    }
}

extension Path: ExpressibleByStringInterpolation {
    /// Collects literals and values; the compiler calls it.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var template = ""
        fileprivate var text = ""
        fileprivate var refused: String?

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: String) {
            template += literal
            text += literal
        }

        /// Appends a value as one segment, or as a part of one.
        public mutating func appendInterpolation(_ value: some ParameterValue) {
            let segment = value.parameterText
            if segment.isEmpty || segment == "." || segment == ".." { refused = refused ?? segment }
            template += "{}"
            text += PercentEncoding.segment(segment)
        }
    }

    public init(stringLiteral text: String) {
        self.init(template: text, text: text, refused: nil)
    }

    public init(stringInterpolation parts: StringInterpolation) {
        self.init(template: parts.template, text: parts.text, refused: parts.refused)
    }
}
