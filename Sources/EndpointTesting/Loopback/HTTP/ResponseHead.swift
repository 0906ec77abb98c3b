/// The status line and the header lines of a response, including those that the server adds.
struct ResponseHead {
    /// How the client finds the end of the body (RFC 9112 §6.3).
    enum Framing: Hashable {
        case length(Int), chunked, untilClose
    }

    let response: LoopbackResponse
    let framing: Framing
    let closes: Bool

    /// Appends the lines and the empty line after them.
    func write(to output: inout [UInt8]) {
        output += "HTTP/1.1 \(response.status) \(HTTPStatus.reason(response.status))\r\n".utf8
        for header in response.headers { writeLine(header.name, header.value, to: &output) }
        if response.mayHaveBody, !response.hasOwnFraming { writeFraming(to: &output) }
        if closes, !response.closesConnection { writeLine("Connection", "close", to: &output) }
        output += "\r\n".utf8
    }

    private func writeFraming(to output: inout [UInt8]) {
        switch framing {
        case .length(let count): writeLine("Content-Length", String(count), to: &output)
        case .chunked: writeLine("Transfer-Encoding", "chunked", to: &output)
        case .untilClose: break
        }
    }

    private func writeLine(_ name: String, _ value: String, to output: inout [UInt8]) {
        output += name.utf8
        output += ": ".utf8
        output += value.utf8
        output += "\r\n".utf8
    }
}

/// How the elements of a streamed body are sent: as chunks or unchanged.
struct ReplyFraming {
    let head: ResponseHead
    let hasBody: Bool

    init(of response: LoopbackResponse, for request: RecordedRequest) {
        let isChunked = !response.hasOwnFraming && request.version == "HTTP/1.1"
        head = ResponseHead(
            response: response, framing: isChunked ? .chunked : .untilClose,
            closes: request.closesConnection || response.closesConnection)
        hasBody = response.mayHaveBody && request.method != "HEAD"
    }

    /// The bytes to send for an element. Nothing is sent for an empty one, because an empty chunk would end the body.
    func encode(_ data: Data) -> Data {
        guard head.framing == .chunked, !data.isEmpty else { return data }
        return Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8)
    }

    /// The bytes after the last element.
    var end: Data {
        head.framing == .chunked ? Data("0\r\n\r\n".utf8) : Data()
    }

    /// Whether the close of the connection marks the end of the body (RFC 9112 §6.3).
    var endsWithConnection: Bool {
        head.framing == .untilClose && head.response.contentLength == nil
    }

    /// Whether the client recognizes the end of the body after this many bytes.
    func isComplete(_ count: Int) -> Bool {
        head.framing == .chunked || head.response.contentLength == String(count)
    }
}
