/// What a server answered, success or not: what the client's one method returns.
public struct APIResponse: Sendable {
    /// Where the bytes of an answer are.
    public enum Body: Sendable {
        /// In memory, whole.
        case data(Data)
    }

    /// Status and headers. Its URL is the one that answered, after redirects.
    public var http: HTTPURLResponse

    /// The body, with `Content-Encoding` already undone.
    public var body: Body

    /// What a retrying client tried before it returned this failure, and why it stopped; nil for an answer that is good.
    public var retries: RetryReport? {
        get {
            guard case .report(let report) = history else { return nil }
            return report
        }
        set { history = newValue.map { .report($0) } }
    }

    /// Apart from the rest: hardly any answer has one, and every answer is copied often.
    private indirect enum History {
        case report(RetryReport)
    }

    private var history: History?

    /// An answer.
    public init(http: HTTPURLResponse, body: Body) {
        self.http = http
        self.body = body
    }

    /// The body's bytes.
    public var data: Data {
        switch body {
        case .data(let data): data
        }
    }
}

extension APIResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What was answered, without secrets: `200 OK, 512 bytes`.
    public var description: String { "\(HTTPStatus.line(http.statusCode)), \(data.count) bytes" }

    public var debugDescription: String { description }

    /// The sentence alone, so that no dump of a response shows a secret.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension HTTPURLResponse {
    /// The headers as texts. Foundation has folded repeated ones into one.
    package var fields: [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in allHeaderFields { fields["\(name)"] = "\(value)" }
        return fields
    }
}
