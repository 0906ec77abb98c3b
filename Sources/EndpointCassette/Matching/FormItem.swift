/// A name and a value of a query or a form, decoded.
struct FormItem: Hashable, Sendable {
    let name: String
    let value: String

    /// The items in their order; a blank may be written as a plus sign.
    static func items(_ encoded: Substring) -> [FormItem] {
        encoded.split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return FormItem(
                name: PercentForm.decoded(sides[0], plusIsBlank: true),
                value: sides.count > 1 ? PercentForm.decoded(sides[1], plusIsBlank: true) : "")
        }
    }

    /// Sorted by name. Among items of one name the order is kept, because it may mean something.
    static func sorted(_ items: [FormItem]) -> [FormItem] {
        guard items.count > 1 else { return items }
        return items.enumerated()
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
            .map(\.element)
    }
}
