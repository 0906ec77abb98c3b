/// Reads JSON strictly (RFC 8259) in one pass, either as a tree or member by member: a large file need not be in memory
/// as a tree.
package struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    package private(set) var offset = 0

    /// The number of unpaired surrogates in escapes. They are read as U+FFFD.
    package private(set) var repairs = 0

    private var depth = 0
    private let maximumDepth: Int

    /// A parser at the first byte, after a byte order mark if there is one.
    private init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The one value that the data holds; nil if the data is not JSON or nested more deeply.
    package static func node(_ data: Data, maximumDepth: Int = 512) -> JSONNode? {
        try? reading(data, maximumDepth: maximumDepth) { parser in
            let node = try parser.value()
            try parser.end()
            return node
        }
    }

    /// Why the data is not JSON, and where; nil if it is.
    static func problem(in data: Data) -> JSONSyntaxError? {
        do {
            _ = try reading(data) { parser in
                let node = try parser.value()
                try parser.end()
                return node
            }
            return nil
        } catch {
            return error as? JSONSyntaxError
        }
    }

    /// Runs a function with a parser for the bytes of the data.
    package static func reading<Result>(
        _ data: Data, maximumDepth: Int = 512, _ body: (inout JSONParser) throws -> Result
    ) throws -> Result {
        try data.withUnsafeBytes { raw in
            try raw.withMemoryRebound(to: UInt8.self) { bytes in
                var parser = JSONParser(bytes, maximumDepth: maximumDepth)
                return try body(&parser)
            }
        }
    }
}

extension JSONParser {
    /// Reads the next value as a tree.
    package mutating func value() throws -> JSONNode {
        switch try peek() {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case .quote: return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .bool(true))
        case UInt8(ascii: "f"): return try literal("false", .bool(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    /// Throws unless only white space follows.
    package mutating func end() throws {
        skipBlanks()
        if offset < bytes.count { throw error(.expected("the end of the file")) }
    }

    /// Reads an object; the body must consume each member's value.
    package mutating func members(_ body: (String, inout JSONParser) throws -> Void) throws {
        try sequence("{", "}") { parser in
            guard try parser.peek() == .quote else { throw parser.error(.expected("a key in quotes")) }
            let key = try parser.string()
            try parser.take(":", expecting: "\":\" after the key")
            try body(key, &parser)
        }
    }

    /// Reads an array; the body must consume each element.
    package mutating func elements(_ body: (inout JSONParser) throws -> Void) throws {
        try sequence("[", "]", body)
    }

    /// The first byte of the next token, which stays unread.
    package mutating func peek() throws -> UInt8 {
        skipBlanks()
        guard offset < bytes.count else { throw error(.truncated) }
        return bytes[offset]
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
        if depth > maximumDepth { throw error(.depth) }
        if try peek() == UInt8(ascii: close) { return offset += 1 }
        while true {
            try element(&self)
            if try peek() == UInt8(ascii: close) { return offset += 1 }
            try take(",", expecting: "\",\" or \"\(close)\"")
        }
    }
}

extension JSONParser {
    private func error(_ problem: JSONSyntaxError.Problem) -> JSONSyntaxError {
        JSONSyntaxError(problem: problem, offset: offset)
    }

    private mutating func skipBlanks() {
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            offset += 1
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar, expecting expected: @autoclosure () -> String) throws {
        guard try peek() == UInt8(ascii: scalar) else { throw error(.expected(expected())) }
        offset += 1
    }

    private mutating func literal(_ word: StaticString, _ node: JSONNode) throws -> JSONNode {
        for index in 0..<word.utf8CodeUnitCount {
            guard offset < bytes.count else { throw error(.truncated) }
            guard bytes[offset] == word.utf8Start[index] else { throw error(.expected("a value")) }
            offset += 1
        }
        return node
    }

    private mutating func number() throws -> String {
        let start = offset
        let (end, isValid) = JSONNumber.scan(at: start, in: bytes, to: bytes.count)
        offset = end
        guard isValid else {
            throw error(end == bytes.count ? .truncated : .expected(end == start ? "a value" : "a digit"))
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The next string, with its escapes decoded.
    private mutating func string() throws -> String {
        offset += 1
        let start = offset
        guard try scan() == .backslash else {
            defer { offset += 1 }
            return try text(bytes[start..<offset])
        }
        var buffer = Array(bytes[start..<offset])
        while bytes[offset] == .backslash {
            try escape(into: &buffer)
            let run = offset
            _ = try scan()
            buffer.append(contentsOf: bytes[run..<offset])
        }
        defer { offset += 1 }
        return try buffer.withUnsafeBufferPointer { try text($0[...]) }
    }

    /// Moves to the next quote or backslash, and returns it.
    private mutating func scan() throws -> UInt8 {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == .quote || byte == .backslash { return byte }
            if byte < 0x20 { throw error(.expected("no control character inside a string")) }
            offset += 1
        }
        throw error(.truncated)
    }

    private mutating func escape(into buffer: inout [UInt8]) throws {
        guard let escape = JSONString.escape(at: offset, in: bytes, to: bytes.count) else {
            let isUnicode = offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "u")
            let isCut = bytes.count - offset < (isUnicode ? 6 : 2)
            throw error(isCut ? .truncated : .expected("a JSON escape"))
        }
        if escape.isHalf { repairs += 1 }
        buffer.append(contentsOf: String(escape.character).utf8)
        offset = escape.end
    }

    private func text(_ slice: Slice<UnsafeBufferPointer<UInt8>>) throws -> String {
        let text = String(decoding: UnsafeBufferPointer(rebasing: slice), as: UTF8.self)
        guard text.utf8.count == slice.count, slice.allSatisfy({ $0 < 0x80 }) || text.utf8.elementsEqual(slice) else {
            throw error(.encoding)
        }
        return text
    }
}

/// Bytes that are not JSON (RFC 8259), and where.
package struct JSONSyntaxError: Error, Hashable {
    package enum Problem: Hashable, Sendable {
        /// The text ends in the middle of a value.
        case truncated
        /// This was expected, but something else was found.
        case expected(String)
        /// The bytes are not UTF-8.
        case encoding
        /// Arrays and objects are nested more deeply than the parser allows.
        case depth
    }

    package let problem: Problem

    /// In bytes from the start.
    package let offset: Int
}
