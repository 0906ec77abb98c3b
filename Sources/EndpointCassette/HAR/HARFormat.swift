extension Cassette {
    /// The parts of a cassette that a file keeps, and how large its bodies may be.
    public struct Format: Hashable, Sendable {
        /// The version of the members that this package adds to HAR, in `log._endpoint.format`. A file with a higher
        /// one is not read, because its members may have another meaning.
        static let number = 1

        /// The request header fields that are kept.
        public var requestHeaders: Cassette.HeaderAllowList

        /// The response header fields that are kept.
        public var responseHeaders: Cassette.HeaderAllowList

        /// The largest body in the HAR file itself, in bytes. A larger one is written to a separate file.
        public var largestEmbeddedBody: Int

        /// The largest body that is written, in bytes. A larger one is an error.
        public var largestBody: Int

        /// A format. By default a file is short enough to be reviewed: few header fields, bodies up to 1 MiB in the
        /// file, where browsers and proxies find them, and up to 5 MiB in separate files.
        public init(
            requestHeaders: Cassette.HeaderAllowList = .request, responseHeaders: Cassette.HeaderAllowList = .response,
            largestEmbeddedBody: Int = 1 << 20, largestBody: Int = 5 << 20
        ) {
            self.requestHeaders = requestHeaders
            self.responseHeaders = responseHeaders
            self.largestEmbeddedBody = largestEmbeddedBody
            self.largestBody = largestBody
        }

        /// Few header fields, and only small bodies in the HAR file, so that it can be reviewed.
        public static let standard = Cassette.Format()

        /// All header fields and bodies, for inspecting the traffic in a browser.
        public static let complete = Cassette.Format(
            requestHeaders: .all, responseHeaders: .all, largestEmbeddedBody: .max, largestBody: .max)
    }
}

extension Cassette.Format {
    /// This format, which also keeps the request header fields that a matching compares. Without them a
    /// recorded request would differ from every live one.
    public func keeping(headersOf matching: Matching) -> Cassette.Format {
        var format = self
        format.requestHeaders = requestHeaders.adding(matching.comparedHeaders)
        return format
    }
}

extension Interaction.Request {
    /// This request with those of its header fields that are in the list.
    func keeping(_ list: Cassette.HeaderAllowList) -> Interaction.Request {
        var kept = self
        kept.headers = headers.filter { list.keeps($0.name) }
        return kept
    }
}

extension Interaction {
    /// The parts of this interaction that a file of that format keeps.
    public func trimmed(to format: Cassette.Format) -> Interaction {
        var trimmed = self
        trimmed.request = request.keeping(format.requestHeaders)
        if case .response(var response) = outcome {
            response.headers = response.headers.filter { format.responseHeaders.keeps($0.name) }
            trimmed.outcome = .response(response)
        }
        return trimmed
    }
}

extension Cassette {
    /// The parts of this cassette that a file of that format keeps.
    public func trimmed(to format: Cassette.Format) -> Cassette {
        var trimmed = self
        trimmed.interactions = interactions.map { $0.trimmed(to: format) }
        return trimmed
    }
}

extension Cassette {
    /// The names of the header fields that a file keeps. All others are left out, so that an unknown field cannot put a
    /// secret into a file.
    public struct HeaderAllowList: Hashable, Sendable {
        private var names: Set<CaselessName>
        private let prefixes: [String]

        /// The fields with these names, and those whose names start with one of the prefixes. Case is ignored.
        public init(_ names: [String], prefixes: [String] = []) {
            self.names = Set(names.map(CaselessName.init))
            self.prefixes = prefixes
        }

        /// This list with more names.
        public func adding(_ more: String...) -> Cassette.HeaderAllowList { adding(more) }

        func adding(_ more: [String]) -> Cassette.HeaderAllowList {
            var longer = self
            longer.names.formUnion(more.map(CaselessName.init))
            return longer
        }

        /// Whether a file keeps the field with that name.
        public func keeps(_ name: String) -> Bool {
            names.contains(CaselessName(name)) || prefixes.contains { $0.isEqualIgnoringCase(name.prefix($0.count)) }
        }

        /// The fields that describe the content of a request, without those that identify its sender.
        public static let request = Cassette.HeaderAllowList(
            ["Accept", "Content-Type", "Range", "Prefer"], prefixes: ["If-"])

        /// The fields that an application may depend on, without those that change from call to call.
        public static let response = Cassette.HeaderAllowList(
            [
                "Content-Type", "Content-Language", "Content-Disposition", "Content-Range", "Accept-Ranges", "ETag",
                "Last-Modified", "Cache-Control", "Expires", "Vary", "Location", "Link", "Retry-After",
                "WWW-Authenticate", "Allow", "Deprecation", "Sunset",
            ], prefixes: ["RateLimit", "X-RateLimit-"])

        /// Every field.
        public static let all = Cassette.HeaderAllowList([], prefixes: [""])
    }
}
