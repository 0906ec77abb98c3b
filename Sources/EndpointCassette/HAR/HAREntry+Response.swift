extension HAREntry {
    /// Fields that speak of the bytes on the wire; a file holds the bytes behind them.
    private static let wireFields: Set = ["content-encoding", "content-length", "transfer-encoding"]

    /// What came of the request: an answer, or a failure if there is none.
    mutating func outcome() throws -> Interaction.Outcome {
        if let error = try node.object("_endpoint", in: "")?.object("error", in: "_endpoint") {
            let code = try error.number("code", in: "_endpoint.error").orMissing("_endpoint.error.code")
            let message = try error.text("message", in: "_endpoint.error") ?? ""
            return .failure(.init(URLError.Code(number: Int(exactly: code) ?? -1), message: message))
        }
        guard let response = try node.object("response", in: "") else {
            note("it has no response; it was read as a lost connection")
            return .failure(.init(.networkConnectionLost, message: "no response in the file"))
        }
        let status = try response.number("status", in: "response") ?? 0
        guard let code = Int(exactly: status), code > 0 else { return .failure(try failure(response)) }
        return .response(try answer(code, response))
    }

    private mutating func failure(_ response: JSONNode) throws -> Interaction.Failure {
        let message = try response.text("_error", in: "response") ?? ""
        let code = BrowserFailure.code(of: message)
        if code == nil { note("it has no status and no error that is known; it was read as a lost connection") }
        return Interaction.Failure(code ?? .networkConnectionLost, message: message)
    }

    private mutating func answer(_ status: Int, _ response: JSONNode) throws -> Interaction.Response {
        let content = try response.object("content", in: "response") ?? .object([])
        let body = HARBody(content, path: "response.content", entry: place, sibling: sibling)
        var answer = Interaction.Response(
            status, reason: try response.text("statusText", in: "response") ?? "",
            headers: try headers(of: response, in: "response", without: Self.wireFields),
            body: try body.data() ?? Data())
        let type = try content.text("mimeType", in: "response.content") ?? ""
        if answer.contentType.isEmpty, !type.isEmpty, type != "x-unknown" {
            answer.headers.append(HeaderField("Content-Type", type))
        }
        if !isOwn { try adapt(&answer, content) }
        return answer
    }

    /// Makes the answer of a browser's file one that a server could have given.
    private mutating func adapt(_ answer: inout Interaction.Response, _ content: JSONNode) throws {
        if answer.status == 304, !answer.body.isEmpty {
            note("304 with the body that the browser had kept; it was read as 200")
            (answer.status, answer.reason) = (200, "OK")
        }
        if answer.body.isEmpty, let size = try content.number("size", in: "response.content"), size > 0 {
            note("its body is missing: the file gives its size, \(Int(size)) bytes, but not its content")
        } else if answer.body.isEmpty, let comment = try content.text("comment", in: "response.content") {
            note("its body is missing: \(comment)")
        }
        let isText = try content["text"] != nil && content.text("encoding", in: "response.content") == nil
        if isText, let type = Charset.replacedByUTF8(answer.contentType) {
            note("its text was read as UTF-8, so its type is now \(type)")
            answer.headers = answer.headers.map { $0.isNamed("Content-Type") ? HeaderField($0.name, type) : $0 }
        }
    }
}
