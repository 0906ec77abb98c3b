/// A way to write bytes differently, which a search for secrets undoes.
package enum TextEncoding: Sendable {
    /// The escapes of JSON strings.
    case escapes
    /// Percent-encoding.
    case percent
    /// The character references of markup: `&#115;`, `&#x73;`, `&amp;`.
    case references

    /// Those that a message has within its syntax.
    static let inMessages: [TextEncoding] = [.percent, .references]

    private static let ampersand = UInt8(ascii: "&")
    private static let longestReference = 10
    private static let named: [String: UInt8] = [
        "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "sol": 0x2F, "equals": 0x3D, "plus": 0x2B,
    ]

    /// The byte without which nothing is encoded.
    package var mark: UInt8 {
        switch self {
        case .escapes: .backslash
        case .percent: .percent
        case .references: Self.ampersand
        }
    }

    /// The bytes that are meant, up to so many of them, and how many of the given ones that took.
    package func undone(_ bytes: [UInt8], limit: Int = .max) -> (bytes: [UInt8], consumed: Int) {
        var plain: [UInt8] = []
        plain.reserveCapacity(min(bytes.count, limit))
        let consumed = undo(bytes) { meaning, _ in
            plain.append(contentsOf: meaning)
            return plain.count < limit
        }
        return (plain, consumed)
    }

    /// The bytes that are meant, and where each of them begins in the given ones; the last origin is their end.
    func undoneWithOrigins(_ bytes: [UInt8]) -> (bytes: [UInt8], origins: [Int]) {
        var (plain, origins): ([UInt8], [Int]) = ([], [])
        _ = undo(bytes) { meaning, origin in
            for byte in meaning {
                plain.append(byte)
                origins.append(origin)
            }
            return true
        }
        return (plain, origins + [bytes.count])
    }

    /// Calls the function with each meaning and its position, until it returns false. Returns the position behind the last.
    private func undo(_ bytes: [UInt8], _ take: (ArraySlice<UInt8>, Int) -> Bool) -> Int {
        bytes.withUnsafeBufferPointer { buffer in
            var position = 0
            while position < buffer.count {
                if buffer[position] == mark, let (meaning, end) = meaning(at: position, bytes, buffer) {
                    let isEnough = !take(meaning[...], position)
                    position = end
                    if isEnough { return position }
                } else {
                    let isEnough = !take(bytes[position...position], position)
                    position += 1
                    if isEnough { return position }
                }
            }
            return position
        }
    }

    private func meaning(
        at position: Int, _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>
    ) -> ([UInt8], end: Int)? {
        switch self {
        case .percent: return PercentEncoding.byte(in: bytes[...], at: position).map { ([$0], position + 3) }
        case .references: return Self.reference(at: position, in: bytes)
        case .escapes:
            if let escape = JSONString.escape(at: position, in: buffer, to: buffer.count) {
                return (Array(String(escape.character).utf8), escape.end)
            }
            return position + 1 < buffer.count ? ([buffer[position + 1]], position + 2) : nil
        }
    }

    private static func reference(at position: Int, in bytes: [UInt8]) -> ([UInt8], end: Int)? {
        let end = bytes.next(.semicolon, from: position, to: min(bytes.count, position + longestReference))
        guard end < bytes.count, bytes[end] == .semicolon, end > position + 1 else { return nil }
        var name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
        guard name.hasPrefix("#") else { return named[name].map { ([$0], end + 1) } }
        name.removeFirst()
        let isHexadecimal = name.hasPrefix("x") || name.hasPrefix("X")
        let number = isHexadecimal ? UInt32(name.dropFirst(), radix: 16) : UInt32(name)
        return number.flatMap(Unicode.Scalar.init).map { (Array(String($0).utf8), end + 1) }
    }
}
