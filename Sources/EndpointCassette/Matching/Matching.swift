/// When a request counts as one that was recorded: rules that compare two requests, and parts that they ignore.
///
/// ```swift
/// let matching = Matching.standard.ignoring(.query("t"), .json("$.createdAt")).headers("Accept-Language")
/// ```
///
/// A rule returns differences. So the same rules find responses, explain misses and group requests for a drift report.
public struct Matching: Sendable {
    /// The rules. Two requests are equal if no rule finds a difference.
    public let rules: [Rule]

    let ignored: [Matching.IgnoredPart]
    let volatileValues: [Matching.VolatileValue]

    /// A matching by these rules.
    public init(_ rules: [Rule]) {
        self.init(rules, ignored: [], volatileValues: [])
    }

    private init(_ rules: [Rule], ignored: [Matching.IgnoredPart], volatileValues: [Matching.VolatileValue]) {
        self.rules = rules
        self.ignored = ignored
        self.volatileValues = volatileValues
    }

    /// Compares method, URL, query in any order, the requested range (`Range`), and the content of the body.
    /// Other header fields and the fragment are ignored.
    public static let standard = Matching([.method, .url, .query, .headers(["Range"]), .body])
}

extension Matching {
    /// This matching, which also compares the values of these header fields. A cassette that is recorded with it keeps
    /// them.
    public func headers(_ names: String...) -> Matching {
        Matching(rules + [.headers(names)], ignored: ignored, volatileValues: volatileValues)
    }

    /// This matching, ignoring these parts of requests.
    public func ignoring(_ parts: Matching.IgnoredPart...) -> Matching {
        Matching(rules, ignored: ignored + parts, volatileValues: volatileValues)
    }

    /// This matching, for which all values of one of these kinds are equal.
    public func volatile(_ values: Matching.VolatileValue...) -> Matching {
        Matching(rules, ignored: ignored, volatileValues: volatileValues + values)
    }

    /// This matching with one more rule, a closure that receives the recorded request and then the live one.
    ///
    /// The two requests have only the header fields that are named here: a cassette that is recorded with this
    /// matching keeps them, and few others. The closure is called only for requests that are equal by the other rules,
    /// once for each of them.
    public func custom(
        headers: String...,
        differences: @escaping @Sendable (Interaction.Request, Interaction.Request) -> [Matching.Difference]
    ) -> Matching {
        Matching(
            rules + [.custom(headers: headers, differences)], ignored: ignored, volatileValues: volatileValues)
    }

    /// The differences between two requests, in the order of their parts; those of custom rules come last. Both must
    /// have been redacted in the same way.
    public func differences(recorded: Interaction.Request, live: Interaction.Request) -> [Matching.Difference] {
        differences(canonical(recorded), canonical(live)) + customDifferences(recorded, live)
    }

    func customDifferences(_ recorded: Interaction.Request, _ live: Interaction.Request) -> [Matching.Difference] {
        rules.flatMap { rule -> [Matching.Difference] in
            guard case .custom(let names, let differences) = rule else { return [] }
            let list = Cassette.HeaderAllowList(names)
            return differences(recorded.keeping(list), live.keeping(list))
        }
    }

    /// The names of the request header fields that the rules compare.
    var comparedHeaders: [String] {
        rules.flatMap { rule -> [String] in
            switch rule {
            case .headers(let names), .custom(let names, _): return names
            case .method, .url, .query, .body: return []
            }
        }
    }

    var hasCustomRules: Bool {
        rules.contains { if case .custom = $0 { true } else { false } }
    }
}

extension Matching {
    /// A part of requests to compare.
    public enum Rule: Sendable {
        /// The method. It is case-sensitive.
        case method
        /// Scheme, host, port and path, whatever their percent-encoding. Default ports and credentials are ignored.
        case url
        /// The items of the query. The order of different names is ignored, that of items with one name is not.
        case query
        /// The values of header fields, by name.
        case headers([String])
        /// The body by its media type: JSON and forms by their values, multipart forms part by part, text by its
        /// characters, everything else by its bytes.
        case body
        /// A closure that receives the recorded request and then the live one, both with only the named header fields.
        case custom(headers: [String], @Sendable (Interaction.Request, Interaction.Request) -> [Matching.Difference])
    }
}

extension Matching {
    /// A part of requests that a matching ignores.
    public struct IgnoredPart: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case host
            case query(String)
            case form(String)
            case json(JSONPathPattern)
            case body
        }

        let kind: Kind

        /// Scheme, host and port, so that a recording of one environment can be replayed for another.
        public static let host = Matching.IgnoredPart(kind: .host)

        /// The whole body.
        public static let body = Matching.IgnoredPart(kind: .body)

        /// The items of that name in the query.
        public static func query(_ name: String) -> Matching.IgnoredPart {
            Matching.IgnoredPart(kind: .query(name))
        }

        /// The fields of that name in a form, and the parts of that name in a multipart form.
        public static func form(_ name: String) -> Matching.IgnoredPart {
            Matching.IgnoredPart(kind: .form(name))
        }

        /// Locations in JSON bodies: `$.createdAt`, `$.items[*].id`, `$..nonce` for any depth.
        public static func json(_ path: String) -> Matching.IgnoredPart {
            Matching.IgnoredPart(kind: .json(JSONPathPattern(path)))
        }
    }
}

extension Matching {
    /// A kind of value that changes from run to run.
    public enum VolatileValue: Hashable, Sendable {
        /// A UUID (RFC 9562).
        case uuid
        /// A date and time (RFC 3339), or a value of exactly ten or thirteen digits: seconds or milliseconds since
        /// 1970.
        case timestamp

        /// The text with each value of this kind replaced by the name of the kind.
        func masked(_ text: String) -> String {
            let bytes = Array(text.utf8)
            if self == .timestamp, Self.isEpoch(bytes) { return "<timestamp>" }
            var masked: [UInt8] = []
            var position = 0
            while position < bytes.count {
                if let length = length(bytes[position...]), position == 0 || !bytes[position - 1].isAlphanumeric {
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
                rest.count == length || pattern.utf8Start[0] == 0x30 || !rest[rest.startIndex + length].isAlphanumeric
            else { return false }
            return zip(rest, 0..<length).allSatisfy { byte, index in
                switch pattern.utf8Start[index] {
                case UInt8(ascii: "x"): byte.hexValue != nil
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
    }
}
