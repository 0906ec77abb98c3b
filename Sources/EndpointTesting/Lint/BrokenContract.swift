/// Recorded answers that an endpoint cannot read, or none at all.
public struct ContractViolation: Error, Hashable, Sendable {
    /// The endpoint's type.
    public let endpoint: String

    /// How many answers were read, well or not.
    public let read: Int

    /// What cannot be read and why, one sentence each, without secrets.
    public let problems: [String]
}

extension ContractViolation: CustomStringConvertible, LocalizedError {
    /// All of it, over several lines.
    public var description: String {
        if read == 0 { return "The cassette holds no answer for \(endpoint)." }
        let opening = "\(problems.count) of \(read) recorded answers cannot be read by \(endpoint)."
        return ([opening] + problems.map { "  \($0)" }).joined(separator: "\n")
    }

    public var errorDescription: String? { description }
}
