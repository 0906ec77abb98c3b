/// Decides how a download resumes: which bytes are requested, and what the response means for the stored bytes.
///
/// Bytes of two representations are never mixed: a part is resumed only with `If-Range` (RFC 9110 §13.1.5), which needs
/// a strong validator. A validator belongs to a resource, so the resource has to be the same as well.
struct DownloadPlan: Hashable, Sendable {
    /// Information about a partly stored representation.
    struct Stored: Codable, Hashable, Sendable {
        /// The path and the query of the request, without secrets and without what a signature changes each time.
        var resource: String
        /// The base URL of the response, without secrets; nil if the response has none.
        var origin: String?
        /// A strong `ETag`, or a `Last-Modified` that is as good as one.
        var validator: String
        /// The length of the whole representation; nil if unknown.
        var length: Int64?

        init(resource: String, origin: String?, validator: String, length: Int64?) {
            (self.resource, self.origin, self.validator, self.length) = (resource, origin, validator, length)
        }
    }

    /// What to do with a response.
    enum Step: Hashable, Sendable {
        /// Append the body to the stored bytes. The whole has this length, if it is known.
        case append(length: Int64?)
        /// Replace the stored bytes by the body. Without `Stored` it cannot be resumed later.
        case begin(Stored?, length: Int64?)
        /// All bytes are already stored.
        case complete
        /// Request the whole again.
        case restart
        /// The response does not match the requested range.
        case wrongRange(String)
        /// The response has no content.
        case noContent
        /// The endpoint decides: it is a failure.
        case fail
    }

    private let resource: DownloadResource
    private let offset: Int64
    private let stored: Stored?

    /// A plan for a request, with the number of stored bytes and the information about them.
    init(_ request: URLRequest, offset: Int64, stored: Stored?, redaction: Redaction) {
        resource = DownloadResource(request, redaction)
        let isKnown = offset > 0 && stored?.resource == resource.text && offset <= stored?.length ?? offset
        let mayAsk = [nil, "GET"].contains(request.httpMethod) && request.value(forHTTPHeaderField: "Range") == nil
        self.stored = isKnown && mayAsk ? stored : nil
        self.offset = self.stored == nil ? 0 : offset
    }

    /// Adds the headers that request the rest of the bytes. Bytes of a compressed body could not be counted, so no
    /// compression is requested.
    func apply(to request: inout URLRequest) {
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        guard let stored else { return }
        request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range")
        request.setValue(stored.validator, forHTTPHeaderField: "If-Range")
    }

    /// What to do with a response that arrives now.
    func step(for response: HTTPURLResponse, now: Date) -> Step {
        let origin = resource.origin(of: response)
        switch response.statusCode {
        case 206:
            let text = response.value(forHTTPHeaderField: "Content-Range") ?? ""
            guard let stored else { return .wrongRange(text) }
            guard stored.origin == origin else { return .restart }
            if let tag = response.value(forHTTPHeaderField: "ETag"), stored.validator.hasPrefix("\""),
                tag != stored.validator
            {
                return .restart
            }
            guard let range = ContentRange(text), range.first == offset, range.agrees(with: stored.length) else {
                return .wrongRange(text)
            }
            return .append(length: range.length ?? stored.length)
        case 204, 205: return .noContent
        case 416 where stored != nil:
            guard stored?.origin == origin else { return .restart }
            let length = response.value(forHTTPHeaderField: "Content-Range").flatMap(ContentRange.lengthOfUnsatisfied)
            return length == offset && length == stored?.length ? .complete : .restart
        case 200..<300:
            let length = isIdentity(response) ? contentLength(of: response) : nil
            return .begin(
                validator(of: response, now: now).map {
                    Stored(resource: resource.text, origin: origin, validator: $0, length: length)
                }, length: length)
        default: return .fail
        }
    }

    /// Identifies the representation later; nil if it cannot be resumed.
    private func validator(of response: HTTPURLResponse, now: Date) -> String? {
        let ranges = response.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased()
        guard isIdentity(response), ranges != "none", response.statusCode == 200 else { return nil }
        if let tag = response.value(forHTTPHeaderField: "ETag") { return tag.hasPrefix("\"") ? tag : nil }
        // RFC 9110 §8.8.2.2: a time is a strong validator if it was some time before the response.
        guard let text = response.value(forHTTPHeaderField: "Last-Modified"),
            let modified = HTTPDate(text, relativeTo: now)?.date,
            let date = response.value(forHTTPHeaderField: "Date").flatMap({ HTTPDate($0, relativeTo: now)?.date }),
            date.timeIntervalSince(modified) >= 60
        else { return nil }
        return text
    }

    private func isIdentity(_ response: HTTPURLResponse) -> Bool {
        let coding = response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? ""
        return ["", "identity"].contains(coding)
    }

    private func contentLength(of response: HTTPURLResponse) -> Int64? {
        response.value(forHTTPHeaderField: "Content-Length").flatMap(Int64.init)
    }
}

/// The value of a `Content-Range` in bytes (RFC 9110 §14.4): `bytes 100-199/500`.
struct ContentRange: Hashable, Sendable {
    let first: Int64
    let last: Int64
    /// The length of the whole; nil for `*`.
    let length: Int64?

    init?(_ text: String) {
        guard let (range, length) = Self.parts(text) else { return nil }
        let ends = range.split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
        if length != "*" {
            guard let length = Self.number(length), last < length else { return nil }
            self.length = length
        } else {
            self.length = nil
        }
        (self.first, self.last) = (first, last)
    }

    /// The length in the response to a range that cannot be satisfied: `bytes */500`.
    static func lengthOfUnsatisfied(_ text: String) -> Int64? {
        guard let (range, length) = parts(text), range == "*" else { return nil }
        return number(length)
    }

    /// Whether the length is the same as before, if both are known.
    func agrees(with other: Int64?) -> Bool {
        length == nil || other == nil || length == other
    }

    private static func parts(_ text: String) -> (range: Substring, length: Substring)? {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }

    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy(\.isDigit) ? Int64(text) : nil
    }
}
