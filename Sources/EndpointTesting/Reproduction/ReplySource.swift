/// A server's answer as the source of a stub's, without its secrets.
struct ReplySource {
    /// `.status(404, headers: ["Retry-After": "1"], json: #"{"title": "No such book"}"#)`
    let text: String

    /// What belongs to a connection or a moment, and not to the answer.
    private static let omitted: Set = [
        "connection", "content-encoding", "content-length", "date", "keep-alive", "server", "set-cookie",
        "transfer-encoding", "via",
    ]

    init(_ status: Int, _ response: HTTPURLResponse?, _ body: Data) {
        let fields = response.map { Interaction.Response($0, body: Data()).headers } ?? []
        let kept = fields.filter { !Self.omitted.contains($0.name.lowercased()) }
            .map { HeaderField($0.name, Redaction.standard.header($0.name, $0.value)) }
        let type = kept.value(of: "Content-Type")
        let safe = Redaction.standard.body(body, contentType: type)
        let isJSON = type.flatMap { MediaType($0) }?.isJSON == true
        text = ".status(\(status)\(Self.headers(kept))\(Self.body(safe, isJSON: isJSON)))"
    }

    private static func headers(_ fields: [HeaderField]) -> String {
        let pairs = fields.map { "\(SwiftSource.string($0.name)): \(SwiftSource.string($0.value))" }
        return pairs.isEmpty ? "" : ", headers: [\(pairs.joined(separator: ", "))]"
    }

    private static func body(_ data: Data, isJSON: Bool) -> String {
        if data.isEmpty { return "" }
        let text = String(decoding: data, as: UTF8.self)
        guard text.utf8.elementsEqual(data) else {
            return ", body: Data(base64Encoded: \"\(data.base64EncodedString())\")!"
        }
        return isJSON ? ", json: \(SwiftSource.string(text))" : ", body: Data(\(SwiftSource.string(text)).utf8)"
    }
}
