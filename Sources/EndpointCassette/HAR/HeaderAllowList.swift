/// The header fields that a file keeps. What is not named is left out, so that nothing gets into a file by oversight.
public struct HeaderAllowList: Hashable, Sendable {
    private let names: Set<String>
    private let prefixes: [String]

    /// The fields of these names, and those whose names start with one of the prefixes, whatever the case.
    public init(_ names: [String], prefixes: [String] = []) {
        self.names = Set(names.map { $0.lowercased() })
        self.prefixes = prefixes.map { $0.lowercased() }
    }

    /// This list and more names.
    public func adding(_ more: String...) -> HeaderAllowList {
        HeaderAllowList(names + more, prefixes: prefixes)
    }

    /// Whether a file keeps the field of that name.
    public func keeps(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || prefixes.contains(where: name.hasPrefix)
    }

    /// What describes a request, without what identifies its sender.
    public static let request = HeaderAllowList(["Accept", "Content-Type", "Range", "Prefer"], prefixes: ["If-"])

    /// What an application may depend on, without what changes from call to call.
    public static let response = HeaderAllowList(
        [
            "Content-Type", "Content-Language", "Content-Disposition", "Content-Range", "Accept-Ranges", "ETag",
            "Last-Modified", "Cache-Control", "Expires", "Vary", "Location", "Link", "Retry-After",
            "WWW-Authenticate", "Allow", "Deprecation", "Sunset",
        ], prefixes: ["RateLimit", "X-RateLimit-"])

    /// Every field.
    public static let all = HeaderAllowList([], prefixes: [""])
}
