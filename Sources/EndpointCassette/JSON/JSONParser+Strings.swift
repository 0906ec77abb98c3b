extension JSONParser {
    /// The next string, with its escapes undone.
    mutating func string() throws -> String {
        offset += 1
        let start = offset
        guard try scan() == UInt8(ascii: "\\") else {
            defer { offset += 1 }
            return try text(bytes[start..<offset])
        }
        return try escapedString(from: start)
    }

    /// Moves to the next quote or backslash, and says which it is.
    private mutating func scan() throws -> UInt8 {
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return byte }
            if byte < 0x20 { throw error(.expected("no control character inside a string")) }
            offset += 1
        }
        throw error(.truncated)
    }

    private mutating func escapedString(from start: Int) throws -> String {
        var buffer = Array(bytes[start..<offset])
        while bytes[offset] == UInt8(ascii: "\\") {
            try escape(into: &buffer)
            let run = offset
            _ = try scan()
            buffer.append(contentsOf: bytes[run..<offset])
        }
        defer { offset += 1 }
        return try buffer.withUnsafeBufferPointer { try text($0[...]) }
    }

    private func text(_ slice: Slice<UnsafeBufferPointer<UInt8>>) throws -> String {
        let text = String(decoding: UnsafeBufferPointer(rebasing: slice), as: UTF8.self)
        guard text.utf8.count == slice.count, slice.allSatisfy({ $0 < 0x80 }) || text.utf8.elementsEqual(slice) else {
            throw error(.encoding)
        }
        return text
    }

    private mutating func escape(into buffer: inout [UInt8]) throws {
        guard offset + 1 < bytes.count else { throw error(.truncated) }
        let letter = bytes[offset + 1]
        offset += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(letter)
        case UInt8(ascii: "b"): buffer.append(0x08)
        case UInt8(ascii: "f"): buffer.append(0x0C)
        case UInt8(ascii: "n"): buffer.append(0x0A)
        case UInt8(ascii: "r"): buffer.append(0x0D)
        case UInt8(ascii: "t"): buffer.append(0x09)
        case UInt8(ascii: "u"): buffer.append(contentsOf: Character(try scalar()).utf8)
        default: throw error(.expected("an escape that JSON knows"))
        }
    }

    /// The character behind `\u`, taking a surrogate pair together.
    private mutating func scalar() throws -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        {
            let back = offset
            offset += 2
            let second = try hexadecimal()
            if (0xDC00...0xDFFF).contains(second) {
                return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
            }
            offset = back
        }
        repairs += 1
        return "\u{FFFD}"
    }

    private mutating func hexadecimal() throws -> UInt32 {
        guard offset + 4 <= bytes.count else { throw error(.truncated) }
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
                throw error(.expected("four hexadecimal digits"))
            }
            value = value << 4 | UInt32(digit)
            offset += 1
        }
        return value
    }
}
