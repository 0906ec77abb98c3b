/// The value of a `Content-Range` in bytes (RFC 9110 §14.4): `bytes 100-199/500`.
struct ContentRange: Hashable, Sendable {
    let first: Int64
    /// The last position, below `Int64.max`.
    let last: Int64
    /// The length of the whole; nil for `*`.
    let length: Int64?

    /// The position after the last one.
    var end: Int64 { last + 1 }

    init?(_ text: String) {
        guard let (range, length) = Self.parts(text) else { return nil }
        let ends = range.split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last < .max else { return nil }
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

    /// Whether it may be a part of a representation with this length, if that is known.
    func fits(_ other: Int64?) -> Bool {
        guard let other else { return true }
        return last < other && length ?? other == other
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

/// The length of a body that a response announces.
enum AnnouncedLength: Hashable, Sendable {
    /// There is no `Content-Length`, or it is that of an encoded body.
    case unknown
    /// The length in bytes.
    case bytes(Int64)
    /// The value of a `Content-Length` that is not a number below 2⁶³.
    case invalid(String)

    /// The length in a response. Several equal values count as one (RFC 9110 §8.6).
    init(_ response: HTTPURLResponse) {
        guard let text = response.value(forHTTPHeaderField: "Content-Length") else {
            self = .unknown
            return
        }
        let values = Set(text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        guard values.count == 1, let value = values.first, value.utf8.allSatisfy(\.isDigit), let count = Int64(value)
        else {
            self = .invalid(text)
            return
        }
        self = response.hasIdentityCoding ? .bytes(count) : .unknown
    }

    /// Nil if the length is unknown or invalid.
    var count: Int64? {
        if case .bytes(let count) = self { count } else { nil }
    }
}

extension HTTPURLResponse {
    /// Whether the body has no coding, such as gzip.
    var hasIdentityCoding: Bool {
        ["", "identity"].contains(value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "")
    }
}
