/// Calls that did not come in the order that a test expected.
public struct UnmetOrder: Error, Hashable, Sendable {
    /// Which of the expected calls did not come where it had to, from 0.
    public let missing: Int

    /// The expected calls, without their secrets.
    public let expected: [String]

    /// The calls that came, without their secrets.
    public let came: [String]
}

extension UnmetOrder: CustomStringConvertible, LocalizedError {
    /// What was expected and what came, over several lines.
    public var description: String {
        let wanted = expected.enumerated().map { "  \($0 == missing ? "✘" : " ") \($1)" }
        let calls = came.isEmpty ? ["    nothing"] : came.map { "    \($0)" }
        return (["These calls did not come in this order:"] + wanted + ["What came:"] + calls).joined(separator: "\n")
    }

    public var errorDescription: String? { description }
}
