extension JSONParser {
    func error(_ problem: JSONSyntaxError.Problem) -> JSONSyntaxError {
        JSONSyntaxError(problem: problem, offset: offset)
    }

    mutating func skipBlanks() {
        while offset < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
    }

    /// The first byte of the next token, which stays unread.
    mutating func peek() throws -> UInt8 {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 { return byte }
            offset += 1
        }
        throw error(.truncated)
    }

    mutating func take(_ scalar: Unicode.Scalar, expecting expected: @autoclosure () -> String) throws {
        guard try peek() == UInt8(ascii: scalar) else { throw error(.expected(expected())) }
        offset += 1
    }

    mutating func literal(_ word: StaticString, _ node: JSONNode) throws -> JSONNode {
        for index in 0..<word.utf8CodeUnitCount {
            guard offset < bytes.count else { throw error(.truncated) }
            guard bytes[offset] == word.utf8Start[index] else { throw error(.expected("a value")) }
            offset += 1
        }
        return node
    }

    /// The text of the next number, by the grammar of RFC 8259 §6.
    mutating func number() throws -> String {
        let start = offset
        if at("-") { offset += 1 }
        if at("0") { offset += 1 } else { try digits(orExpecting: "a value") }
        if at(".") {
            offset += 1
            try digits(orExpecting: "a digit")
        }
        if at("e") || at("E") {
            offset += 1
            if at("+") || at("-") { offset += 1 }
            try digits(orExpecting: "a digit")
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private func at(_ scalar: Unicode.Scalar) -> Bool {
        offset < bytes.count && bytes[offset] == UInt8(ascii: scalar)
    }

    private mutating func digits(orExpecting expected: String) throws {
        let start = offset
        while offset < bytes.count, (0x30...0x39).contains(bytes[offset]) { offset += 1 }
        guard offset == start else { return }
        throw error(offset == bytes.count ? .truncated : .expected(expected))
    }
}
