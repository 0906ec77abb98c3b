/// A response that cannot be stored as a file. What was stored before is kept.
public struct DownloadError: RedactedError, Sendable {
    /// Why the response cannot be stored.
    ///
    /// Later versions add cases, so write an `@unknown default:` when you switch.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Hashable, Sendable {
        /// The `Content-Range` is not the requested range.
        case wrongRange(String)
        /// The body has another length than the server announced.
        case length(Int64, expected: Int64)
        /// The `Content-Length` is not a number below 2⁶³ (RFC 9110 §8.6).
        case invalidLength(String)
        /// The response has no content: 204 or 205 (RFC 9110 §15.3.5, §15.3.6).
        case noContent
        /// The file cannot be written: it is a folder, a device, or read-only, the disk is full, or another download
        /// writes to it. The sentence names the file.
        case file(String)
    }

    /// Why the response cannot be stored.
    public let reason: Reason

    /// Status and headers; nil for a problem of the file.
    public let response: HTTPURLResponse?

    package var redaction: Redaction?

    private let request: URLRequest

    /// An error about a response, or about the file.
    package init(_ reason: Reason, _ response: HTTPURLResponse?, _ request: APIRequest, _ redaction: Redaction) {
        (self.reason, self.response) = (reason, response)
        self.request = redaction.request(request.urlRequest)
        self.redaction = redaction
    }

    var isAboutFile: Bool {
        if case .file = reason { true } else { false }
    }

    /// One sentence for a person, without secrets: `GET /covers/1 → 206, but its Content-Range is "bytes 0-9/10".`
    public var description: String {
        let redaction = redaction ?? .standard
        let status = response.map { " → \($0.statusCode)" } ?? ""
        let summary = RequestSummary.methodAndPath(request, response, redaction) + status
        return switch reason {
        case .wrongRange(""): "\(summary), but it does not say which part of the body it is."
        case .wrongRange(let text):
            "\(summary), but its Content-Range is \"\(redaction.line(text, limit: 80))\", which was not requested."
        case .invalidLength(let text):
            "\(summary), but its Content-Length is \"\(redaction.line(text, limit: 80))\", which is not a possible length."
        case .noContent: "\(summary), which has no content to store."
        case .file(let problem): "\(summary) was not stored: \(redaction.line(problem))"
        case .length(let length, let expected):
            "\(summary), but the body has \(length.counted("byte")), not \(expected)."
        }
    }
}
