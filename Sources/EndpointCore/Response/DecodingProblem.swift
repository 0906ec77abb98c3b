/// The sentence for a decoder's error: the location, what was found there, and what was expected:
/// `User.id is a string of 3 characters, not an integer`.
struct DecodingProblem {
    /// With the structure of the body: names of members, types of values, and a value that is harmless.
    let sentence: String

    /// The same with what the decoder says, which may quote any value.
    let sentenceWithValues: String

    /// The same without texts from the body, such as the keys of dictionaries.
    let sentenceWithoutBody: String

    let codingPath: [String]

    init(
        _ original: DecodingError, type: Any.Type, response: URLResponse?, body: Data, decoding: FailedDecoding? = nil
    ) {
        let root = JSONParser.node(body)
        let misfit =
            Self.hasLostPlace(original) && root != nil ? decoding.flatMap { MisfitNumber(in: body, decoding: $0) } : nil
        let error = misfit?.error ?? original
        let context = Self.context(of: error)
        let path = context.codingPath
        codingPath = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
        let advice = DecodingAdvice(body: body, root: root, decoding: decoding)
        if case .dataCorrupted = error, let problem = Self.unreadable(body, response) {
            (sentence, sentenceWithValues, sentenceWithoutBody) = (problem, problem, problem)
            return
        }
        let came = FailedValue(root?.node(at: path), saying: Self.details(of: context))
        let sentence = { (step: (any CodingKey) -> String, came: String?, hints: Bool, details: String) in
            let place = Self.name(of: type) + (path.isEmpty ? " (root)" : path.map(step).joined())
            return switch error {
            case .keyNotFound(let key, _):
                "\"\(key.stringValue)\" is missing at \(place)" + (hints ? advice.missing(key, at: path) : "")
            case .valueNotFound(let expected, _): "\(place) is null, not \(Self.kind(of: expected))"
            case .typeMismatch(let expected, _) where misfit?.isInteger == true:
                "\(place) is \(came ?? "a number"), which does not fit \(expected)"
            case .typeMismatch(let expected, _):
                "\(place) is \(came.map { $0 + ", " } ?? "")not \(Self.kind(of: expected))"
                    + (hints ? advice.mismatch(expected, at: path) : "")
            default: "\(place) cannot be read" + details
            }
        }
        self.sentence = sentence(Self.shownStep, came.shown, true, came.details)
        sentenceWithValues = sentence(Self.step, came.kind, true, ": \(Self.details(of: context))")
        sentenceWithoutBody = sentence({ Self.isFromCode($0) ? Self.step($0) : "[…]" }, came.kind, false, "")
    }

    /// Whether the name of a key is part of a program, as a case of an enum is, and not from a body.
    private static func isFromCode(_ key: any CodingKey) -> Bool {
        key.intValue != nil || key is DynamicCodingKey || Mirror(reflecting: key).displayStyle == .enum
    }

    private static func context(of error: DecodingError) -> DecodingError.Context {
        switch error {
        case .keyNotFound(_, let context), .valueNotFound(_, let context), .typeMismatch(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: DecodingError.Context(codingPath: [], debugDescription: "")
        }
    }

    /// A decoder's message about valid JSON. On Linux, for a number that does not fit `Int`, it wrongly says that the
    /// JSON is not valid.
    private static func details(of context: DecodingError.Context) -> String {
        let text = context.debugDescription
        return text.contains("not valid JSON") ? "a number does not fit its type." : text
    }

    /// Whether the decoder reports valid JSON as invalid, as Foundation's does on Linux for a number that does not fit
    /// its type.
    private static func hasLostPlace(_ error: DecodingError) -> Bool {
        guard case .dataCorrupted(let context) = error, context.codingPath.isEmpty else { return false }
        return context.debugDescription.contains("not valid JSON")
    }

    private static func step(_ key: any CodingKey) -> String {
        key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }

    /// The same, without a key that may be data.
    private static func shownStep(_ key: any CodingKey) -> String {
        isFromCode(key) || Redaction.standard.shownName(key.stringValue) != nil ? step(key) : "[…]"
    }
}

/// The one value at which decoding failed, as it may be shown.
private struct FailedValue {
    /// What it is: `a string`. Nil if it is not known.
    let kind: String?

    /// The value, if it is a number of at most four digits, true, false or null, or else its type and length.
    let shown: String?

    /// The end of the sentence for a value of the right type that cannot be read.
    let details: String

    /// Sentences of Foundation's decoder that quote nothing.
    private static let harmless: Set = [
        "Expected date string to be ISO8601-formatted.", "Invalid URL string.", "Encountered Data is not valid Base64.",
        "Attempted to decode UUID from invalid UUID string.",
        "Date string does not match format expected by formatter.",
        "a number does not fit its type.",
    ]
    private static let longestWord = 24

    init(_ node: JSONNode?, saying text: String) {
        kind = node?.kind
        let shown: String? =
            switch node {
            case .null?: "null"
            case .bool(let value)?: "\(value)"
            case .number(let text)?:
                SpokenValue.isShortNumber(text)
                    ? text : "\(node?.kind ?? "") of \(text.utf8.count(where: \.isDigit).counted("digit"))"
            case .string(let text)?: "a string of \(text.count.counted("character"))"
            default: node?.kind
            }
        self.shown = shown
        let isEnumeration = text.hasPrefix("Cannot initialize ")
        if isEnumeration, case .string(let word)? = node, Self.isWord(word) {
            details = ": \"\(word)\" is none of its values"
        } else if Self.harmless.contains(text) {
            details = ": \(text)"
        } else {
            let came = shown.map { ": it is \($0)" } ?? ""
            details = isEnumeration ? "\(came), which is none of its values" : came
        }
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.count <= longestWord && text.allSatisfy(\.isLetter)
    }
}

extension DecodingProblem {
    /// `[Book]` for an array, `Book` for any other type.
    private static func name(of type: Any.Type) -> String {
        let name = "\(type)"
        return name.hasPrefix("Array<") ? "[\(name.dropFirst(6).dropLast())]" : name
    }

    /// The JSON kind of a type: `an integer`, `an array`; the name of any other type.
    private static func kind(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "an integer"
        case is any BinaryFloatingPoint.Type, is Decimal.Type: "a number"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        default: name(of: type)
        }
    }
}

extension DecodingProblem {
    /// Why a body is not JSON at all; nil if it is.
    private static func unreadable(_ body: Data, _ response: URLResponse?) -> String? {
        if body.isEmpty { return "the body is empty" }
        let contentType = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
        let media = contentType.flatMap { MediaType($0) }
        if let media, !media.isJSON, !media.isStream { return "the body is \(media.essence), not JSON" }
        guard !body.prefix(4).contains(0) else { return nil }  // UTF-16 or UTF-32, which a decoder reads.
        if let offset = body.firstInvalidUTF8 {
            let charset = media?.charset.map { $0 == "utf-8" ? "" : ", but \($0) by its Content-Type" } ?? ""
            return "the body is not UTF-8 at byte \(offset)\(charset)"
        }
        return JSONParser.problem(in: body).map { problem in
            let what =
                switch problem.problem {
                case .truncated: "it is cut off"
                case .expected(let expected): "\(expected) was expected"
                case .encoding: "it is not UTF-8"
                case .depth: "its nesting is too deep"
                }
            return "the body is not valid JSON: \(what) at byte \(problem.offset)"
        }
    }
}

extension JSONNode {
    /// What it is, for a person: `a string`.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number(let text): JSONNumber.integer(text) == nil ? "a number" : "an integer"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value at the location of a decoder's error; nil if there is none.
    func node(at path: [any CodingKey]) -> JSONNode? {
        path.reduce(self) { node, key in
            switch node {
            case .object(let members): members.named(key.stringValue)
            case .array(let elements): key.intValue.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            default: nil
            }
        }
    }
}

extension [JSONNode.Member] {
    /// The value of a member, whose name may be `book_list` if the decoder has converted it to `bookList`.
    fileprivate func named(_ name: String) -> JSONNode? {
        (last { $0.key == name } ?? last { $0.key.isSpelling(of: name) })?.value
    }
}

extension Data {
    /// The offset of the first byte that is not valid UTF-8 (RFC 3629); nil if there is none.
    var firstInvalidUTF8: Int? {
        var decoder = Unicode.UTF8.ForwardParser()
        var bytes = makeIterator()
        var offset = 0
        while true {
            switch decoder.parseScalar(from: &bytes) {
            case .valid(let scalar): offset += scalar.count
            case .error: return offset
            case .emptyInput: return nil
            }
        }
    }
}
