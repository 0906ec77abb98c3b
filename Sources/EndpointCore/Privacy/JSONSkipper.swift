/// Finds the end of what begins at a place in JSON, without a stack; where it is not closed, the end of the text.
enum JSONSkipper {
    private static let bareEnds = ByteSet.space.union(",:]}[{\"")

    /// Behind the closing bracket of the object or array that begins here.
    static func end(ofNested start: Int, in bytes: [UInt8]) -> Int {
        var depth = 0
        var position = start
        while position < bytes.count {
            switch bytes[position] {
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D: depth -= 1
            case .quote: position = string(at: position, in: bytes).end - 1
            default: break
            }
            position += 1
            if depth == 0 { return position }
        }
        return bytes.count
    }

    /// What stands between the quotes of the string that begins here, and the position behind it.
    static func string(at start: Int, in bytes: [UInt8]) -> (content: Range<Int>, end: Int) {
        var position = start + 1
        while position < bytes.count, bytes[position] != .quote { position += bytes[position] == .backslash ? 2 : 1 }
        return ((start + 1)..<min(position, bytes.count), min(position + 1, bytes.count))
    }

    /// Behind the number, the literal or whatever else stands unquoted here.
    static func end(ofBare start: Int, in bytes: [UInt8]) -> Int {
        bytes.next(bareEnds, from: start, to: bytes.count)
    }

    static func end(ofSpace start: Int, in bytes: [UInt8]) -> Int {
        bytes.end(of: .space, from: start, to: bytes.count)
    }
}
