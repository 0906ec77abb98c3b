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
        let body = HARBody(content, path: "response.content", entry: place, sidecar: sidecar)
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

extension HAREntry {
    /// A stream of events of which only Chrome's list was kept becomes a body again, with the times as its pieces.
    func events(_ outcome: inout Interaction.Outcome) throws -> [Interaction.Chunk] {
        guard case .response(var response) = outcome, response.body.isEmpty,
            let messages = try node.list("_eventSourceMessages", in: ""), !messages.isEmpty
        else { return [] }
        let path = "_eventSourceMessages"
        let times = try messages.map { try $0.number("time", in: path) ?? 0 }
        let texts = try messages.map { message in
            let data = try message.text("data", in: path) ?? ""
            return ServerEvent(
                name: try message.text("eventName", in: path) ?? "", id: try message.text("eventId", in: path) ?? "",
                data: data.split(separator: "\n", omittingEmptySubsequences: false)
            ).text
        }
        response.body = Data(texts.joined().utf8)
        outcome = .response(response)
        return zip(texts, times).map { text, time in
            Interaction.Chunk(length: text.utf8.count, time: Duration(milliseconds: (time - times[0]) * 1000))
        }
    }
}

/// What Chrome calls the failures that `URLSession` numbers.
enum BrowserFailure {
    private static let codes: [String: URLError.Code] = [
        "ERR_INTERNET_DISCONNECTED": .notConnectedToInternet,
        "ERR_NAME_NOT_RESOLVED": .cannotFindHost,
        "ERR_CONNECTION_REFUSED": .cannotConnectToHost,
        "ERR_ADDRESS_UNREACHABLE": .cannotConnectToHost,
        "ERR_CONNECTION_RESET": .networkConnectionLost,
        "ERR_CONNECTION_CLOSED": .networkConnectionLost,
        "ERR_EMPTY_RESPONSE": .networkConnectionLost,
        "ERR_NETWORK_CHANGED": .networkConnectionLost,
        "ERR_CONNECTION_TIMED_OUT": .timedOut,
        "ERR_TIMED_OUT": .timedOut,
        "ERR_ABORTED": .cancelled,
        "ERR_TOO_MANY_REDIRECTS": .httpTooManyRedirects,
        "ERR_SSL_PROTOCOL_ERROR": .secureConnectionFailed,
        "ERR_CERT_AUTHORITY_INVALID": .serverCertificateUntrusted,
        "ERR_CERT_COMMON_NAME_INVALID": .serverCertificateUntrusted,
        "ERR_CERT_DATE_INVALID": .serverCertificateHasBadDate,
        "ERR_INVALID_HTTP_RESPONSE": .badServerResponse,
    ]

    /// `net::ERR_TIMED_OUT` as `URLSession` has it.
    static func code(of message: String) -> URLError.Code? {
        codes[message.split(separator: ":").last.map(String.init) ?? ""]
    }
}

/// The parameter of a media type that names the encoding of its text.
enum Charset {
    /// The type with UTF-8 in place of another charset; nil if it names none, or UTF-8 already.
    static func replacedByUTF8(_ type: String) -> String? {
        var parts = type.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        guard let index = parts.firstIndex(where: { $0.lowercased().drop { $0 == " " }.hasPrefix("charset=") }),
            let named = parts[index].split(separator: "=").last?.lowercased().filter({ $0 != "\"" && $0 != " " }),
            named != "utf-8", named != "utf8", named != "us-ascii"
        else { return nil }
        parts[index] = " charset=utf-8"
        return parts.joined(separator: ";")
    }
}
