/// The named values of a query or a form, in order. The same name may stand several times.
///
/// ```swift
/// let query: Query = ["q": "A & B", "page": page, "tag": ["new", "used"]]  // q=A%20%26%20B&tag=new&tag=used
/// ```
///
/// A nil value drops its item. Everything but letters, digits and `- . _ ~` is percent-encoded, also `+`, which a URL may
/// contain but which servers read as a blank.
public struct Query: Hashable, Sendable {
    /// How an array is written.
    public enum ArrayStyle: Hashable, Sendable {
        /// `tag=a&tag=b`
        case repeated
        /// `tag[]=a&tag[]=b`, with the brackets encoded
        case brackets
        /// `tag=a,b`, with the commas that belong to a value encoded
        case comma
    }

    struct Item: Hashable, Sendable {
        let name: String
        let values: [String]
    }

    let items: [Item]

    /// A query from pairs of names and values; arrays are written in the given style.
    public init(_ pairs: KeyValuePairs<String, (any QueryValue)?>, arrays style: ArrayStyle = .repeated) {
        items = pairs.flatMap { name, value in Self.items(name, value, style) }
    }

    /// Whether there is nothing to send.
    public var isEmpty: Bool { items.isEmpty }

    /// The query as it stands in a URL, without the question mark.
    public var percentEncoded: String {
        text(PercentEncoding.query)
    }

    /// The form as it stands in a body of type `application/x-www-form-urlencoded`, where a blank is a `+`.
    public var formEncoded: String {
        text(PercentEncoding.form)
    }
}

extension Query: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral pairs: (String, (any QueryValue)?)...) {
        items = pairs.flatMap { name, value in Self.items(name, value, .repeated) }
    }
}

extension Query {
    /// This query with the items of another behind its own.
    public static func + (first: Query, second: Query) -> Query {
        Query(items: first.items + second.items)
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

extension Query {
    /// A query from a dictionary, in the order of its names, so that the same dictionary always gives the same bytes.
    public init(fields: [String: (any QueryValue)?], arrays style: ArrayStyle = .repeated) {
        self.init(items: fields.keys.sorted().flatMap { Self.items($0, fields[$0] ?? nil, style) })
    }

    /// Reads a form, or the query of a URL, as servers do (WHATWG URL §5.1): a `+` is a blank, a name without `=` has an empty value,
    /// and what is not UTF-8 is replaced by U+FFFD. Never fails.
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

    /// Names and values as text, in order. An array in the style ``ArrayStyle/comma`` is one value.
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
/// Numbers, strings, `Bool`, `Decimal` and `UUID` are such values, and an `enum` with raw values becomes one by declaring it:
/// `enum Sort: String, ParameterValue`. Optionals are not, so that no URL ever contains "nil"; dates are not, because no
/// two APIs write them alike.
public protocol ParameterValue: QueryValue {
    /// The value as text, not yet percent-encoded.
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

/// A value of a query or a form: a ``ParameterValue``, or an array of them.
public protocol QueryValue: Sendable {
    /// One text for each item that the value stands for, not yet percent-encoded.
    var queryTexts: [String] { get }
}

extension Array: QueryValue where Element: ParameterValue {
    public var queryTexts: [String] { map(\.parameterText) }
}
