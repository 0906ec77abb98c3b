/// Why a document cannot be used as a description of an API: all problems that were found, in the order of the document.
///
/// Each is one sentence that begins with its place as a JSON pointer (RFC 6901):
/// `#/paths/~1books/get/parameters/0: "in" is missing.`
public struct OpenAPIError: Error, Hashable, Sendable {
    /// The problems, one sentence each. There is at least one.
    public let problems: [String]

    init(_ problems: [String]) {
        self.problems = problems
    }

    init(at pointer: String, _ sentence: String) {
        problems = ["\(pointer): \(sentence)"]
    }
}

extension OpenAPIError: DescribedError {
    /// The problems on a line each, at most twenty.
    public var description: String {
        let shown = problems.prefix(20)
        let rest = problems.count - shown.count
        return (shown + (rest > 0 ? ["… and \(rest.counted("more problem"))"] : [])).joined(separator: "\n")
    }
}
