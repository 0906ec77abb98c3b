/// The authority of a URL in its parts (RFC 3986 §3.2), each of them checked.
struct Authority: Sendable {
    /// What stands before the `@`: a name, perhaps with a password.
    let userinfo: Substring?
    let host: HostName
    /// From 1 to 65 535; nil when it is missing or empty.
    let port: Int?

    /// - Throws: ``RequestError`` with the host and the port, without the user information.
    init(_ text: Substring) throws(RequestError) {
        let at = text.utf8.lastIndex(of: UInt8(ascii: "@"))
        let place = at.map { Substring(text.utf8[$0...].dropFirst()) } ?? text
        let (name, digits) = Self.split(place)
        userinfo = at.map { text[..<$0] }
        port = Self.number(digits)
        guard let host = HostName(name), digits.isEmpty || port != nil, userinfo.map(Self.isUserinfo) ?? true else {
            throw RequestError(.host(String(place)))
        }
        self.host = host
    }

    /// Host and port; the colons of an IPv6 address stand in brackets.
    private static func split(_ place: Substring) -> (host: Substring, port: Substring) {
        guard let colon = place.utf8.lastIndex(of: UInt8(ascii: ":")), place.utf8.last != UInt8(ascii: "]") else {
            return (place, "")
        }
        return (place[..<colon], Substring(place.utf8[colon...].dropFirst()))
    }

    private static func number(_ digits: Substring) -> Int? {
        var number = 0
        for byte in digits.utf8 {
            guard byte.isDigit, number <= 65_535 else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number >= 1 && number <= 65_535 ? number : nil
    }

    /// An `@` or a backslash here means that another parser would find another host.
    private static func isUserinfo(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "%")
                || byte.isPathOrQuery && byte != UInt8(ascii: "@") && byte != UInt8(ascii: "/")
                    && byte != UInt8(ascii: "?")
        }
    }
}
