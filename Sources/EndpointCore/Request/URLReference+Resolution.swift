extension URLReference {
    /// The target of this reference on a page with the given URL (RFC 3986 §5.2.2, strict).
    func resolved(against base: URLReference) -> URLReference {
        var target = self
        if scheme == nil {
            target.scheme = base.scheme
            if authority == nil {
                target.authority = base.authority
                if path.isEmpty {
                    target.path = base.path
                    target.query = query ?? base.query
                    return target
                }
                if path.utf8.first != UInt8(ascii: "/") { target.path = merged(with: base) }
            }
        }
        target.path = Self.removingDotSegments(target.path)
        return target
    }

    /// `remove_dot_segments` (RFC 3986 §5.2.4): `/a/./b/../c` is `/a/c`, and nothing climbs above the root.
    static func removingDotSegments(_ path: Substring) -> Substring {
        guard path.utf8.first == UInt8(ascii: "/") else { return PathSegments(path).text }
        let segments = PathSegments(Substring(path.utf8.dropFirst()))
        return segments.isNormal ? path : "/" + segments.text
    }

    /// This path in place of the last segment of the base's (RFC 3986 §5.2.3).
    private func merged(with base: URLReference) -> Substring {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return base.path[...slash] + path
    }
}
