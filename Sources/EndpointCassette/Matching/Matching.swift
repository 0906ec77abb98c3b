/// When a request counts as one that was recorded: a list of rules, and what they leave out of account.
///
/// ```swift
/// let matching = Matching.standard.ignoring(.query("t"), .json("$.createdAt")).headers("Accept-Language")
/// ```
///
/// A rule never says just no: it says what differs, so that one and the same function finds an answer, explains a miss and
/// compares recordings.
public struct Matching: Sendable {
    /// The rules. A request is the recorded one if none of them finds a difference.
    public let rules: [Rule]

    let ignored: [IgnoredPart]
    let shapes: [VolatileShape]

    /// A matching by these rules.
    public init(_ rules: [Rule]) {
        self.init(rules, ignored: [], shapes: [])
    }

    private init(_ rules: [Rule], ignored: [IgnoredPart], shapes: [VolatileShape]) {
        self.rules = rules
        self.ignored = ignored
        self.shapes = shapes
    }

    /// Method, URL, query without regard to order, and the meaning of the body. Headers and fragment do not count.
    public static let standard = Matching([.method, .url, .query, .body])
}

extension Matching {
    /// This matching, which also compares the values of these header fields.
    public func headers(_ names: String...) -> Matching {
        Matching(rules + [.headers(names)], ignored: ignored, shapes: shapes)
    }

    /// This matching, which does not look at these parts.
    public func ignoring(_ parts: IgnoredPart...) -> Matching {
        Matching(rules, ignored: ignored + parts, shapes: shapes)
    }

    /// This matching, to which all values of such a shape are the same.
    public func volatile(_ shapes: VolatileShape...) -> Matching {
        Matching(rules, ignored: ignored, shapes: self.shapes + shapes)
    }

    /// This matching with one more rule, which is given the recorded request and then the one at hand.
    ///
    /// It is asked only about requests that the other rules cannot tell apart. If there are many of those, so are its calls.
    public func custom(
        _ differences: @escaping @Sendable (Interaction.Request, Interaction.Request) -> [Difference]
    ) -> Matching {
        Matching(rules + [.custom(differences)], ignored: ignored, shapes: shapes)
    }

    /// What keeps the second request from being the first, in the order of the rules. Both must have been redacted alike.
    public func differences(recorded: Interaction.Request, live: Interaction.Request) -> [Difference] {
        differences(canonical(recorded), canonical(live)) + customDifferences(recorded, live)
    }

    func customDifferences(_ recorded: Interaction.Request, _ live: Interaction.Request) -> [Difference] {
        rules.flatMap { rule -> [Difference] in
            guard case .custom(let differences) = rule else { return [] }
            return differences(recorded, live)
        }
    }

    var hasCustomRules: Bool {
        rules.contains { if case .custom = $0 { true } else { false } }
    }
}

extension Matching {
    /// A part of two requests to compare.
    public enum Rule: Sendable {
        /// The method, as it is written.
        case method
        /// Scheme, host, port and path, however they are escaped. Default ports and credentials do not count.
        case url
        /// The query, without regard to order; among items of one name the order counts.
        case query
        /// The values of header fields, by name.
        case headers([String])
        /// The body by its media type: JSON and forms by what they mean, multipart forms part by part, text by its
        /// characters, all else by its bytes.
        case body
        /// A rule of your own, which is given the recorded request and then the one at hand.
        case custom(@Sendable (Interaction.Request, Interaction.Request) -> [Difference])
    }
}

/// A part of requests that does not count.
public struct IgnoredPart: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case host
        case query(String)
        case form(String)
        case json(JSONPathPattern)
        case body
    }

    let kind: Kind

    /// Scheme, host and port: a recording of one environment answers for another.
    public static let host = IgnoredPart(kind: .host)

    /// The whole body.
    public static let body = IgnoredPart(kind: .body)

    /// The items of that name in the query.
    public static func query(_ name: String) -> IgnoredPart {
        IgnoredPart(kind: .query(name))
    }

    /// The fields of that name in a form, and the parts of that name in a multipart form.
    public static func form(_ name: String) -> IgnoredPart {
        IgnoredPart(kind: .form(name))
    }

    /// Places in JSON bodies: `$.createdAt`, `$.items[*].id`, `$..nonce` for any depth.
    public static func json(_ path: String) -> IgnoredPart {
        IgnoredPart(kind: .json(JSONPathPattern(path)))
    }
}

/// A shape of text whose value changes from run to run.
public enum VolatileShape: Hashable, Sendable {
    /// A UUID (RFC 9562).
    case uuid
    /// A date and time (RFC 3339), or a whole value of ten or thirteen digits: seconds or milliseconds since 1970.
    case timestamp

    /// The text with each occurrence replaced by the name of the shape.
    func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        if self == .timestamp, Self.isEpoch(bytes) { return "<timestamp>" }
        var masked: [UInt8] = []
        var position = 0
        while position < bytes.count {
            if let length = length(bytes[position...]), position == 0 || !Self.isWord(bytes[position - 1]) {
                masked.append(contentsOf: "<\(self)>".utf8)
                position += length
            } else {
                masked.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: masked, as: UTF8.self)
    }

    private func length(_ rest: ArraySlice<UInt8>) -> Int? {
        switch self {
        case .uuid: Self.fits(rest, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") ? 36 : nil
        case .timestamp:
            Self.fits(rest, "0000-00-00T00:00") ? 16 + rest.dropFirst(16).prefix(while: Self.isTimeTail).count : nil
        }
    }

    private static func fits(_ rest: ArraySlice<UInt8>, _ pattern: StaticString) -> Bool {
        let length = pattern.utf8CodeUnitCount
        guard rest.count >= length,
            rest.count == length || pattern.utf8Start[0] == 0x30 || !isWord(rest[rest.startIndex + length])
        else { return false }
        return zip(rest, 0..<length).allSatisfy { byte, index in
            switch pattern.utf8Start[index] {
            case UInt8(ascii: "x"): Character(Unicode.Scalar(byte)).isHexDigit
            case UInt8(ascii: "0"): byte.isDigit
            case let exact: byte == exact
            }
        }
    }

    private static func isTimeTail(_ byte: UInt8) -> Bool {
        byte.isDigit || ":.,Zz+-".utf8.contains(byte)
    }

    private static func isEpoch(_ bytes: [UInt8]) -> Bool {
        (bytes.count == 10 || bytes.count == 13) && bytes.first == UInt8(ascii: "1") && bytes.allSatisfy(\.isDigit)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric
    }
}
