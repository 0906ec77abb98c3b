/// The scheme, host and port of a URL (RFC 6454). Credentials for one origin are not sent to another.
public struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    public let scheme: String

    /// The port; the default port of the scheme, 80 or 443, when the URL has none.
    public let port: Int

    private let name: HostName

    /// The origin of an absolute `http` or `https` URL; nil for any other URL, and for a malformed host or port.
    public init?(_ url: URL) {
        guard let origin = try? Origin(URLReference(url.absoluteString)) else { return nil }
        self = origin
    }

    /// The host in lower case; an IPv6 address includes its brackets.
    public var host: String { name.text }

    /// Whether the connection is encrypted: the scheme is `https`.
    public var isSecure: Bool { scheme == "https" }

    /// Whether the host is this machine: `localhost` and the names below it, 127.0.0.0/8, or `[::1]`.
    ///
    /// No DNS lookup is made: a name whose DNS record points to this machine does not count.
    public var isLoopback: Bool { name.isLoopback }

    /// Whether the host is an IP address, which needs no DNS lookup.
    package var isAddress: Bool { name.isAddress }
}

extension Origin {
    /// The origin of an absolute URL.
    ///
    /// - Throws: ``RequestError`` that describes what is wrong with scheme, host or port.
    package init(_ reference: URLReference) throws(RequestError) {
        guard let scheme = reference.scheme?.lowercased() else { throw RequestError(.url(reference.text)) }
        guard scheme == "https" || scheme == "http" else { throw RequestError(.scheme(scheme)) }
        guard let text = reference.authority else { throw RequestError(.url(reference.text)) }
        let authority = try Authority(text)
        self.scheme = scheme
        name = authority.host
        port = authority.port ?? Self.defaultPort(scheme)
    }

    private static func defaultPort(_ scheme: String) -> Int {
        scheme == "https" ? 443 : 80
    }
}

extension Origin: CustomStringConvertible {
    /// The origin in URL form (RFC 6454 §6.2): `https://example.com`, with the port unless it is the default one.
    public var description: String {
        "\(scheme)://\(authority)"
    }

    /// The host, with the port unless it is the default one: `127.0.0.1:8080` (RFC 3986 §3.2).
    package var authority: String {
        port == Self.defaultPort(scheme) ? host : "\(host):\(port)"
    }
}

/// The validated parts of a URL's authority (RFC 3986 §3.2): user information, host and port.
struct Authority: Sendable {
    /// The text before the `@`: a user name, perhaps with a password.
    let userinfo: Substring?
    let host: HostName
    /// From 1 to 65 535; nil when it is missing or empty.
    let port: Int?

    /// Parses and validates an authority.
    ///
    /// - Throws: ``RequestError`` with the host and the port, without the user information.
    init(_ text: Substring) throws(RequestError) {
        let at = text.utf8.lastIndex(of: UInt8(ascii: "@"))
        let hostAndPort = at.map { Substring(text.utf8[$0...].dropFirst()) } ?? text
        let (name, digits) = Self.split(hostAndPort)
        userinfo = at.map { text[..<$0] }
        port = Self.number(digits)
        guard let host = HostName(name), digits.isEmpty || port != nil, userinfo.map(Self.isUserinfo) ?? true else {
            throw RequestError(.host(String(hostAndPort)))
        }
        self.host = host
    }

    /// Splits host and port at the last colon. A text that ends in a bracket is an IPv6 address without a port.
    private static func split(_ text: Substring) -> (host: Substring, port: Substring) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), text.utf8.last != UInt8(ascii: "]") else {
            return (text, "")
        }
        return (text[..<colon], Substring(text.utf8[colon...].dropFirst()))
    }

    private static func number(_ digits: Substring) -> Int? {
        guard digits.utf8.allSatisfy(\.isDigit), let number = UInt16(digits), number > 0 else { return nil }
        return Int(number)
    }

    /// Rejects `@`, `/`, `?` and the backslash, because other parsers would find another host after them.
    private static func isUserinfo(_ text: Substring) -> Bool {
        text.utf8.allSatisfy(userinfoBytes.contains)
    }

    private static let userinfoBytes = ByteSet.unreserved.union("!$&'()*+,;=:%")
}

/// The host of a URL (RFC 3986 §3.2.2), in lower case: a name of letters, digits and `-._`, an IPv4 address, or an IPv6
/// address in brackets.
///
/// The rules are stricter than those of the RFC, because parsers disagree about unusual hosts: no percent-encoding, no
/// sub-delimiters, and a name that ends in a number must be an IPv4 address in four decimal parts, so `127.1` and
/// `0x7f.1` are invalid.
struct HostName: Hashable, Sendable {
    let text: String

    init?(_ text: Substring) {
        guard Self.isName(text) || Self.isIPv6(text) else { return nil }
        self.text = text.lowercased()
    }

    /// Whether the host is an IPv4 or IPv6 address.
    var isAddress: Bool { text.hasPrefix("[") || Self.isIPv4(text[...]) }

    /// Whether the host is this machine: `localhost` and the names below it (RFC 6761 §6.3), 127.0.0.0/8, or `[::1]`.
    var isLoopback: Bool {
        text == "localhost" || text.hasSuffix(".localhost") || text == "[::1]"
            || text.hasPrefix("127.") && Self.isIPv4(text[...])
    }

    private static let nameBytes = ByteSet.alphanumerics.union("-_.")

    private static func isName(_ text: Substring) -> Bool {
        let name = text.utf8.last == UInt8(ascii: ".") ? Substring(text.utf8.dropLast()) : text
        var previous = UInt8(ascii: ".")
        for byte in name.utf8 {
            guard nameBytes.contains(byte), byte != UInt8(ascii: ".") || previous != byte else { return false }
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

// The syntax of IP addresses (RFC 3986 §3.2.2).
extension HostName {
    /// Whether the text is four decimal octets. Leading zeros are invalid, because some parsers read them as octal.
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

    /// The number of 16-bit groups in a range; nil for invalid groups. An IPv4 address at the end counts as two groups.
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
        guard bytes[range].allSatisfy(\.isDigit), range.count == 1 || bytes[range].first != UInt8(ascii: "0") else {
            return false
        }
        return UInt8(String(decoding: bytes[range], as: UTF8.self)) != nil
    }
}
