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
    public var retries: RetryReport?

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
