import EndpointCassette

/// Everything that is written into a module.
struct ModuleDescription: Sendable {
    /// The name of the module: `ShopAPI`.
    let name: String

    /// The beginning of the names that all endpoints share: `Shop`.
    let prefix: String

    var baseURL: String

    /// The headers of every request.
    var headers: [HeaderText] = []

    /// How requests were authorized, in sentences.
    var credentials: [String] = []

    var models = ModelTable()

    /// The name of the model of failures.
    var error: String?

    var dates = DateFormat.none

    var endpoints: [EndpointDescription] = []

    /// What was left out or could not be inferred, in sentences.
    var notes: [String] = []

    /// What the module was made of: `shop.har`.
    var source: String

    struct HeaderText: Hashable, Sendable {
        let name: String
        let value: String
    }
}

/// How an API writes dates.
enum DateFormat: Hashable, Sendable {
    case none
    /// RFC 3339 without fractions of seconds.
    case whole
    /// RFC 3339, in some places with fractions of seconds.
    case fractional
    /// RFC 3339, in responses perhaps with fractions of seconds.
    case wholeOrFractional

    /// Whether dates with fractions are read.
    var readsFractions: Bool { self == .fractional || self == .wholeOrFractional }
}

/// One endpoint, as its file has it.
struct EndpointDescription: Hashable, Sendable {
    /// Without the ending `Endpoint`: `BookList`.
    var name: String

    /// The folder of its file: `Book`.
    var folder: String

    /// The comment of the type.
    var doc: [String]

    var method: String
    var path: [PathPart]
    var inputs: [Input]
    var body = BodyForm.none
    var content: Content
    var paging: Paging?

    /// The `Accept` of the request, where the library would not add the right one.
    var accept: String?

    /// Calls for tests; the first is the one of the tests with a mock.
    var examples: [Example] = []

    var typeName: String { name + "Endpoint" }

    /// Whether the body is a file or a form with files.
    var isUpload: Bool { body == .file || body == .multipart }

    indirect enum PathPart: Hashable, Sendable {
        case literal(String)
        /// An input that is interpolated, or a property of it: `id`, `book.id`.
        case value(SwiftIdentifier, property: String? = nil)
        /// A segment of several parts: `{name}.{format}`.
        case several([PathPart])
    }

    /// How the body is made of the inputs.
    enum BodyForm: Hashable, Sendable {
        case none, json, form, multipart, text
        /// Bytes of this type.
        case data(contentType: String)
        /// A file, whose type is an input.
        case file
    }

    /// What a successful response means.
    enum Content: Hashable, Sendable {
        case void, data
        case json(SwiftType)
        /// The one member of an object.
        case nested(String, SwiftType)
        /// Server-sent events, with the text that marks the end.
        case events(SwiftType?, end: String?)
        case lines(SwiftType)

        var isStream: Bool {
            switch self {
            case .events, .lines: true
            default: false
            }
        }

        /// The type of the content or of an element of the stream.
        var type: SwiftType? {
            switch self {
            case .void: nil
            case .data: .data
            case .json(let type), .nested(_, let type), .lines(let type): type
            case .events(let type, _): type
            }
        }
    }

    /// How the endpoint of the next page is made.
    enum Paging: Hashable, Sendable {
        /// By a `Link` to the next page, and the number of the page in an input.
        case link(SwiftIdentifier)
        /// By the number of the page, until a page has no items.
        case number(SwiftIdentifier, items: String)
        /// By the number of the items before the page.
        case offset(SwiftIdentifier, items: String)
        /// By a value of the content, such as `nextCursor`.
        case cursor(SwiftIdentifier, from: String, isOptional: Bool)
    }
}

/// A property of an endpoint.
struct Input: Hashable, Sendable {
    var name: SwiftIdentifier
    var type: SwiftType
    let role: Role
    var doc: [String] = []

    /// A typed identifier in place of the plain type: `Book.ID`.
    var typeText: String?

    /// A value that the description of the API gives.
    var example: Sample?

    enum Role: Hashable, Sendable {
        case path
        case query(String, QueryStyle)
        /// A header field. The values of an array are separated by commas.
        case header(String)
        case cookie(String)
        case body
        case field(String)
        case part(String, contentType: String?)
        case file, contentType
    }

    /// How the values of an array are written.
    enum QueryStyle: Hashable, Sendable {
        /// `tag=a&tag=b`
        case plain
        /// `tag[]=a&tag[]=b`
        case brackets
        /// `tag=a,b`
        case comma
        /// As one text, in which this stands between two values.
        case joined(String)
    }

    var isOptional: Bool { type.isOptional }
}

extension Input {
    /// The expression of the value as one text, for a header or an item with a separator; of an optional, an optional
    /// text.
    func text(separator: String) -> String {
        let mark = isOptional ? "?" : ""
        switch type.unwrapped {
        case .array(.string): return "\(name)\(mark).joined(separator: \(SwiftLiteral.string(separator)))"
        case .array:
            return "\(name)\(mark).map { \"\\($0)\" }.joined(separator: \(SwiftLiteral.string(separator)))"
        case .string: return "\(name)"
        default: return isOptional ? "\(name).map { \"\\($0)\" }" : "\"\\(\(name))\""
        }
    }

    /// The same text for a value of an example; nil for no value.
    func text(of sample: Sample?, separator: String) -> String? {
        switch (type.unwrapped, sample) {
        case (_, nil), (_, .null): nil
        case (.array(let element), .array(let elements)):
            elements.compactMap { $0.text(as: element) }.joined(separator: separator)
        case (let type, let sample?): sample.text(as: type)
        }
    }
}

extension Sample {
    /// What Swift writes for a value of the type: a number is not always written as in the JSON.
    fileprivate func text(as type: SwiftType) -> String? {
        if type == .number, case .number(let token) = self { return Double(token).map { "\($0)" } }
        return scalarText
    }
}

/// A call that tests make.
struct Example: Hashable, Sendable {
    /// The values of the inputs by name; a missing one is nil in Swift.
    var values: [SwiftIdentifier: Sample] = [:]

    /// The response; nil if it is not known.
    var reply: Reply?

    /// The recorded exchange that this call repeats.
    var interaction: Interaction?

    struct Reply: Hashable, Sendable {
        var status: Int
        var contentType = ""
        var body: Data
    }
}

extension EndpointDescription.PathPart {
    /// As a path is written for people: `{id}`.
    var template: String {
        switch self {
        case .literal(let text): text
        case .value(let name, let property): "{\(name.plain)\(property.map { ".\($0)" } ?? "")}"
        case .several(let parts): parts.map(\.template).joined()
        }
    }
}

extension ModuleDescription {
    /// Whether the server is another machine that is called without encryption, which a client allows only on demand.
    var isInsecure: Bool {
        guard let origin = URL(string: baseURL).flatMap(Origin.init) else { return false }
        return !origin.isSecure && !origin.isLoopback
    }

    /// Whether a value of the type contains a date.
    func containsDate(_ type: SwiftType) -> Bool {
        var seen: Set<String> = []
        return containsDate(type, &seen)
    }

    private func containsDate(_ type: SwiftType, _ seen: inout Set<String>) -> Bool {
        switch type {
        case .date: return true
        case .optional(let inner), .array(let inner), .dictionary(let inner), .indirect(let inner):
            return containsDate(inner, &seen)
        case .named(let name):
            guard seen.insert(name).inserted, let model = models[name] else { return false }
            switch model.kind {
            case .structure(let properties): return properties.contains { containsDate($0.type, &seen) }
            case .union(_, let variants): return variants.contains { containsDate($0.type, &seen) }
            case .enumeration: return false
            }
        case .string, .integer, .number, .bool, .url, .data, .json: return false
        }
    }

    /// Whether requests have JSON with dates.
    var encodesDates: Bool {
        endpoints.contains { endpoint in
            endpoint.body == .json && endpoint.inputs.contains { $0.role == .body && containsDate($0.type) }
        }
    }

    /// Whether a struct may contain itself.
    var hasRecursion: Bool {
        models.models.contains {
            $0.properties.contains { property in
                if case .indirect = property.type.unwrapped { true } else { false }
            }
        }
    }
}
