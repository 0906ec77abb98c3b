import EndpointCore

extension SplitMix64 {
    /// A reference put together from the pieces that parsers quarrel about, and from stray characters.
    package mutating func reference(scalars: ClosedRange<UInt32> = 0...0x2FF) -> String {
        (0..<Int.random(in: 0...9, using: &self)).map { _ in piece(scalars) }.joined()
    }

    private mutating func piece(_ scalars: ClosedRange<UInt32>) -> String {
        if Int.random(in: 0..<5, using: &self) == 0 {
            return Unicode.Scalar(UInt32.random(in: scalars, using: &self)).map(String.init) ?? ""
        }
        return Self.pieces.randomElement(using: &self) ?? ""
    }

    private static let pieces = [
        "/", "/", "//", "\\", ".", "..", "/..", "/../", "./", "%2e", "%2E%2e", ".%2e", "%2f", "%5c", "%", "%zz", "?",
        "#", "&",
        "=", ":", "@", ";", "[", "]", "{", " ", "http:", "https:", "http://", "https://", "HTTPS://", "javascript:",
        "file:",
        "data:,", "api.example.com", "evil.example", "localhost", "127.0.0.1", "0x7f.1", "[::1]", ":80", ":99999", "v1",
        "books",
        "a=b", "\u{301}", "é", "\t", "\r\n", "\0",
    ]
}
