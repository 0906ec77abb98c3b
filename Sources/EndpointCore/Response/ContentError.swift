/// A response with a good status and a body that cannot be decoded: what was expected, where, and the body.
///
/// `GET /v1/users/1 → 200, but "name" is missing at User (root). Body: {"id":1,"nome":"Ann"}`
public struct ContentError: ResponseError, Sendable {
    /// What is wrong with the body: `"name" is missing at User (root)`.
    public let problem: String

    /// The place in the body, from the root: `["items", "3", "name"]`. Empty for the root.
    public let codingPath: [String]

    /// Status and headers, if there was an HTTP response.
    public let response: HTTPURLResponse?

    /// The body of the response.
    public let body: Data

    /// The error of the decoder, if a decoder failed.
    public let underlying: DecodingError?

    /// The request, with its secrets redacted. The verbs of a client set it; nil where an endpoint is used without a client.
    public package(set) var request: URLRequest?

    package var redaction: Redaction?

    /// ``problem`` without texts from the body.
    private let problemWithoutBody: String

    /// A body that an endpoint of yours cannot decode. The problem completes the sentence "…, but …".
    public init(_ problem: String, from response: URLResponse?, with body: Data) {
        self.problem = problem
        problemWithoutBody = problem
        codingPath = []
        self.response = response as? HTTPURLResponse
        self.body = body
        underlying = nil
    }

    /// A body that a decoder cannot decode.
    public init(_ error: DecodingError, decoding type: Any.Type, from response: URLResponse?, with body: Data) {
        let details = DecodingProblem(error, type: type, response: response, body: body)
        problem = details.sentence
        problemWithoutBody = details.sentenceWithoutBody
        codingPath = details.codingPath
        self.response = response as? HTTPURLResponse
        self.body = body
        underlying = error
    }
}

extension ContentError {
    /// ``problem``, without texts from the body if the redaction hides bodies.
    package func problem(by redaction: Redaction) -> String { redaction.hidesBodies ? problemWithoutBody : problem }
}

extension ContentError {
    /// One sentence for a person, without secrets.
    public var description: String {
        let redaction = redaction ?? .standard
        let summary = RequestSummary.methodAndPath(request, response, redaction)
        let status = response.map { " → \($0.statusCode)" } ?? ""
        let problem = redaction.line(problem(by: redaction))
        let sentence = "\(summary)\(status), but \(problem)."
        let excerpt = redaction.excerpt(
            of: body, contentType: response?.value(forHTTPHeaderField: "Content-Type"), limit: 200)
        return excerpt.isEmpty ? sentence : "\(sentence) Body: \(excerpt)"
    }
}

/// The sentence for a decoder's error, with the place of the error: `"name" is missing at User.owner`.
struct DecodingProblem {
    let sentence: String

    /// The same without texts from the body: neither the keys of dictionaries nor the decoder's description, which may quote a value.
    let sentenceWithoutBody: String

    let codingPath: [String]

    init(_ error: DecodingError, type: Any.Type, response: URLResponse?, body: Data) {
        let context = Self.context(of: error)
        let path = context.codingPath
        codingPath = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
        let sentence = { (step: (any CodingKey) -> String, details: String) in
            let place = "\(type)" + (path.isEmpty ? " (root)" : path.map(step).joined())
            return switch error {
            case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing at \(place)"
            case .valueNotFound(let expected, _): "\(place) is null where \(expected) was expected"
            case .typeMismatch(let expected, _): "\(place) is not \(expected)"
            case .dataCorrupted where path.isEmpty: Self.unreadable(body, response)
            default: "\(place) cannot be read\(details)"
            }
        }
        self.sentence = sentence(Self.step, ": \(context.debugDescription)")
        sentenceWithoutBody = sentence({ Self.isFromCode($0) ? Self.step($0) : "[…]" }, "")
    }

    /// Whether the name of a key is written in a program, as a case of an enum is, and does not come from a body.
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

    private static func step(_ key: any CodingKey) -> String {
        key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }

    private static func unreadable(_ body: Data, _ response: URLResponse?) -> String {
        if body.isEmpty { return "the body is empty" }
        let contentType = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type")
        guard let type = contentType.flatMap({ MediaType($0) }), !type.isJSON else {
            return "the body is not valid JSON"
        }
        return "the body is \(type.type)/\(type.subtype), not JSON"
    }
}
