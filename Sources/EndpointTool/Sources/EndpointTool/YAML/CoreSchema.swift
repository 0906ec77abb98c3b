@_spi(EndpointTool) import EndpointCassette

/// The core schema of YAML 1.2 (section 10.3.2): what a scalar means.
enum CoreSchema {
    struct Failure: Error, Hashable {
        let problem: String
    }

    /// The value of a scalar.
    ///
    /// - Parameter tag: Its tag; nil for a plain scalar without one, whose text decides.
    static func node(_ text: String, tag: String?) throws(Failure) -> JSONDocument {
        guard let tag else { return try implicit(text) ?? .string(text) }
        guard let kind = ["null", "bool", "int", "float"].first(where: { tag == "tag:yaml.org,2002:\($0)" }) else {
            return .string(text)
        }
        guard let node = try implicit(text), node.matches(kind) else {
            throw Failure(problem: "\"\(text)\" does not fit its tag !!\(kind).")
        }
        return node
    }

    /// The value of a plain scalar that is not a string; nil for a string.
    private static func implicit(_ text: String) throws(Failure) -> JSONDocument? {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        // Most scalars are words, and a regular expression is slow.
        guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else { return nil }
        if let (digits, radix) = based(text) {
            guard let number = UInt64(digits, radix: radix) else {
                throw Failure(problem: "The number \(text) has more than 64 bits.")
            }
            return .number(String(number))
        }
        if text.wholeMatch(of: /[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)/) != nil {
            throw Failure(problem: "JSON has no number \(text).")
        }
        return decimal(text).map { .number($0) }
    }

    /// The digits of `0o17` and `0x0F`, and their radix.
    private static func based(_ text: String) -> (Substring, radix: Int)? {
        if let match = text.wholeMatch(of: /0o([0-7]+)/) { return (match.1, 8) }
        if let match = text.wholeMatch(of: /0x([0-9a-fA-F]+)/) { return (match.1, 16) }
        return nil
    }

    /// A decimal number with its own digits, as JSON writes it: `+.50` is `0.50`, and `007.` is `7.0`.
    private static func decimal(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: /([-+]?)([0-9]*)(\.?)([0-9]*)([eE][-+]?[0-9]+)?/) else { return nil }
        let (_, sign, whole, point, fraction, exponent) = match.output
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        let significant = whole.drop { $0 == "0" }
        return (sign == "-" ? "-" : "") + (significant.isEmpty ? "0" : significant)
            + (point.isEmpty ? "" : "." + (fraction.isEmpty ? "0" : fraction)) + (exponent ?? "")
    }
}

extension JSONDocument {
    fileprivate func matches(_ kind: String) -> Bool {
        switch self.kind {
        case "boolean": kind == "bool"
        case "number": kind == "float" || kind == "int" && !(number ?? "").contains { ".eE".contains($0) }
        default: self.kind == kind
        }
    }
}
