extension HTTPURLResponse {
    /// The headers as texts. Foundation has folded repeated ones into one.
    package var fields: [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in allHeaderFields { fields["\(name)"] = "\(value)" }
        return fields
    }
}
