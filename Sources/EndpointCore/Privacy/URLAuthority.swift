/// Where the authority of a URL ends, and which part of it is userinfo (RFC 3986 §3.2). If in doubt, more of it counts
/// as userinfo.
struct URLAuthority {
    let userinfo: Range<Int>
    let end: Int

    private static let at: ByteSet = "@"
    private static let ends: ByteSet = "/\\?#"

    /// The authority after `//`; nil if the URL has none.
    init?(of url: Range<Int>, in bytes: [UInt8]) {
        guard let start = Self.start(of: url, in: bytes) else { return nil }
        let authority = start..<bytes.next(Self.ends, from: start, to: url.upperBound)
        let holdsPassword = Self.holdsPassword(authority, in: bytes)
        let at = bytes.behindLast(Self.at, in: authority)
        let farthest = holdsPassword ? bytes.behindLast(Self.at, in: start..<url.upperBound) : start
        if at > start {
            (userinfo, end) = (start..<(at - 1), authority.upperBound)
        } else if farthest > start {
            (userinfo, end) = (start..<(farthest - 1), farthest)
        } else if holdsPassword, authority.upperBound == url.upperBound {
            (userinfo, end) = (authority, authority.upperBound)
        } else {
            (userinfo, end) = (start..<start, authority.upperBound)
        }
    }

    private static func start(of url: Range<Int>, in bytes: [UInt8]) -> Int? {
        let slash = bytes.next(.slash, from: url.lowerBound, to: url.upperBound)
        guard slash + 1 < url.upperBound, bytes[slash + 1] == .slash else { return nil }
        if slash == url.lowerBound { return slash + 2 }
        let isScheme =
            bytes[slash - 1] == .colon
            && bytes.end(of: .scheme, from: url.lowerBound, to: slash - 1) == slash - 1
        return isScheme ? slash + 2 : nil
    }

    /// Whether the port has letters. If so, it is a password whose `@` was cut off or comes after a slash in the
    /// password.
    private static func holdsPassword(_ authority: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard !authority.isEmpty, bytes[authority.lowerBound] != UInt8(ascii: "[") else { return false }
        let colon = bytes.next(.colon, from: authority.lowerBound, to: authority.upperBound)
        return bytes.holds(.letters, in: colon..<authority.upperBound)
    }
}
