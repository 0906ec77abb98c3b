import Testing

/// A text of many lines as the argument of a test. Its beginning is shown on one line.
public struct RawText: Hashable, Sendable, CustomTestStringConvertible {
    public let text: String

    public init(_ text: String) {
        self.text = text
    }

    public var testDescription: String {
        let shown = text.unicodeScalars.prefix(60).map { $0.escaped(asASCII: true) }.joined()
        return text.unicodeScalars.count > 60 ? "\(shown)… (\(text.utf8.count) bytes)" : shown
    }
}

extension Sequence<String> {
    /// Each text as an argument.
    public var raw: [RawText] { map(RawText.init) }
}
