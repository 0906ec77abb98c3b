/// The header fields of a request or a response: in order, with repeated ones, found by name in any case (RFC 9110 §5).
///
/// ```swift
/// var headers: HeaderFields = ["Accept": "application/json", "Prefer": "return=minimal"]
/// headers.append("prefer", "respond-async")
/// let preferences = headers["Prefer"]  // return=minimal, respond-async
/// ```
///
/// Two fields are equal if their values are and their names differ at most in case; the order counts.
public struct HeaderFields: Hashable, Sendable {
    /// One header field.
    public struct Field: Sendable {
        /// The name as it was written.
        public let name: String

        /// The value.
        public fileprivate(set) var value: String

        /// A header field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }

        /// Whether the field has that name, in any case.
        public func isNamed(_ other: String) -> Bool { name.isEqualIgnoringCase(other) }
    }

    private var fields: [Field] = []

    /// No fields.
    public init() {}
}

extension HeaderFields.Field: Hashable {
    public static func == (one: Self, other: Self) -> Bool { one.isNamed(other.name) && one.value == other.value }

    public func hash(into hasher: inout Hasher) {
        CaselessName(name).hash(into: &hasher)
        hasher.combine(value)
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// The fields in the order of the literal, in which names may be repeated.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field($0, $1) }
    }
}

extension HeaderFields: RandomAccessCollection, RangeReplaceableCollection {
    public var startIndex: Int { fields.startIndex }

    public var endIndex: Int { fields.endIndex }

    public subscript(position: Int) -> Field { fields[position] }

    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Field>) {
        fields.replaceSubrange(range, with: elements)
    }

    public mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }
}

extension HeaderFields {
    /// The value of the field with that name; nil if there is none.
    ///
    /// Several values are joined by `", "` (RFC 9110 §5.3). Those of `Set-Cookie`, which may contain commas, aren't:
    /// this is the first of them. Setting a value replaces all fields of that name, and nil removes them.
    public subscript(name: String) -> String? {
        get {
            guard let first = fields.firstIndex(where: { $0.isNamed(name) }) else { return nil }
            var value = fields[first].value
            if fields[first].isSetCookie { return value }
            for field in fields[(first + 1)...] where field.isNamed(name) { value.join(field.value) }
            return value
        }
        set {
            let place = fields.firstIndex { $0.isNamed(name) }
            if place != nil { fields.removeAll { $0.isNamed(name) } }
            if let newValue { fields.insert(Field(name, newValue), at: place ?? fields.endIndex) }
        }
    }

    /// The values of all fields with that name, in order.
    public func values(of name: String) -> [String] {
        fields.compactMap { $0.isNamed(name) ? $0.value : nil }
    }

    /// Whether there is a field with that name.
    public func contains(_ name: String) -> Bool {
        fields.contains { $0.isNamed(name) }
    }

    /// Adds a field after the others, even if there is already one of that name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// These fields and others, which replace those of the same name.
    package func merging(_ others: HeaderFields) -> HeaderFields {
        others.reduce(into: self) { $0[$1.name] = $1.value }
    }

    /// These fields with changed values.
    package func mappingValues(_ change: (Field) throws -> String) rethrows -> HeaderFields {
        var changed = self
        for place in fields.indices { changed.fields[place].value = try change(fields[place]) }
        return changed
    }

    /// Adds to the value of the last field, if there is one, in place.
    package mutating func appendToLast(_ text: String) {
        if let last = fields.indices.last { fields[last].value += text }
    }

    /// The second spelling of a name that occurs more than once; nil if each occurs only once.
    var repeatedName: String? {
        guard count > 1 else { return nil }
        var names: Set<CaselessName> = []
        return fields.first { !names.insert(CaselessName($0.name)).inserted }?.name
    }
}

// Foundation's side: a dictionary, with one value for each name.
extension HeaderFields {
    /// The fields of a dictionary, sorted by name because it has no order.
    public init(_ fields: [String: String]) {
        self.fields = fields.map { Field($0.key, $0.value) }.sorted { $0.name < $1.name }
    }

    /// The fields of a `URLRequest`, sorted by name.
    public init(_ request: URLRequest) {
        self.init(request.allHTTPHeaderFields ?? [:])
    }

    /// The fields of an `HTTPURLResponse`, sorted by name. Foundation joins repeated ones; `Set-Cookie` is split again.
    public init(_ response: HTTPURLResponse) {
        let received = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }.sorted { $0.0 < $1.0 }
        reserveCapacity(received.count)
        for (name, value) in received { append(folded: value, name) }
    }

    /// The fields for Foundation, by their first spelling. Several values of one name are joined, including those of
    /// `Set-Cookie`.
    public var dictionary: [String: String] {
        var spellings: [CaselessName: String] = Dictionary(minimumCapacity: count)
        var joined: [String: String] = Dictionary(minimumCapacity: count)
        for field in fields {
            let key = CaselessName(field.name)
            guard let name = spellings[key] else {
                spellings[key] = field.name
                joined[field.name] = field.value
                continue
            }
            joined[name]?.join(field.value)
        }
        return joined
    }

    /// Adds a field. The value of a `Set-Cookie` may be several that a program has joined by commas or line breaks.
    package mutating func append(folded value: String, _ name: String) {
        let field = Field(name, value)
        guard field.isSetCookie else { return fields.append(field) }
        for cookie in Self.cookies(value) { append(name, cookie) }
    }

    /// The values of `Set-Cookie`, the one field whose lines must not be joined (RFC 6265 §3). A comma starts another
    /// cookie if a name and `=` follow it, unlike in `Wed, 21 Oct 2015`.
    private static func cookies(_ folded: String) -> [String] {
        folded.split(separator: "\n").flatMap { line in
            line.split(separator: ",").reduce(into: [String]()) { values, piece in
                if let last = values.popLast() {
                    values += startsCookie(piece) ? [last, String(piece.drop { $0 == " " })] : [last + "," + piece]
                } else {
                    values = [String(piece)]
                }
            }
        }
    }

    private static func startsCookie(_ piece: Substring) -> Bool {
        let name = piece.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" }
        return !name.isEmpty && name.endIndex < piece.endIndex && piece[name.endIndex] == "=" && !name.contains(" ")
    }
}

extension HeaderFields.Field {
    fileprivate var isSetCookie: Bool { isNamed("Set-Cookie") }
}

extension HeaderFields: DescriptionOnly {
    /// `["Accept": "text/html", "Authorization": "Bearer {{secret}}"]`, without the secrets that ``Redaction/standard``
    /// finds.
    public var description: String {
        let pairs = Redaction.standard.headers(self).map { "\($0.name.debugDescription): \($0.value.debugDescription)" }
        return pairs.isEmpty ? "[:]" : "[\(pairs.joined(separator: ", "))]"
    }
}

extension String {
    /// Whether the texts are equal but for the case of ASCII letters, as names of header fields and tokens are
    /// compared.
    package func isEqualIgnoringCase(_ other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { $0.lowercased == $1.lowercased }
    }

    /// Adds an element to a list (RFC 9110 §5.6.1); an empty text isn't an element.
    fileprivate mutating func join(_ value: String) {
        if !isEmpty { append(", ") }
        append(value)
    }
}

/// The name of a header field as a key: spellings that differ only in the case of ASCII letters are equal.
package struct CaselessName: Hashable, Sendable {
    private let name: String

    package init(_ name: String) { self.name = name }

    package static func == (one: CaselessName, other: CaselessName) -> Bool { one.name.isEqualIgnoringCase(other.name) }

    package func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(byte.lowercased) }
    }
}
