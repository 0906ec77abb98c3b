extension Interaction {
    /// A request as it was sent.
    public struct Request: Hashable, Sendable {
        /// The method, which is case-sensitive.
        public var method: String

        /// The absolute URL, as text.
        public var url: String

        /// The header fields in their order.
        public var headers: [HeaderField]

        /// The body, if there is one. An empty body is none.
        public var body: Body?

        /// A request.
        public init(_ method: String, _ url: String, headers: [HeaderField] = [], body: Body? = nil) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body?.data.isEmpty == true ? nil : body
        }

        /// A request of Foundation's. A body that it carries as a stream must be given as data.
        public init(_ request: URLRequest, body: Data? = nil) {
            let headers = [HeaderField](request.allHTTPHeaderFields ?? [:])
            let type = headers.value(of: "Content-Type") ?? ""
            self.init(
                request.httpMethod ?? "GET", request.url?.absoluteString ?? "", headers: headers,
                body: (body ?? request.httpBody).map { Body($0, contentType: type) })
        }
    }
}

extension Interaction.Request: CustomStringConvertible {
    /// `GET https://api.example.com/v1/me`, with its secrets redacted.
    public var description: String { "\(method) \(Redaction.standard.urlText(url))" }
}
