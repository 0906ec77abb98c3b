/// A response with a good status and a body that cannot be decoded: what was expected, where, and the structure of the
/// body.
///
/// `GET /v1/users/1 → 200, but "name" is missing at User (root). Body: {"id": number, "nome": string}`
public struct ContentError: ResponseError, Sendable {
    /// What is wrong with the body: `"name" is missing at User (root)`. Of the value that cannot be decoded, it says
    /// the type, or the value itself if that is a short number, true, false, null, or a word of an enumeration that has
    /// no such case.
    public let problem: String

    /// The place in the body, from the root: `["items", "3", "name"]`. Empty for the root.
    public let codingPath: [String]

    /// Status and headers, if there was an HTTP response.
    public let response: HTTPURLResponse?

    /// The body of the response, as it was received.
    public let body: Data

    /// The error of the decoder, if a decoder failed.
    public let underlying: DecodingError?

    /// The request, with its secrets redacted. The verbs of a client set it; nil if an endpoint is used without a
    /// client.
    public package(set) var request: URLRequest?

    package var redaction: Redaction?

    /// The problem by what may be shown of the body; nil for a problem in words of the endpoint.
    private let details: DecodingProblem?

    /// An error for an endpoint of your own. The problem completes the sentence "…, but …".
    public init(_ problem: String, from response: URLResponse?, with body: Data) {
        self.problem = problem
        details = nil
        codingPath = []
        self.response = response as? HTTPURLResponse
        self.body = body
        underlying = nil
    }

    /// A body that a decoder cannot decode.
    public init(_ error: DecodingError, decoding type: Any.Type, from response: URLResponse?, with body: Data) {
        self.init(error, decoding: type, from: response, with: body, by: nil)
    }

    /// A body that a decoder cannot decode, with the decoding if it can be examined.
    init(
        _ error: DecodingError, decoding type: Any.Type, from response: URLResponse?, with body: Data,
        by decoding: FailedDecoding?
    ) {
        let details = DecodingProblem(error, type: type, response: response, body: body, decoding: decoding)
        self.details = details
        problem = details.sentence
        codingPath = details.codingPath
        self.response = response as? HTTPURLResponse
        self.body = body
        underlying = error
    }
}

extension ContentError {
    /// ``problem``, without texts from the body if the redaction hides bodies, and with what the decoder says if it
    /// shows values.
    package func problem(by redaction: Redaction) -> String {
        if redaction.hidesBodies { return details?.sentenceWithoutBody ?? problem }
        return redaction.showsValues ? details?.sentenceWithValues ?? problem : problem
    }
}

extension ContentError {
    /// One sentence for a developer. It shows the structure of the body, unless the client has
    /// `Redaction.showingValues`.
    public var description: String {
        let redaction = redaction ?? .standard
        let summary = RequestSummary.methodAndPath(request, response, redaction)
        let status = response.map { " → \($0.statusCode)" } ?? ""
        let problem = redaction.line(problem(by: redaction))
        let sentence = "\(summary)\(status), but \(problem)."
        let excerpt = redaction.excerpt(
            of: body, contentType: response?.value(forHTTPHeaderField: "Content-Type"),
            isFailure: (response?.statusCode ?? 200) >= 400)
        return excerpt.isEmpty ? sentence : "\(sentence) Body: \(excerpt)"
    }
}
