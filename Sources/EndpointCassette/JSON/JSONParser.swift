/// Reads JSON from bytes in one pass, either as a tree or member by member, so that a large file never stands in memory as a tree.
struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var offset = 0

    /// How many escapes named half a character (an unpaired surrogate). They are read as U+FFFD.
    var repairs = 0

    private var depth = 0
    private static let maximumDepth = 512

    /// A parser at the first byte, behind a byte order mark if there is one.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The one value that the data holds, or nil where it holds something else.
    static func node(_ data: Data) -> JSONNode? {
        try? reading(data) { parser in
            let node = try parser.value()
            try parser.end()
            return node
        }
    }

    /// Lends a parser for the bytes of the data.
    static func reading<Result>(_ data: Data, _ body: (inout JSONParser) throws -> Result) throws -> Result {
        try data.withUnsafeBytes { raw in
            try raw.withMemoryRebound(to: UInt8.self) { bytes in
                var parser = JSONParser(bytes)
                return try body(&parser)
            }
        }
    }

    /// Reads the next value as a tree.
    mutating func value() throws -> JSONNode {
        switch try peek() {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    /// Requires that nothing but blanks follows.
    mutating func end() throws {
        skipBlanks()
        if offset < bytes.count { throw error(.expected("the end of the file")) }
    }

    /// Reads an object; the body must consume each member's value.
    mutating func members(_ body: (String, inout JSONParser) throws -> Void) throws {
        try sequence("{", "}") { parser in
            guard try parser.peek() == UInt8(ascii: "\"") else { throw parser.error(.expected("a key in quotes")) }
            let key = try parser.string()
            try parser.take(":", expecting: "\":\" after the key")
            try body(key, &parser)
        }
    }

    /// Reads an array; the body must consume each element.
    mutating func elements(_ body: (inout JSONParser) throws -> Void) throws {
        try sequence("[", "]", body)
    }

    private mutating func object() throws -> JSONNode {
        var found: [JSONNode.Member] = []
        try members { key, parser in found.append(.init(key: key, value: try parser.value())) }
        return .object(found)
    }

    private mutating func array() throws -> JSONNode {
        var found: [JSONNode] = []
        try elements { parser in found.append(try parser.value()) }
        return .array(found)
    }

    private mutating func sequence(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ element: (inout JSONParser) throws -> Void
    ) throws {
        try take(open, expecting: "\"\(open)\"")
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw error(.depth) }
        if try peek() == UInt8(ascii: close) { return offset += 1 }
        while true {
            try element(&self)
            if try peek() == UInt8(ascii: close) { return offset += 1 }
            try take(",", expecting: "\",\" or \"\(close)\"")
        }
    }
}
