/// What ``EndpointFuzz`` found out about an endpoint.
public struct FuzzReport: Hashable, Sendable {
    /// The endpoint's type.
    public let endpoint: String

    /// The path of its requests with `{}` in place of the value.
    public let path: String

    /// The values of which it made a request, good or bad.
    public internal(set) var accepted: [String] = []

    /// The values that it refused.
    public internal(set) var refused: [String] = []

    /// What is wrong.
    public internal(set) var violations: [FuzzViolation] = []

    init(endpoint: String, path: String) {
        self.endpoint = endpoint
        self.path = path
    }
}

extension FuzzReport: CustomStringConvertible {
    /// The endpoint, what was tried, and each violation on a line of its own.
    public var description: String {
        let opening =
            "\(endpoint) (\(path)): \(accepted.count) values accepted, \(refused.count) refused, \(violations.count) violations"
        return ([opening] + violations.map { "  \($0)" }).joined(separator: "\n")
    }
}
