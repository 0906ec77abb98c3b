@testable import EndpointTesting

/// The bytes of requests, and a function to parse them.
enum RequestBytes {
    static let simple = "GET /a?b HTTP/1.1\r\nHost: h\r\nAccept: */*\r\n\r\n"
    static let sized = "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab\r\nc"
    static let chunked = chunked(
        "5\r\nhello\r\nA;name=\"a;b\";x\r\n, wide wor\r\n02 ;y\r\nld\r\n000;z\r\nX-Trailer: 1\r\nB: 2\r\n\r\n")
    static let all = [simple, sized, chunked, simple + chunked + sized + simple]

    /// A request with `Host` and these lines.
    static func get(_ lines: String) -> String {
        "GET / HTTP/1.1\r\nHost: h\r\n\(lines)\r\n\r\n"
    }

    /// A request with these bytes as its chunked body.
    static func chunked(_ body: String) -> String {
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
    }

    /// All requests that a new parser finds in the text, fed in one piece or in several.
    static func parse(
        _ text: String, _ options: LoopbackOptions = LoopbackOptions(), cutAt cuts: [Int] = []
    ) throws(MalformedRequest) -> [RecordedRequest] {
        let bytes = Array(text.utf8)
        var parser = RequestParser(options: options)
        var requests: [RecordedRequest] = []
        for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
            var input = bytes[start..<end]
            while let request = try parser.feed(&input) { requests.append(request) }
        }
        return requests
    }
}
