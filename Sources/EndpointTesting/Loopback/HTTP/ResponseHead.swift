/// The lines in front of a response's body: what the response says, and what the server adds.
struct ResponseHead {
    /// How the client will know where the body ends.
    enum Framing: Hashable {
        case length(Int), chunked, untilClose
    }

    let response: LoopbackResponse
    let framing: Framing
    let closes: Bool

    /// Appends the lines and the empty one that ends them.
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

/// How the pieces of a streamed body go over the wire: in chunks, or as they are.
struct StreamFraming {
    let head: ResponseHead
    let hasBody: Bool

    init(of response: LoopbackResponse, for request: RecordedRequest) {
        let isChunked = !response.hasOwnFraming && request.version == "HTTP/1.1"
        head = ResponseHead(
            response: response, framing: isChunked ? .chunked : .untilClose,
            closes: request.closesConnection || response.closesConnection)
        hasBody = response.mayHaveBody && request.method != "HEAD"
    }

    /// The bytes to send for these. An empty chunk would end the body, so there is none.
    func piece(_ data: Data) -> Data {
        guard head.framing == .chunked, !data.isEmpty else { return data }
        return Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8)
    }

    /// What comes after the last piece.
    var end: Data {
        head.framing == .chunked ? Data("0\r\n\r\n".utf8) : Data()
    }

    /// Whether the client can know, after so many bytes, that the body is over.
    func isComplete(_ count: Int) -> Bool {
        head.framing == .chunked || head.response.announcedLength == String(count)
    }
}
