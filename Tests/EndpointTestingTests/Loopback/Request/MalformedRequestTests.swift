import Testing

@testable import EndpointTesting

@Suite struct MalformedRequestTests {
    static let requestLines = [
        "GET /\r\n", "\n", "GET  / HTTP/1.1\r\n", "GET / HTTP/1.1 \r\n", " GET / HTTP/1.1\r\n", "G@T / HTTP/1.1\r\n",
        "GET /\u{e9} HTTP/1.1\r\n", "GET /\t HTTP/1.1\r\n", "GET x HTTP/1.1\r\n", "GET * HTTP/1.1\r\n",
        "GET / FTP/1.1\r\n", "GET / http/1.1\r\n", "\u{16}\u{3}\u{1}\r\n",
    ]

    static let headers = [
        "Host: i", "X", ": x", "X : 1", " folded", "X: a\0b", "X: a\rb", "X: a\u{7f}",
        "Content-Length: x", "Content-Length: -1", "Content-Length: +1", "Content-Length:", "Content-Length: 1, 1",
        "Content-Length: 1\r\nContent-Length: 1", "Content-Length: 1\r\nTransfer-Encoding: chunked",
    ]

    static let chunks = [
        "g\r\n", "\r\n", "-1\r\n", "0x1\r\n", "1 1\r\n", "1 \r\n", "1;a\0\r\n", "1\nx", "1\r\nxy\r\n",
        "0\r\nbad\r\n\r\n",
    ]

    static let heads = [
        "GET / HTTP/1.1\nHost: h\n\n", "GET / HTTP/1.1\r\nHost: h\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
    ]

    @Test(arguments: requestLines + headers.map(RequestBytes.get) + chunks.map(RequestBytes.chunked) + heads)
    func `is answered with 400`(_ text: String) {
        #expect(status(of: text) == 400)
        #expect(status(of: text, cutAt: Array(1..<text.utf8.count)) == 400, "byte by byte")
    }

    static let others: [(String, Int)] = [
        ("GET / HTTP/2.0\r\n", 505),
        ("CONNECT h:1 HTTP/1.1\r\n", 501),
        (RequestBytes.get("Transfer-Encoding: gzip, chunked"), 501),
        (RequestBytes.get("Transfer-Encoding: identity"), 501),
        (RequestBytes.get("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"), 501),
        (RequestBytes.get("Content-Length: 99999999999999999999"), 413),
        (RequestBytes.chunked("fffffffffffffffff\r\n"), 413),
    ]

    @Test(arguments: others) func `is answered with a status that says more`(_ text: String, expected: Int) {
        #expect(status(of: text) == expected)
    }

    private static let long = String(repeating: "x", count: 66_000)
    private static let manyLines = String(repeating: "X: 1\r\n", count: 11_000)

    static let endless: [(String, Int)] = [
        ("GET /\(long) HTTP/1.1\r\n", 414),
        ("GET /\(long)", 414),
        (String(repeating: "\r\n", count: 33_000), 414),
        (RequestBytes.get("X: \(long)"), 431),
        (RequestBytes.get(manyLines), 431),
        (RequestBytes.chunked("1;\(long)"), 431),
        (RequestBytes.chunked("0\r\n\(manyLines)"), 431),
    ]

    @Test(arguments: endless) func `is what does not end within 64 KiB`(_ text: String, expected: Int) {
        #expect(status(of: text) == expected)
    }

    @Test func `is a body over the limit as soon as it is announced`() {
        let options = LoopbackOptions(bodyLimit: 10)
        #expect(status(of: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n0123456789", options) == nil)
        #expect(status(of: RequestBytes.get("Content-Length: 11"), options) == 413)
        #expect(status(of: RequestBytes.chunked("5\r\n01234\r\n6\r\n"), options) == 413)
    }

    /// The status that the text would be answered with; nil if nothing is wrong with it.
    private func status(
        of text: String, _ options: LoopbackOptions = LoopbackOptions(), cutAt cuts: [Int] = []
    ) -> Int? {
        do throws(MalformedRequest) {
            _ = try RequestBytes.parse(text, options, cutAt: cuts)
            return nil
        } catch {
            return error.status
        }
    }
}
