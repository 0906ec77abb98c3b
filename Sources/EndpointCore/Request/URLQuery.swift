/// The named values of a query or a form, in order. A name may occur more than once.
///
/// ```swift
/// let query: URLQuery = ["q": "A & B", "page": page, "tag": ["new", "used"]]  // q=A%20%26%20B&tag=new&tag=used
/// ```
///
/// An item with a nil value is left out. Everything except letters, digits and `- . _ ~` is percent-encoded, including
/// `+`, which a URL may contain but which servers read as a blank.
public struct URLQuery: Hashable, Sendable {
    /// How the values of an array are written.
    public enum ArrayStyle: Hashable, Sendable {
        /// `tag=a&tag=b`
        case repeated
        /// `tag[]=a&tag[]=b`, with the brackets encoded
        case brackets
        /// `tag=a,b`, with the commas within a value encoded
        case comma
    }

    struct Item: Hashable, Sendable {
        let name: String
        let values: [String]
    }

    let items: [Item]

    /// A query from pairs of names and values, with arrays in the given style.
    public init(_ pairs: KeyValuePairs<String, (any QueryValue)?>, arrays style: ArrayStyle = .repeated) {
        items = pairs.flatMap { name, value in Self.items(name, value, style) }
    }

    /// Whether it has no items.
    public var isEmpty: Bool { items.isEmpty }

    /// The query in the form that a URL has, without the question mark.
    public var percentEncoded: String {
        text(PercentEncoding.query)
    }

    /// The items as the body of a form (`application/x-www-form-urlencoded`), in which a blank is a `+`.
    public var formEncoded: String {
        text(PercentEncoding.form)
    }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral pairs: (String, (any QueryValue)?)...) {
        items = pairs.flatMap { name, value in Self.items(name, value, .repeated) }
    }
}

extension URLQuery {
    /// The items of the first query, followed by those of the second.
    public static func + (first: URLQuery, second: URLQuery) -> URLQuery {
        URLQuery(items: first.items + second.items)
    }

    init(items: [Item]) {
        self.items = items
    }

    static func items(_ name: String, _ value: (any QueryValue)?, _ style: ArrayStyle) -> [Item] {
        guard let value else { return [] }
        let texts = value.queryTexts
        switch style {
        case _ where value is any ParameterValue, .repeated: return texts.map { Item(name: name, values: [$0]) }
        case .brackets: return texts.map { Item(name: name + "[]", values: [$0]) }
        case .comma: return texts.isEmpty ? [] : [Item(name: name, values: texts)]
        }
    }

    private func text(_ encoded: (String) -> String) -> String {
        items.map { item in encoded(item.name) + "=" + item.values.map(encoded).joined(separator: ",") }
            .joined(separator: "&")
    }
}

extension URLQuery {
    /// A query from a dictionary. It is sorted by name, so that equal dictionaries give equal bytes.
    public init(fields: [String: (any QueryValue)?], arrays style: ArrayStyle = .repeated) {
        self.init(items: fields.keys.sorted().flatMap { Self.items($0, fields[$0] ?? nil, style) })
    }

    /// Parses a form, or the query of a URL (WHATWG URL §5.1): a `+` is a blank, a name without `=` has an empty value,
    /// and invalid UTF-8 becomes U+FFFD. It never fails.
    public init(formEncoded text: String) {
        let bytes = Array(text.utf8)
        var items: [Item] = []
        for pair in bytes.pieces(of: 0..<bytes.count, by: .ampersand) where !pair.isEmpty {
            let equals = bytes.next(.equals, from: pair.lowerBound, to: pair.upperBound)
            let value = bytes[min(equals + 1, pair.upperBound)..<pair.upperBound]
            let name = PercentEncoding.repairForm(bytes[pair.lowerBound..<equals])
            items.append(Item(name: name, values: [PercentEncoding.repairForm(value)]))
        }
        self.init(items: items)
    }

    /// The names and values as text, in order. An array in the style ``ArrayStyle/comma`` is one value.
    public var pairs: [(name: String, value: String)] {
        items.map { ($0.name, $0.values.joined(separator: ",")) }
    }

    /// All values of a name, in order.
    public func values(of name: String) -> [String] {
        pairs.filter { $0.name == name }.map(\.value)
    }
}

/// A value with one textual form in a path segment, a query or a form.
///
/// Numbers, strings, `Bool`, `Decimal` and `UUID` conform. An `enum` with raw values only needs to declare the
/// conformance: `enum Sort: String, ParameterValue`. Optionals do not conform, so that no URL contains "nil". Dates do
/// not conform, because APIs write them in different formats.
public protocol ParameterValue: QueryValue {
    /// The value as text, before percent-encoding.
    var parameterText: String { get }
}

extension ParameterValue {
    public var queryTexts: [String] { [parameterText] }
}

extension ParameterValue where Self: LosslessStringConvertible {
    public var parameterText: String { description }
}

extension ParameterValue where Self: RawRepresentable, RawValue: ParameterValue {
    public var parameterText: String { rawValue.parameterText }
}

extension String: ParameterValue {
    public var parameterText: String { self }
}

extension UUID: ParameterValue {
    public var parameterText: String { uuidString }
}

extension Decimal: ParameterValue {
    public var parameterText: String { description }
}

extension Substring: ParameterValue {}
extension Character: ParameterValue {}
extension Bool: ParameterValue {}
extension Int: ParameterValue {}
extension Int8: ParameterValue {}
extension Int16: ParameterValue {}
extension Int32: ParameterValue {}
extension Int64: ParameterValue {}
extension UInt: ParameterValue {}
extension UInt8: ParameterValue {}
extension UInt16: ParameterValue {}
extension UInt32: ParameterValue {}
extension UInt64: ParameterValue {}
extension Double: ParameterValue {}
extension Float: ParameterValue {}

/// A value of a query or a form: a ``ParameterValue`` or an array of them.
public protocol QueryValue: Sendable {
    /// The text of each item, before percent-encoding.
    var queryTexts: [String] { get }
}

extension Array: QueryValue where Element: ParameterValue {
    public var queryTexts: [String] { map(\.parameterText) }
}
