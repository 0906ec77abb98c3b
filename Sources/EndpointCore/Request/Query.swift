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
