/// Header fields with one value for each name, whatever its case: the later one wins.
///
/// On Linux a dictionary with `X-A` and `x-a` sends one of them, by chance.
struct HeaderFields {
    private(set) var values: [String: String]
    private var spelling: [String: String]

    /// Fields that are known to be safe.
    init(_ values: [String: String]) {
        self.values = values
        spelling = Dictionary(uniqueKeysWithValues: values.keys.map { ($0.lowercased(), $0) })
    }

    /// These fields and others from outside, which win.
    ///
    /// - Throws: `RequestError` when a name or a value cannot be sent safely.
    func setting(_ fields: [String: String]) throws -> HeaderFields {
        guard !fields.isEmpty else { return self }
        var merged = self
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            try HeaderRules.check(name: name, value: value)
            if let old = merged.spelling.updateValue(name, forKey: name.lowercased()) { merged.values[old] = nil }
            merged.values[name] = value
        }
        return merged
    }
}
