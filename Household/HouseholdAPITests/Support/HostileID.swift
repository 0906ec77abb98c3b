/// An identifier that tries to be more than one path segment.
struct HostileID: Sendable, CustomStringConvertible {
    let id: String

    /// How it has to stand in a URL.
    let segment: String

    var description: String { "\(id.debugDescription.prefix(20))" }

    /// Each of them can be sent, as one segment.
    static let encoded = [
        HostileID(id: "../admin", segment: "..%2Fadmin"),
        HostileID(id: "a/b", segment: "a%2Fb"),
        HostileID(id: "a?b#c", segment: "a%3Fb%23c"),
        HostileID(id: "%2F", segment: "%252F"),
        HostileID(id: "\r\n", segment: "%0D%0A"),
        HostileID(id: "📚", segment: "%F0%9F%93%9A"),
        HostileID(id: String(repeating: "x", count: 10_000), segment: String(repeating: "x", count: 10_000)),
    ]

    /// None of them can: as a segment, it would name another path.
    static let refused = ["", ".", ".."]
}
