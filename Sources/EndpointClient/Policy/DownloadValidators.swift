/// What a server says about the version of a representation (RFC 9110 §8.8), and how the rest of this version is
/// requested.
struct DownloadValidators: Codable, Hashable, Sendable {
    /// The `ETag`, strong or weak; nil without one.
    var tag: String?

    /// The `Last-Modified`; nil without one.
    var modified: String?

    /// Whether the `Last-Modified` was at least a minute before the response, which makes it a strong validator
    /// (RFC 9110 §8.8.2.2).
    var isDateStrong = false

    /// The header field that makes a request for a range depend on the version.
    enum Condition: Hashable, Sendable {
        /// `If-Range`: another version is sent as a whole (RFC 9110 §13.1.5).
        case ifRange(String)
        /// `If-Unmodified-Since`: another version is refused with 412 (RFC 9110 §13.1.4).
        case ifUnmodifiedSince(String)

        var field: (name: String, value: String) {
            switch self {
            case .ifRange(let value): ("If-Range", value)
            case .ifUnmodifiedSince(let value): ("If-Unmodified-Since", value)
            }
        }
    }

    init(tag: String? = nil, modified: String? = nil, isDateStrong: Bool = false) {
        (self.tag, self.modified, self.isDateStrong) = (tag, modified, isDateStrong)
    }

    /// The validators of a response that arrives now.
    init(_ response: HTTPURLResponse, now: Date) {
        tag = response.filledValue("ETag")
        modified = response.filledValue("Last-Modified")
        if let modified = date(modified, now), let date = date(response.filledValue("Date"), now) {
            isDateStrong = date.timeIntervalSince(modified) >= 60
        }
    }

    /// How the rest is requested; nil if no validator is strong, so that the rest cannot be requested.
    ///
    /// `If-Range` must not have a weak tag, nor a date if there is a tag (RFC 9110 §13.1.5).
    var condition: Condition? {
        if let tag, tag.hasPrefix("\"") { return .ifRange(tag) }
        guard let modified, isDateStrong else { return nil }
        return tag == nil ? .ifRange(modified) : .ifUnmodifiedSince(modified)
    }

    /// Whether a response to such a request is of the same version: each validator that both have is the same.
    ///
    /// A server that does not know `If-Unmodified-Since` sends a part of any version, so its response must have all
    /// validators. A response to `If-Range` need not have them (RFC 9110 §15.3.7).
    func match(_ response: HTTPURLResponse, now: Date) -> Bool {
        let other = DownloadValidators(response, now: now)
        let isEqual = [
            compare(tag, other.tag, ==),
            compare(modified, other.modified) { isSameDate($0, $1, now) },
        ]
        if case .ifUnmodifiedSince? = condition { return isEqual.allSatisfy { $0 == true } }
        return isEqual.allSatisfy { $0 != false }
    }

    /// Nil unless both have a value.
    private func compare(_ value: String?, _ other: String?, _ isSame: (String, String) -> Bool) -> Bool? {
        guard let value, let other else { return nil }
        return isSame(value, other)
    }

    private func isSameDate(_ text: String, _ other: String, _ now: Date) -> Bool {
        guard text != other else { return true }
        guard let date = date(text, now) else { return false }
        return date == self.date(other, now)
    }

    private func date(_ text: String?, _ now: Date) -> Date? {
        text.flatMap { HTTPDate($0, relativeTo: now)?.date }
    }
}

extension HTTPURLResponse {
    /// The value of a header field; nil if it is empty.
    fileprivate func filledValue(_ name: String) -> String? {
        value(forHTTPHeaderField: name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
