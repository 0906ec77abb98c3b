@_spi(EndpointTool) import EndpointCore

/// What a private cache stores, and how stored responses change (RFC 9111 §3 and §4): pure functions.
enum CacheRules {
    /// Statuses that may be stored without a lifetime of their own (RFC 9110 §15.1), without those of partial content
    /// and of redirects, which a client follows.
    static let heuristicStatuses: Set<Int> = [200, 203, 204, 300, 404, 405, 410, 414, 501]

    /// Statuses whose rules for caches this cache follows (RFC 9111 §5.2.2.3).
    static let understoodStatuses: Set<Int> = [
        200, 201, 202, 203, 204, 205, 300, 301, 302, 303, 307, 308, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409,
        410, 411, 412, 413, 414, 415, 417, 421, 422, 426, 500, 501, 502, 503, 504, 505,
    ]

    /// Why a response is not stored; nil if it may be.
    static func refusal(of response: StoredResponse, to request: CacheRequest) -> String? {
        let (status, control) = (response.status, response.control)
        guard request.method == "GET", !request.isConditional else { return "request" }
        guard (200...599).contains(status), status != 206, status != 304 else { return "status" }
        if request.headers.contains("Range"), status != 200 { return "range" }
        if request.control.noStore || control.forbidsStoring(status: status) { return "no-store" }
        if CacheVariant.names(in: response.headers) == nil { return "vary" }
        let hasReason =
            control.maxAge != nil || control.allowsAnyStatus || response.headers.contains("Expires")
            || heuristicStatuses.contains(status)
        return hasReason ? nil : "status"
    }

    /// Whether a body has the length that its response announces. The length of one with an encoding is unknown,
    /// because the body has been decoded.
    static func isComplete(_ count: Int, _ headers: HeaderFields) -> Bool {
        guard let text = headers["Content-Length"], !headers.contains("Content-Encoding"),
            !headers.contains("Transfer-Encoding")
        else { return true }
        return text.split(separator: ",").allSatisfy { $0.trimmingPrefix { $0 == " " } == "\(count)" }
    }

    /// The fields of a stored response that the server has confirmed (RFC 9111 §3.2). Those about the stored bytes stay
    /// as they are.
    static func merged(_ stored: HeaderFields, with confirmation: HeaderFields) -> HeaderFields {
        let newer = confirmation.endToEnd.filter { !bodyFields.contains(CaselessName($0.name)) }
        let names = Set(newer.map { CaselessName($0.name) })
        let kept = stored.filter { field in
            !names.contains(CaselessName(field.name)) && !field.isNamed("Age") && !field.isNamed("Date")
        }
        return HeaderFields(kept + newer)
    }

    /// The other URLs whose stored responses an unsafe request makes invalid (RFC 9111 §4.4); nil if it succeeds
    /// without an effect, or fails.
    static func invalidated(by method: String, at url: URL, status: Int, _ headers: HeaderFields) -> [URL]? {
        guard !HTTPMethod(rawValue: method).isSafe, (200..<400).contains(status) else { return nil }
        let others = ["Location", "Content-Location"].compactMap { name in
            headers[name].flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
        }
        let origin = Origin(url)
        return [url] + others.filter { Origin($0) == origin }
    }

    private static let bodyFields = Set(
        ["Content-Length", "Content-Encoding", "Content-Range"].map { CaselessName($0) })
}
