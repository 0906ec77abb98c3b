/// An encoding that a search for secrets decodes.
enum TextEncoding: Sendable {
    /// Percent-encoding.
    case percent
    /// The escapes of JSON strings.
    case json
    /// Percent-encoding, the escapes of JSON strings, and the character references of markup, wherever each occurs: one
    /// level of them.
    case all

    private static let marks: ByteSet = "\\%&"
    private static let longestReference = 10
    private static let named: [String: UInt8] = [
        "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "sol": 0x2F, "equals": 0x3D, "plus": 0x2B,
    ]

    /// Whether the bytes may contain something encoded.
    static func holdsMarks(_ bytes: [UInt8]) -> Bool {
        [UInt8.backslash, .percent, .ampersand].contains { bytes.next($0, from: 0, to: bytes.count) < bytes.count }
    }

    private func nextMark(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
        switch self {
        case .percent: bytes.next(.percent, from: start, to: end)
        case .json: bytes.next(.backslash, from: start, to: end)
        case .all: bytes.next(Self.marks, from: start, to: end)
        }
    }

    /// Decodes up to `limit` bytes; `consumed` is the number of encoded bytes that this took.
    func undone(_ bytes: [UInt8], limit: Int = .max) -> (bytes: [UInt8], consumed: Int) {
        var plain: [UInt8] = []
        plain.reserveCapacity(min(bytes.count, limit))
        let consumed = undo(bytes, limit: limit) { meaning, _, _ in plain += meaning }
        return (plain, consumed)
    }

    /// The position in `bytes` at which each decoded byte begins; the last origin is their end.
    func origins(in bytes: [UInt8]) -> [Int] {
        var origins: [Int] = []
        origins.reserveCapacity(bytes.count + 1)
        let end = undo(bytes, limit: .max) { meaning, origin, isItself in
            origins +=
                isItself ? Array(origin..<origin + meaning.count) : [Int](repeating: origin, count: meaning.count)
        }
        return origins + [end]
    }

    /// Calls the function with each decoded sequence, or each run of bytes that aren't encoded, and its position, until
    /// `limit` bytes are decoded. Returns the position after the last.
    private func undo(
        _ bytes: [UInt8], limit: Int, _ take: (_ meaning: ArraySlice<UInt8>, _ origin: Int, _ isItself: Bool) -> Void
    ) -> Int {
        bytes.withUnsafeBufferPointer { buffer in
            var (position, count) = (0, 0)
            while position < buffer.count, count < limit {
                if let (meaning, end) = meaning(at: position, bytes, buffer) {
                    take(meaning[...], position, false)
                    (position, count) = (end, count + meaning.count)
                } else {
                    let furthest = position + min(buffer.count - position, limit - count)
                    let end = nextMark(bytes, from: position + 1, to: furthest)
                    take(bytes[position..<end], position, true)
                    (position, count) = (end, count + end - position)
                }
            }
            return position
        }
    }

    private func meaning(
        at position: Int, _ bytes: [UInt8], _ buffer: UnsafeBufferPointer<UInt8>
    ) -> ([UInt8], end: Int)? {
        switch bytes[position] {
        case .percent where self != .json:
            return PercentEncoding.byte(in: bytes[...], at: position).map { ([$0], position + 3) }
        case .ampersand where self == .all: return Self.reference(at: position, in: bytes)
        case .backslash where self != .percent:
            if let escape = JSONString.escape(at: position, in: buffer, to: buffer.count) {
                return (Array(String(escape.character).utf8), escape.end)
            }
            return position + 1 < buffer.count ? ([buffer[position + 1]], position + 2) : nil
        default: return nil
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
