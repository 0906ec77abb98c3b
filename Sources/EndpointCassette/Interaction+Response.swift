extension Interaction {
    /// An answer as it was received.
    public struct Response: Hashable, Sendable {
        /// The status code.
        public var status: Int

        /// The reason phrase, often empty.
        public var reason: String

        /// The header fields in their order, a repeated `Set-Cookie` as several.
        public var headers: [HeaderField]

        /// The body, with its content encoding already undone.
        public var body: Data

        /// An answer.
        public init(_ status: Int, reason: String = "", headers: [HeaderField] = [], body: Data = Data()) {
            self.status = status
            self.reason = reason
            self.headers = headers
            self.body = body
        }
    }
}

extension Interaction.Response {
    /// The media type of the body with its parameters, or nothing.
    public var contentType: String { headers.value(of: "Content-Type") ?? "" }

    /// An answer of Foundation's, which folds repeated fields into one: `Set-Cookie` is taken apart again.
    public init(_ response: HTTPURLResponse, body: Data) {
        self.init(
            response.statusCode, reason: HTTPStatus.reason(response.statusCode),
            headers: [HeaderField](response.fields).flatMap(SetCookie.unfolded), body: body)
    }

    /// The answer as Foundation has it, with repeated fields folded into one (RFC 9110 §5.3). Nil if the URL is none.
    public func httpURLResponse(url: String) -> HTTPURLResponse? {
        let fields = headers.reduce(into: [String: String]()) { fields, field in
            let name = fields.keys.first(where: field.isNamed) ?? field.name
            fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
        }
        return URL(string: url).flatMap {
            HTTPURLResponse(url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        }
    }
}
