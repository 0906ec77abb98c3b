/// A failure as something to run: a line for a shell that asks again, and a test that fails in the same way.
///
/// Neither holds a secret: where one was, both have `{{secret}}`.
public struct Reproduction: Hashable, Sendable {
    /// A line for a POSIX shell: `curl https://api.example.com/v1/books/1`.
    public let curl: String

    /// A test of Swift Testing with a ``MockClient`` that answers as the server did.
    public let test: String

    init(_ request: URLRequest, test: ReproductionTest) {
        curl = "\(CURLCommand(request))"
        self.test = test.source
    }
}

extension Reproduction: CustomStringConvertible {
    /// Both, one below the other: the line is a comment above the test.
    public var description: String {
        "// " + curl.replacingOccurrences(of: "\n", with: "\n// ") + "\n" + test
    }
}
