/// A value with which an endpoint's request does what it must not.
public struct FuzzViolation: Hashable, Sendable {
    /// The value.
    public let value: String

    /// What is wrong, as the end of a sentence that begins with the value.
    public let problem: String

    init(_ value: String, _ problem: String) {
        self.value = value
        self.problem = problem
    }
}

extension FuzzViolation: CustomStringConvertible {
    /// `"../admin" changes the number of path segments from 2 to 3: books/../admin`
    public var description: String {
        let text = value.unicodeScalars.prefix(40).map { $0.escaped(asASCII: true) }.joined()
        let rest = value.unicodeScalars.count > 40 ? "… (\(value.utf8.count) bytes)" : ""
        return "\"\(text)\(rest)\" \(problem)"
    }
}
