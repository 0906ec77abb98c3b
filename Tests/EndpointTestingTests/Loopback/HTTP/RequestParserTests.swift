import TestSupport
import Testing

@testable import EndpointTesting

@Suite struct RequestParserTests {
    @Test func `the parts of a request are parsed`() throws {
        let text = "PUT /v1/a%2Fb?x=1&y HTTP/1.1\r\nHost: h\r\nX-A:  1 \r\nx-a:2\r\nContent-Length: 3\r\n\r\nabc"
        let request = try #require(try RequestBytes.parse(text).first)
        #expect(request.method == "PUT")
        #expect(request.target == "/v1/a%2Fb?x=1&y")
        #expect(request.version == "HTTP/1.1")
        #expect(request.headers.map(\.name) == ["Host", "X-A", "x-a", "Content-Length"])
        #expect(request.headers.map(\.value) == ["h", "1", "2", "3"])
        #expect(request.text == "abc")
        #expect(request.bodyByteCount == 3)
        #expect(!request.isChunked)
    }

    @Test func `chunks are joined, and extensions and trailers dropped`() throws {
        let request = try #require(try RequestBytes.parse(RequestBytes.chunked).first)
        #expect(request.text == "hello, wide world")
        #expect(request.bodyByteCount == 17)
        #expect(request.isChunked)
        #expect(request.header("X-Trailer") == nil)
    }

    @Test func `the next request stays in the input`() throws {
        var parser = RequestParser()
        var input = Array("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2".utf8)[...]
        #expect(try parser.feed(&input)?.target == "/1")
        #expect(String(decoding: input, as: UTF8.self) == "GET /2")
    }

    @Test(arguments: RequestBytes.all.raw) func `the result is the same wherever the bytes are split`(_ raw: RawText)
        throws
    {
        let sample = raw.text
        let whole = try RequestBytes.parse(sample)
        #expect(!whole.isEmpty)
        for cut in 0...sample.utf8.count {
            #expect(try RequestBytes.parse(sample, cutAt: [cut]) == whole, "cut at \(cut)")
        }
        #expect(try RequestBytes.parse(sample, cutAt: Array(1..<sample.utf8.count)) == whole, "byte by byte")
    }

    static let unusual = [
        "\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\nhost: h\r\nX: caf\u{e9}\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n",
        "M-SEARCH / HTTP/1.1\r\nHost: h\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 007\r\n\r\n1234567",
    ]

    @Test(arguments: unusual.raw) func `unusual but valid requests are accepted`(_ raw: RawText) throws {
        #expect(try RequestBytes.parse(raw.text).count == 1)
    }

    @Test func `a value that isn't UTF-8 is read as Latin-1`() throws {
        var input = Array("GET / HTTP/1.1\r\nHost: h\r\nX: caf".utf8) + [0xe9] + Array("\r\n\r\n".utf8)
        var parser = RequestParser()
        #expect(try parser.feed(&input[...])?.header("X") == "café")
    }

    @Test func `a head just under the limit is accepted`() throws {
        #expect(try RequestBytes.parse(RequestBytes.get("X: \(String(repeating: "x", count: 65_000))")).count == 1)
    }

    @Test func `many small chunks don't count as a large head`() throws {
        let text = RequestBytes.chunked(String(repeating: "1\r\nx\r\n", count: 30_000) + "0\r\n\r\n")
        let request = try #require(try RequestBytes.parse(text).first)
        #expect(request.bodyByteCount == 30_000)
    }

    @Test func `a body that isn't kept is counted`() throws {
        let request = try #require(
            try RequestBytes.parse(RequestBytes.chunked, LoopbackOptions(bodies: .counted)).first)
        #expect(request.body.isEmpty)
        #expect(request.bodyByteCount == 17)
        #expect(request.bodyChecksum == nil)
    }

    @Test func `a body that isn't kept has a checksum`() throws {
        var checksum = FNV1a()
        checksum.add(Data("hello, wide world".utf8))
        let request = try #require(
            try RequestBytes.parse(RequestBytes.chunked, LoopbackOptions(bodies: .checksummed)).first)
        #expect(request.body.isEmpty)
        #expect(request.bodyChecksum == checksum.value)
    }

    @Test func `a parser waits for the body if the client expects a 100`() throws {
        var parser = RequestParser()
        var head = Array("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n".utf8)[...]
        #expect(try parser.feed(&head) == nil)
        #expect(parser.isAwaitingContinue)
        var body = Array("a".utf8)[...]
        #expect(try parser.feed(&body) == nil)
        #expect(!parser.isAwaitingContinue)
    }

    @Test func `a body that comes at once needs no 100`() throws {
        var parser = RequestParser()
        var input = Array("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\na".utf8)[...]
        #expect(try parser.feed(&input) == nil)
        #expect(!parser.isAwaitingContinue)
    }

    @Test func `any bytes are parsed without trapping`() {
        var random = Xorshift(state: 88_172_645_463_325_252)
        for sample in RequestBytes.all {
            for _ in 0..<3_000 {
                var bytes = Array(sample.utf8)
                for _ in 0...random.next(below: 4) {
                    bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
                }
                var parser = RequestParser()
                var input = bytes[...]
                var requests = 0
                while let _ = try? parser.feed(&input) { requests += 1 }
                #expect(requests <= 4)
            }
        }
    }
}

/// The same numbers on every run.
private struct Xorshift {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}

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

    @Test(arguments: (requestLines + headers.map(RequestBytes.get) + chunks.map(RequestBytes.chunked) + heads).raw)
    func `a malformed request is answered with 400`(_ raw: RawText) {
        let text = raw.text
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

    @Test(arguments: others.map { (RawText($0), $1) })
    func `a malformed request can have a more specific status`(_ raw: RawText, expected: Int) {
        #expect(status(of: raw.text) == expected)
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

    @Test(arguments: endless.map { (RawText($0), $1) })
    func `a request that doesn't end within 64 KiB is refused`(_ raw: RawText, expected: Int) {
        #expect(status(of: raw.text) == expected)
    }

    @Test func `a body over the limit is refused as soon as it is announced`() {
        let options = LoopbackOptions(bodyLimit: 10)
        #expect(status(of: "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n0123456789", options) == nil)
        #expect(status(of: RequestBytes.get("Content-Length: 11"), options) == 413)
        #expect(status(of: RequestBytes.chunked("5\r\n01234\r\n6\r\n"), options) == 413)
    }

    /// The status of the answer to a malformed request; nil if the request is valid.
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
