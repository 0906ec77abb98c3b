/// The host of a URL (RFC 3986 §3.2.2), in lower case: a name of letters, digits and `-._`, an IPv4 address, or an IPv6
/// address in brackets.
///
/// Stricter than the RFC, because what one parser takes for a host another takes for something else: no percent-encoding,
/// no sub-delimiters, and a name that ends in a number is an IPv4 address in four decimal parts (`127.1` and `0x7f.1` are not).
struct HostName: Hashable, Sendable {
    let text: String

    init?(_ text: Substring) {
        guard Self.isName(text) || Self.isIPv6(text) else { return nil }
        self.text = text.lowercased()
    }

    /// Whether the host is this machine: `localhost` and the names below it (RFC 6761 §6.3), 127.0.0.0/8, or `[::1]`.
    var isLoopback: Bool {
        text == "localhost" || text.hasSuffix(".localhost") || text == "[::1]"
            || text.hasPrefix("127.") && Self.isIPv4(text[...])
    }

    private static func isName(_ text: Substring) -> Bool {
        let name = text.utf8.last == UInt8(ascii: ".") ? Substring(text.utf8.dropLast()) : text
        var previous = UInt8(ascii: ".")
        for byte in name.utf8 {
            guard
                byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                    || byte == UInt8(ascii: ".") && previous != byte
            else { return false }
            previous = byte
        }
        guard previous != UInt8(ascii: "."), name.utf8.count <= 253 else { return false }
        return endsInNumber(name) ? isIPv4(text) : true
    }

    private static func endsInNumber(_ name: Substring) -> Bool {
        let bytes = Array(name.utf8)
        let start = bytes.behindLast(".", in: 0..<bytes.count)
        guard start < bytes.count, bytes[start].isDigit else { return false }
        let isHexadecimal = bytes.has([0x30, 0x78], at: start) || bytes.has([0x30, 0x58], at: start)
        return isHexadecimal
            ? bytes.end(of: .hexadecimalDigits, from: start + 2, to: bytes.count) == bytes.count
            : bytes.end(of: .digits, from: start, to: bytes.count) == bytes.count
    }
}
