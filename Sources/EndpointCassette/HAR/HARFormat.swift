/// What a file keeps of a cassette, and how large it may get.
public struct HARFormat: Hashable, Sendable {
    /// The request header fields that are kept.
    public var requestHeaders: HeaderAllowList

    /// The response header fields that are kept.
    public var responseHeaders: HeaderAllowList

    /// The largest body that stands in the file itself, in bytes; a larger one gets a file of its own.
    public var largestEmbeddedBody: Int

    /// The largest body at all, in bytes; a larger one is an error.
    public var largestBody: Int

    /// A format, by default the one that people can review: few header fields, bodies up to 64 KiB in the file, up to 5 MiB beside it.
    public init(
        requestHeaders: HeaderAllowList = .request, responseHeaders: HeaderAllowList = .response,
        largestEmbeddedBody: Int = 64 << 10, largestBody: Int = 5 << 20
    ) {
        self.requestHeaders = requestHeaders
        self.responseHeaders = responseHeaders
        self.largestEmbeddedBody = largestEmbeddedBody
        self.largestBody = largestBody
    }

    /// The format that people can review.
    public static let standard = HARFormat()

    /// Everything, for a look at the traffic in a browser.
    public static let complete = HARFormat(
        requestHeaders: .all, responseHeaders: .all, largestEmbeddedBody: .max, largestBody: .max)
}

extension Interaction {
    /// What a file of that format keeps of this exchange.
    public func trimmed(to format: HARFormat) -> Interaction {
        var trimmed = self
        trimmed.request.headers = request.headers.filter { format.requestHeaders.keeps($0.name) }
        if case .response(var response) = outcome {
            response.headers = response.headers.filter { format.responseHeaders.keeps($0.name) }
            trimmed.outcome = .response(response)
        }
        return trimmed
    }
}

extension Cassette {
    /// What a file of that format keeps of this cassette.
    public func trimmed(to format: HARFormat) -> Cassette {
        var trimmed = self
        trimmed.interactions = interactions.map { $0.trimmed(to: format) }
        return trimmed
    }
}

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
