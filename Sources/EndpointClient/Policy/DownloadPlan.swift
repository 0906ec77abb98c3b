/// Decides how a download resumes: which bytes are requested, and what the response means for the stored bytes.
///
/// Bytes of two versions are never mixed: a part is continued only if a strong validator identifies its version, and if
/// every validator, the positions and the length in the response agree with what is stored. A validator belongs to a
/// resource, so the resource has to be the same as well.
struct DownloadPlan: Hashable, Sendable {
    /// Information about a partly stored representation.
    struct Stored: Codable, Hashable, Sendable {
        /// The URL of the request, without its query and without secrets.
        var resource: String
        /// A random text, and the digest of it and of the URL with its query and its secrets, but without what a
        /// signature changes each time.
        var salt: String
        var digest: String
        /// The base URL of the response, without secrets; nil if the response has none.
        var origin: String?
        /// What identifies the version. Its `condition` is not nil.
        var validators: DownloadValidators
        /// The length of the whole representation; nil if unknown.
        var length: Int64?
    }

    /// What to do with a response.
    enum Step: Hashable, Sendable {
        /// Append the body to the stored bytes, up to this length. This is the information about the result.
        case append(end: Int64, Stored)
        /// Replace the stored bytes by the body. Without `Stored` it cannot be resumed later.
        case begin(Stored?, length: Int64?)
        /// All bytes are already stored.
        case complete
        /// Request the whole again.
        case restart
        /// The response is a part that was not requested.
        case wrongRange(String)
        /// The `Content-Length` is not a number that a file can have.
        case invalidLength(String)
        /// The response has no content.
        case noContent
        /// The endpoint decides: it is a failure.
        case fail
    }

    private let resource: DownloadResource
    private let salt: String
    private let offset: Int64
    private let stored: Stored?

    /// A plan for a request, with the number of stored bytes and the information about them.
    ///
    /// - Parameter salt: A random text, for the information about a representation that is stored from its beginning.
    init(_ request: URLRequest, offset: Int64, stored: Stored?, redaction: Redaction, salt: String) {
        resource = DownloadResource(request, redaction)
        self.salt = salt
        var mayAsk = [nil, "GET"].contains(request.httpMethod)
        for name in ["Range", "If-Range", "If-Unmodified-Since"] where request.value(forHTTPHeaderField: name) != nil {
            mayAsk = false
        }
        if let stored, mayAsk, offset > 0, offset <= stored.length ?? offset, stored.validators.condition != nil,
            stored.resource == resource.text, stored.digest == resource.digest(salt: stored.salt)
        {
            (self.stored, self.offset) = (stored, offset)
        } else {
            (self.stored, self.offset) = (nil, 0)
        }
    }

    /// Adds the headers that request the rest of the bytes. Bytes of a compressed body could not be counted, so no
    /// compression is requested.
    func apply(to request: inout URLRequest) {
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        guard let condition = stored?.validators.condition else { return }
        request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range")
        request.setValue(condition.field.value, forHTTPHeaderField: condition.field.name)
    }

    /// What to do with a response that arrives now.
    func step(for response: HTTPURLResponse, now: Date) -> Step {
        switch response.statusCode {
        case 206:
            let text = response.value(forHTTPHeaderField: "Content-Range") ?? ""
            guard var stored else { return .wrongRange(text) }
            guard continues(stored, response, now), response.hasIdentityCoding, let range = ContentRange(text),
                range.first == offset, range.fits(stored.length), isWhole(range, response)
            else { return .restart }
            stored.length = range.length ?? stored.length
            return .append(end: range.end, stored)
        case 412:
            guard case .ifUnmodifiedSince? = stored?.validators.condition else { return .fail }
            return .restart
        case 416:
            guard let stored else { return .fail }
            let length = response.value(forHTTPHeaderField: "Content-Range").flatMap(ContentRange.lengthOfUnsatisfied)
            let isComplete = length == offset && length == stored.length ?? length
            return isComplete && continues(stored, response, now) ? .complete : .restart
        case 204, 205: return .noContent
        case 200..<300: return begin(with: response, now)
        default: return .fail
        }
    }

    private func begin(with response: HTTPURLResponse, _ now: Date) -> Step {
        let length = AnnouncedLength(response)
        if case .invalid(let text) = length { return .invalidLength(text) }
        let validators = DownloadValidators(response, now: now)
        let ranges = response.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased()
        guard response.statusCode == 200, response.hasIdentityCoding, ranges != "none", validators.condition != nil
        else { return .begin(nil, length: length.count) }
        let stored = Stored(
            resource: resource.text, salt: salt, digest: resource.digest(salt: salt),
            origin: resource.origin(of: response), validators: validators, length: length.count)
        return .begin(stored, length: length.count)
    }

    /// Whether a response is about the version that is stored, from the same server.
    private func continues(_ stored: Stored, _ response: HTTPURLResponse, _ now: Date) -> Bool {
        stored.origin == resource.origin(of: response) && stored.validators.match(response, now: now)
    }

    /// Whether the body has as many bytes as the range says, if its length is announced.
    private func isWhole(_ range: ContentRange, _ response: HTTPURLResponse) -> Bool {
        switch AnnouncedLength(response) {
        case .unknown: true
        case .bytes(let count): count == range.end - range.first
        case .invalid: false
        }
    }
}
