/// The grammar of a number in JSON (RFC 8259 §6).
enum JSONNumber {
    private static let signs: ByteSet = "+-"

    static func isValid(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        let end = range.upperBound
        var position = range.lowerBound
        if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let isZero = position < end && bytes[position] == UInt8(ascii: "0")
        guard isZero || skipDigits(&position, end, bytes) else { return false }
        if isZero { position += 1 }
        if position < end, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard skipDigits(&position, end, bytes) else { return false }
        }
        guard position < end, bytes[position].lowercased == UInt8(ascii: "e") else { return position == end }
        position += 1
        if position < end, signs.contains(bytes[position]) { position += 1 }
        return skipDigits(&position, end, bytes) && position == end
    }

    private static func skipDigits(_ position: inout Int, _ end: Int, _ bytes: [UInt8]) -> Bool {
        let start = position
        position = bytes.end(of: .digits, from: start, to: end)
        return position > start
    }
}
