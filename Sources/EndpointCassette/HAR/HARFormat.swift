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
