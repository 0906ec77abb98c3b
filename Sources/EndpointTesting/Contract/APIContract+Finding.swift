extension APIContract {
    /// One difference between an exchange and the description, or a remark about one that the description cannot
    /// exclude.
    public struct Finding: Hashable, Sendable {
        /// Whether this is only a remark: an error status that is not described, a failure of the connection.
        public let isNote: Bool

        /// The operation by its `operationId`, or else by method and path; nil if the description has none.
        public let operation: String?

        /// The status of the response; nil for a difference of the request.
        public let status: Int?

        /// The place in the request or the response: `body.year`, `query.page`, `header.Retry-After`. Empty for the
        /// whole.
        public let place: String

        /// The difference in words, after the place: `is a string, not an integer`.
        public let sentence: String

        /// What was checked: a stub with its file and line, or an entry of a cassette with its number.
        public let source: String
    }
}

extension APIContract.Finding {
    /// The same with what a redaction shows.
    func redacted(by redaction: Redaction) -> APIContract.Finding {
        Self(
            isNote: isNote, operation: operation, status: status, place: redaction.text(place),
            sentence: redaction.text(sentence), source: redaction.text(source))
    }
}

extension APIContract.Finding: CustomStringConvertible {
    /// `operation addBook: body.year is a string, not an integer`
    public var description: String {
        let subject = [operation.map { "operation \($0)" }, status.map { "status \($0)" }].compactMap(\.self)
        let text = place.isEmpty ? sentence : "\(place) \(sentence)"
        return subject.isEmpty ? text : "\(subject.joined(separator: ", ")): \(text)"
    }
}

/// An exchange that the description of an API does not have: what differs, with its place.
///
/// Its description shows the types and lengths of values, and only short words and numbers themselves.
public struct ContractViolation: Error, Hashable, Sendable {
    /// The differences, in order. There is at least one.
    public let findings: [APIContract.Finding]

    /// Nil if all findings are only remarks.
    init?(_ findings: [APIContract.Finding]) {
        self.findings = findings.filter { !$0.isNote }
        if self.findings.isEmpty { return nil }
    }
}

extension ContractViolation: DescribedError {
    /// What was checked, and under it the differences, on several lines.
    public var description: String {
        var source: String?
        let lines = findings.map { finding in
            defer { source = finding.source }
            return finding.source == source ? "    \(finding)" : "  \(finding.source)\n    \(finding)"
        }
        return (["The description of the API does not have this."] + lines).joined(separator: "\n")
    }
}
