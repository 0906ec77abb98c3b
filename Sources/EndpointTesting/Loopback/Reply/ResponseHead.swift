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
