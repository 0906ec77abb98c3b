extension Query {
    /// A query from a dictionary, in the order of its names, so that the same dictionary always gives the same bytes.
    public init(fields: [String: (any QueryValue)?], arrays style: ArrayStyle = .repeated) {
        self.init(items: fields.sorted { $0.key < $1.key }.flatMap { Self.items($0.key, $0.value, style) })
    }

    /// Reads a form, or the query of a URL, as servers do (WHATWG URL §5.1): a `+` is a blank, a name without `=` has an empty value,
    /// and what is not UTF-8 is replaced by U+FFFD. Never fails.
    public init(formEncoded text: String) {
        let pairs = text.utf8.split(separator: .ampersand).map { pair in
            let parts = pair.split(separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
            return parts.map { PercentEncoding.repairForm($0) }
        }
        self.init(items: pairs.map { Item(name: $0[0], values: [$0.count > 1 ? $0[1] : ""]) })
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
