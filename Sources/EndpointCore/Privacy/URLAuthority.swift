/// Where the authority of a URL ends and which part of it is userinfo (RFC 3986 §3.2), in doubt too much.
struct URLAuthority {
    let userinfo: Range<Int>
    let end: Int

    private static let at = UInt8(ascii: "@")
    private static let ends: [UInt8] = [.slash, .backslash, UInt8(ascii: "?"), UInt8(ascii: "#")]

    /// The authority behind `//`; nil where a URL has none.
    init?(of url: ArraySlice<UInt8>) {
        guard let start = Self.start(in: url) else { return nil }
        let rest = url[start...]
        let authority = rest.prefix { !Self.ends.contains($0) }
        if let at = authority.lastIndex(of: Self.at) {
            (userinfo, end) = (start..<at, authority.endIndex)
        } else if Self.holdsPassword(authority), let at = rest.lastIndex(of: Self.at) {
            (userinfo, end) = (start..<at, at + 1)
        } else if Self.holdsPassword(authority), authority.endIndex == url.endIndex {
            (userinfo, end) = (start..<authority.endIndex, authority.endIndex)
        } else {
            (userinfo, end) = (start..<start, authority.endIndex)
        }
    }

    private static func start(in url: ArraySlice<UInt8>) -> Int? {
        guard let slash = url.firstIndex(of: .slash), url[(slash + 1)...].first == .slash else { return nil }
        let scheme = url[..<slash]
        let isScheme =
            scheme.last == .colon && scheme.dropLast().allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
        return scheme.isEmpty || isScheme ? slash + 2 : nil
    }

    /// Whether the place of the port has letters: then a password was cut off before its `@`, or by a slash that it holds.
    private static func holdsPassword(_ authority: ArraySlice<UInt8>) -> Bool {
        guard authority.first != UInt8(ascii: "["), let colon = authority.firstIndex(of: .colon) else { return false }
        return authority[colon...].contains(where: \.isLetter)
    }
}
