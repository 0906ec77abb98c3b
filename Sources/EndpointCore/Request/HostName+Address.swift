// Addresses by their digits alone (RFC 3986 §3.2.2): nothing is looked up.
extension HostName {
    /// Whether the text is four decimal octets without leading zeros, which some read as octal.
    static func isIPv4(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        return isIPv4(0..<bytes.count, in: bytes)
    }

    /// Whether the text is an IPv6 address in brackets, without a zone.
    static func isIPv6(_ text: Substring) -> Bool {
        guard text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]") else { return false }
        let bytes = Array(text.utf8.dropFirst().dropLast())
        guard bytes.count <= 45 else { return false }
        guard let gap = bytes.range(of: [.colon, .colon]) else { return groups(0..<bytes.count, in: bytes) == 8 }
        let left = groups(0..<gap.lowerBound, in: bytes, mayEndInIPv4: false) ?? 8
        let right = groups(gap.upperBound..<bytes.count, in: bytes) ?? 8
        return left + right < 8
    }

    /// How many groups of sixteen bits stand there; nil when it is not groups. An IPv4 address at the end counts as two.
    private static func groups(_ range: Range<Int>, in bytes: [UInt8], mayEndInIPv4: Bool = true) -> Int? {
        guard !range.isEmpty else { return 0 }
        var size = 0
        for group in bytes.pieces(of: range, by: .colon) {
            let isHexadecimal =
                bytes.end(of: .hexadecimalDigits, from: group.lowerBound, to: group.upperBound) == group.upperBound
            if isHexadecimal, group.count >= 1, group.count <= 4 {
                size += 1
            } else if mayEndInIPv4, group.upperBound == range.upperBound, isIPv4(group, in: bytes) {
                size += 2
            } else {
                return nil
            }
        }
        return size
    }

    private static func isIPv4(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        let octets = bytes.pieces(of: range, by: UInt8(ascii: "."))
        for octet in octets where !isOctet(octet, in: bytes) { return false }
        return octets.count == 4
    }

    private static func isOctet(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard range.count >= 1, range.count <= 3 else { return false }
        var number = 0
        for byte in bytes[range] {
            guard byte.isDigit else { return false }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number <= 255 && (range.count == 1 || bytes[range.lowerBound] != UInt8(ascii: "0"))
    }
}
