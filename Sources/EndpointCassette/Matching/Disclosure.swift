/// How a value of a request may be shown to a person: as it stands beside its name, because the name tells whether it is a secret.
enum RedactedDescription {
    static func shown(_ value: String, at place: String, in part: Difference.Part) -> String {
        if SecretPlaceholder.isOne(value) || SecretNumber(value) != nil { return value }
        let name = place.split { ".[]'".contains($0) }.last { Int($0) == nil }.map(String.init) ?? ""
        switch part {
        case .query:
            return pair(name.isEmpty ? "q" : PercentEncoding.form(name), PercentEncoding.form(value)) ? hidden : value
        case .header: return Redaction.standard.header(place, value)
        case .url: return Redaction.standard.urlText(value)
        case .body where !name.isEmpty && name != "$": return field(name, value)
        default: return Redaction.standard.line(value)
        }
    }

    private static let hidden = "{{secret}}"

    /// Whether the value of a pair is a secret.
    private static func pair(_ name: String, _ value: String) -> Bool {
        let text = "\(name)=\(value)"
        let type = "application/x-www-form-urlencoded"
        return Redaction.standard.body(Data(text.utf8), contentType: type) != Data(text.utf8)
    }

    private static func field(_ name: String, _ value: String) -> String {
        let text = JSONPrinter.compact([name: .string(value)])
        let redacted = Redaction.standard.body(Data(text.utf8), contentType: "application/json")
        return redacted == Data(text.utf8) ? value : hidden
    }
}
