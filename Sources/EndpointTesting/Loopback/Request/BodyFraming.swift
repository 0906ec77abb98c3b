/// How the end of a request body is known (RFC 9112, section 6.3).
enum BodyFraming: Hashable {
    case length(Int)
    case chunked

    /// Refuses what two servers could read differently: both kinds at once, two lengths, unknown codings.
    init(of head: RequestHead) throws(MalformedRequest) {
        let codings = head.headers.values(of: "Transfer-Encoding")
        let lengths = head.headers.values(of: "Content-Length")
        guard codings.isEmpty || lengths.isEmpty else { throw .badRequest("both a length and a transfer coding") }
        if codings.isEmpty {
            self = .length(try Self.length(lengths))
        } else {
            guard head.version == "HTTP/1.1" else { throw .badRequest("a transfer coding in HTTP/1.0") }
            guard codings.map({ $0.lowercased() }) == ["chunked"] else { throw .codingNotImplemented }
            self = .chunked
        }
    }

    private static func length(_ values: [String]) throws(MalformedRequest) -> Int {
        guard let value = values.first else { return 0 }
        let isNumber = !value.isEmpty && value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard values.count == 1, isNumber else { throw .badRequest("a Content-Length that is not one number") }
        guard let length = Int(value) else { throw .contentTooLarge }
        return length
    }
}
