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
