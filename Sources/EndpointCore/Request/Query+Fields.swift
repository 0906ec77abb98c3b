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
