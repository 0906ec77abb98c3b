/// The requests to one origin, to which alone a credential or a signature belongs.
struct OwnRequests: Sendable {
    /// The origin; nil if it is unknown.
    let origin: Origin?
    /// Whether relative requests go to that origin.
    private let includesRelative: Bool

    /// - Parameters:
    ///   - origin: the origin.
    ///   - base: the origin to which the client sends relative requests; nil if it is unknown.
    init(of origin: Origin?, base: Origin?) {
        self.origin = origin
        includesRelative = base == nil || base == origin
    }

    /// Whether a request to a URL is one of them. One without a scheme but with a host, `//example.com`, never is: its
    /// origin depends on the client.
    func contain(_ url: URL) -> Bool {
        let text = url.absoluteString
        if !text.utf8.contains(UInt8(ascii: ":")), !text.utf8.starts(with: "//".utf8) { return includesRelative }
        let reference = URLReference(text)
        if reference.scheme == nil { return includesRelative && reference.authority == nil }
        guard let target = Origin(url) else { return false }
        return target == origin
    }
}
