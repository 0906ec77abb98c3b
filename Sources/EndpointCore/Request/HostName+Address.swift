// Addresses by their digits alone (RFC 3986 §3.2.2): nothing is looked up.
extension HostName {
    /// Whether the text is four decimal octets without leading zeros, which some read as octal.
    static func isIPv4(_ text: Substring) -> Bool {
        let octets = text.split(separator: ".", omittingEmptySubsequences: false)
        return octets.count == 4
            && octets.allSatisfy { octet in
                octet.utf8.allSatisfy(\.isDigit) && UInt8(octet) != nil && (octet == "0" || octet.first != "0")
            }
    }

    /// Whether the text is an IPv6 address in brackets, without a zone.
    static func isIPv6(_ text: Substring) -> Bool {
        guard text.first == "[", text.last == "]", text.utf8.count <= 47 else { return false }
        let halves = text.dropFirst().dropLast().split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        let sizes = halves.enumerated().map { index, half in groups(half, isLast: index == halves.count - 1) }
        let size = sizes.reduce(0) { sum, size in size.map { sum + $0 } ?? 9 }
        return halves.count == 1 ? size == 8 : size < 8
    }

    /// How many groups of sixteen bits the text holds; nil when it is not groups. An IPv4 address at the end counts as two.
    private static func groups(_ text: Substring, isLast: Bool) -> Int? {
        guard !text.isEmpty else { return 0 }
        var groups = text.split(separator: ":", omittingEmptySubsequences: false)
        var size = 0
        if isLast, let last = groups.last, isIPv4(last) {
            groups.removeLast()
            size = 2
        }
        let areHexadecimal = groups.allSatisfy { group in
            (1...4).contains(group.utf8.count) && group.utf8.allSatisfy { $0.hexValue != nil }
        }
        return areHexadecimal ? size + groups.count : nil
    }
}
