extension HAREntryReader {
    /// Fields that describe the encoding on the wire. The bodies in a file are already decoded. A file of this package
    /// keeps these fields, so that it does not change when it is read and written again; a replay leaves them out.
    private var wireFields: WordList {
        isFromEndpoint || isInspected ? "" : "content-encoding content-length transfer-encoding"
    }

    /// The response, or a failure if there is none.
    mutating func outcome() throws -> Interaction.Outcome {
        if let failure = try node.object("_endpoint", in: "")?.failure("error") { return .failure(failure) }
        guard let response = try node.object("response", in: "") else {
            note("it has no response; it was read as a lost connection")
            return .failure(.init(.networkConnectionLost, message: "no response in the file"))
        }
        let status = try response.number("status", in: "response") ?? 0
        guard let code = Int(exactly: status), code > 0 else { return .failure(try failure(response)) }
        return .response(try self.response(code, response))
    }

    private mutating func failure(_ response: JSONNode) throws -> Interaction.Failure {
        let message = try response.text("_error", in: "response") ?? ""
        let code = ChromeErrorCode.code(of: message)
        if code == nil { note("it has no status and no known error; it was read as a lost connection") }
        return Interaction.Failure(code ?? .networkConnectionLost, message: message)
    }

    private mutating func response(_ status: Int, _ response: JSONNode) throws -> Interaction.Response {
        let content = try response.object("content", in: "response") ?? .object([])
        let body = HARBodyReader(content, path: "response.content", entry: place, sidecar: sidecar)
        var result = Interaction.Response(
            status, reason: try response.text("statusText", in: "response") ?? "",
            headers: try headers(of: response, in: "response", without: wireFields),
            body: try body.data() ?? Data(),
            url: try node.object("_endpoint", in: "")?.text("url", in: "_endpoint"))
        let type = try content.text("mimeType", in: "response.content") ?? ""
        if result.contentType.isEmpty, !type.isEmpty, type != "x-unknown" {
            result.headers.append("Content-Type", type)
        }
        if !isFromEndpoint { try adapt(&result, content) }
        return result
    }

    /// Changes the response in a browser's file to one that a server could have sent.
    private mutating func adapt(_ response: inout Interaction.Response, _ content: JSONNode) throws {
        if !isInspected, response.status == 304, !response.body.isEmpty {
            note("304 with the body from the browser's cache; it was read as 200")
            (response.status, response.reason) = (200, "OK")
        }
        if response.body.isEmpty, let size = try content.number("size", in: "response.content"), size > 0 {
            let bytes = Int(exactly: size.rounded()).map { ", \($0) bytes," } ?? ""
            note("its body is missing: the file has its size\(bytes) but not its content")
        } else if response.body.isEmpty, let comment = try content.text("comment", in: "response.content") {
            note("its body is missing: \(comment)")
        }
        let isText = try content["text"] != nil && content.text("encoding", in: "response.content") == nil
        if isText, let type = Charset.replacedByUTF8(response.contentType) {
            note("its text was read as UTF-8, so its type is now \(type)")
            response.headers["Content-Type"] = type
        }
    }
}

extension HAREntryReader {
    /// The pieces of an event stream from the list of messages that Chrome writes, one for each message. If the body
    /// itself is missing, it is rebuilt from the list.
    ///
    /// - Throws: ``CassetteError/Reason/bodiesDisagree(path:other:at:)`` if one of our own files has been edited so
    ///   that the text and the list differ.
    mutating func events(_ outcome: inout Interaction.Outcome) throws -> [Interaction.Chunk] {
        guard case .response(var response) = outcome,
            let messages = try node.list("_eventSourceMessages", in: ""), !messages.isEmpty
        else { return [] }
        let path = "_eventSourceMessages"
        let times = try messages.map { try $0.number("time", in: path) ?? 0 }
        let events = try messages.map { message in
            let name = try message.text("eventName", in: path) ?? ""
            return ServerSentEvent(
                data: try message.text("data", in: path) ?? "", type: name.isEmpty ? "message" : name,
                id: try message.text("eventId", in: path) ?? "")
        }
        guard response.body.isEmpty else { return try pieces(of: response.body, events, times) }
        let texts = events.map(\.encoded)
        response.body = Data(texts.joined())
        outcome = .response(response)
        return Self.chunks(texts.map(\.count), times)
    }

    /// The pieces of a body that has the same messages as the list. The last one includes what follows the last
    /// message.
    private mutating func pieces(
        of body: Data, _ messages: [ServerSentEvent], _ times: [Double]
    ) throws -> [Interaction.Chunk] {
        let events = ServerSentEvent.events(of: body)
        let same = zip(events, messages).prefix { [isFromEndpoint] in
            isFromEndpoint ? $0.event == $1 : $0.event.data == $1.data
        }.count
        guard same == events.count, same == messages.count else {
            if isFromEndpoint {
                let content = "\(place).response.content.text", list = "\(place)._eventSourceMessages"
                throw CassetteError(.bodiesDisagree(path: content, other: list, at: "\(list)[\(same)]"))
            }
            note("the times of its events were left out, because its list of messages does not match its body")
            return []
        }
        let starts = [0] + events.dropLast().map(\.end)
        let ends = events.dropLast().map(\.end) + [body.count]
        let response = try isFromEndpoint ? responseTime() : nil
        return Self.chunks(zip(starts, ends).map { $1 - $0 }, times, since: response)
    }

    /// When the response began, in seconds since 1970; nil without a date.
    private func responseTime() throws -> Double? {
        guard let start = try node.text("startedDateTime", in: "").flatMap(Timestamp.date) else { return nil }
        let lead = try HARTimings.timing(of: node).untilResponse.milliseconds
        return Double(Timestamp.milliseconds(start) + lead) / 1000
    }

    /// Pieces with their times since the response began, or without that time, since the first of them.
    private static func chunks(
        _ lengths: [Int], _ times: [Double], since start: Double? = nil
    ) -> [Interaction.Chunk] {
        zip(lengths, times).map { length, time in
            let elapsed = max(0, time - (start ?? times[0]))
            return Interaction.Chunk(length: length, time: Duration(milliseconds: (elapsed * 1000).rounded()))
        }
    }

    /// The recorded pieces; none if they no longer fit the body.
    mutating func recorded(_ chunks: [Interaction.Chunk], of outcome: Interaction.Outcome) -> [Interaction.Chunk] {
        guard case .response(let response) = outcome,
            Interaction.Chunk.ends(of: chunks, in: response.body.count) == nil
        else { return chunks }
        note("the lengths of its pieces do not add up to its body, so it is replayed in one piece")
        return []
    }
}

extension ServerSentEvent {
    /// The complete events of a body, each with the offset in bytes at which it ends.
    package static func events(of body: Data) -> [(event: ServerSentEvent, end: Int)] {
        var framing = EventFraming(limit: .max)
        var events: [(event: ServerSentEvent, end: Int)] = []
        var start = body.startIndex
        while let lineEnd = body[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            let end = lineEnd + (body[lineEnd...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
            framing.append(body[start..<end])
            if let event = try? framing.next() { events.append((event, end - body.startIndex)) }
            start = end
        }
        return events
    }
}

/// The error names of Chrome and the codes of `URLSession` for the same failures.
enum ChromeErrorCode {
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

    /// The code for a message such as `net::ERR_TIMED_OUT`.
    static func code(of message: String) -> URLError.Code? {
        codes[message.split(separator: ":").last.map(String.init) ?? ""]
    }
}

/// The `charset` parameter of media types.
enum Charset {
    /// The media type with UTF-8 instead of another charset; nil if it has no charset, or UTF-8.
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
