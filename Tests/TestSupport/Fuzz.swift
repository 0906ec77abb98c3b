import EndpointCore

/// Random input for a parser: pieces of its grammar in random order, mixed with random bytes.
package struct Fuzz {
    private var generator: SplitMix64
    private let pieces: [[UInt8]]

    package init(seed: UInt64, pieces: [String]) {
        generator = SplitMix64(seed: seed)
        self.pieces = pieces.map { Array($0.utf8) }
    }

    package mutating func bytes(longest: Int = 12) -> [UInt8] {
        (0..<Int.random(in: 0...longest, using: &generator)).flatMap { _ in piece() }
    }

    package mutating func text(longest: Int = 12) -> String {
        String(decoding: bytes(longest: longest), as: UTF8.self)
    }

    private mutating func piece() -> [UInt8] {
        if Int.random(in: 0..<8, using: &generator) == 0 { return [UInt8.random(in: 0...255, using: &generator)] }
        return pieces.randomElement(using: &generator) ?? []
    }
}

extension SplitMix64 {
    /// A random URL reference, made of pieces that parsers disagree about and of random characters.
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
