/// Bytes that are not JSON (RFC 8259), and where.
struct JSONSyntaxError: Error, Hashable {
    enum Problem: Hashable {
        /// The text ends in the middle of a value.
        case truncated
        /// Something else stands where this was expected.
        case expected(String)
        /// The bytes are not UTF-8.
        case encoding
        /// Arrays and objects are nested more deeply than any real file.
        case depth
    }

    let problem: Problem

    /// In bytes from the start.
    let offset: Int
}
