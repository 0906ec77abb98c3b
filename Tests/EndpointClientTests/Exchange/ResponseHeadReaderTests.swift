import Testing

@testable import EndpointClient

@Suite struct ResponseHeadReaderTests {
    /// Reads a head, each line with its line end.
    private func read(_ head: String, encoding: String.Encoding = .utf8) throws -> ResponseHeadReader {
        var reader = ResponseHeadReader()
        for line in lines(try #require(head.data(using: encoding))) {
            try line.withUnsafeBytes { try reader.read($0) }
        }
        return reader
    }

    private func lines(_ head: Data) -> [Data] {
        head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map {
            Data($0) + Data("\n".utf8)
        }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", 200, "HTTP/1.1"), ("HTTP/1.0 404 Not Found", 404, "HTTP/1.0"),
        ("HTTP/2 204 ", 204, "HTTP/2"),
        ("HTTP/1.1 200", 200, "HTTP/1.1"), ("HTTP/1.1 999 ", 999, "HTTP/1.1"), ("HTTP/3 200 ", 200, "HTTP/3"),
        ("HTTP/1.1 200 All of it is fine", 200, "HTTP/1.1"), ("HTTP/1.1 101 Switching Protocols", 101, "HTTP/1.1"),
    ])
    func `a status line has a status and a version`(line: String, status: Int, version: String) throws {
        let head = try read("\(line)\r\n\r\n")
        #expect(head.isComplete)
        #expect(head.status == status)
        #expect(head.version == version)
    }

    @Test(arguments: [
        "HTTP/1.1 2000 OK", "HTTP/1.1 20 OK", "HTTP/1.1 2x0 OK", "HTTP/1.1 099 OK", "HTTP/1.1", "HTTP/1.1 ",
        "HTTP/1.1  200 OK", "HTTP/1.1 +20 OK", "HTTP/1.1 ２００ OK", "http/1.1 200 OK", "garbage", "A: b", "", " 200",
    ])
    func `a malformed status line is refused`(line: String) throws {
        #expect(throws: ResponseHeadReader.Problem.statusLine) { try read("\(line)\r\n\r\n") }
    }

    @Test func `a head that hasn't ended isn't complete`() throws {
        #expect(try !read("HTTP/1.1 200 OK\r\n").isComplete)
        #expect(try !read("HTTP/1.1 200 OK\r\nA: b\r\n").isComplete)
        #expect(!ResponseHeadReader().isComplete)
    }

    @Test func `interim heads are skipped with their fields`() throws {
        let head = try read(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n"
        )
        #expect(head.status == 200)
        #expect(head.headers == ["A": "b"])
    }

    @Test func `an interim head alone isn't complete`() throws {
        let head = try read("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        #expect(head.status == 103)
        #expect(!head.isComplete)
    }

    @Test func `trailers don't change the head`() throws {
        let head = try read("HTTP/1.1 200 OK\r\nA: b\r\n\r\nA: c\r\nDigest: x\r\nHTTP/1.1 500 No\r\n\r\n")
        #expect(head.status == 200)
        #expect(head.headers == ["A": "b"])
        #expect(head.trailers == ["A": "c", "Digest": "x"])
    }

    @Test(
        arguments: [
            ("", [:]), ("A: b\r\nC:d\r\n", ["A": "b", "C": "d"]), ("A: b\r\n c\r\n", ["A": "b c"]),
            ("no colon\r\n: no name\r\n", [:]), ("A: b\r\nC: cut", [:]),
        ] as [(String, HeaderFields)])
    func `trailers may come in one piece`(text: String, trailers: HeaderFields) throws {
        var head = try read("HTTP/1.1 200 OK\r\nA: b\r\n\r\n")
        try Data(text.utf8).withUnsafeBytes { try head.read($0) }
        #expect(head.trailers == trailers)
        #expect(head.headers == ["A": "b"])
    }

    @Test(arguments: [("Content-Length: 3", 3), ("Content-Length: 3\r\nTrailer: Digest", nil), ("A: b", nil)])
    func `a body with a length ends the response, unless it announces trailers`(fields: String, length: Int64?) throws {
        #expect(try read("HTTP/2 200 \r\n\(fields)\r\n\r\n").lengthBeforeEnd(answering: "POST") == length)
    }

    @Test(arguments: [
        "A: b\r\nHTTP/1.1 404 Not Found", "no colon", " folded at the front", " \t: no name", "A: a\u{0}b", "\u{0}",
    ])
    func `a malformed field is refused`(fields: String) throws {
        #expect(throws: ResponseHeadReader.Problem.field) { try read("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n") }
    }

    @Test(
        arguments: [
            ("A: b", ["A": "b"]), ("A:b", ["A": "b"]), ("A: \t b \t", ["A": "b"]), ("A :b", ["A": "b"]),
            ("A:", ["A": ""]),
            ("A: b: c", ["A": "b: c"]), (": no name", [:]),
            ("A: b\r\nB: c", ["A": "b", "B": "c"]), ("A: b\r\na: c\r\nA: d", ["A": "b", "a": "c", "A": "d"]),
            ("A:\r\nA: b", ["A": "", "A": "b"]),
            ("Set-Cookie: a=1\r\nSet-Cookie: b=2", ["Set-Cookie": "a=1", "Set-Cookie": "b=2"]),
            ("A: b\r\n  c\r\n\td", ["A": "b c d"]),
        ] as [(String, HeaderFields)])
    func `the fields of a head are read`(text: String, fields: HeaderFields) throws {
        #expect(try read("HTTP/1.1 200 OK\r\n\(text)\r\n\r\n").headers == fields)
        #expect(try read("HTTP/1.1 200 OK\n\(text.replacingOccurrences(of: "\r\n", with: "\n"))\n\n").headers == fields)
    }

    @Test(arguments: [
        ("Nausicaä", String.Encoding.utf8, "Nausicaä"), ("Nausicaä", .isoLatin1, "Nausicaä"),
        ("a\u{1}c\rd", .utf8, "a c d"), ("a\tb", .utf8, "a\tb"), ("a\u{7f}ä", .isoLatin1, "a ä"),
    ])
    func `a value is text without control characters`(sent: String, encoding: String.Encoding, value: String) throws {
        #expect(try read("HTTP/1.1 200 OK\r\nA: \(sent)\r\n\r\n", encoding: encoding).headers == ["A": value])
    }

    @Test(arguments: ["3", "3\r\nContent-Length: 3", "3, 3", "3\r\ncontent-length: 3,3", "3 "])
    func `equal Content-Length fields count as one`(text: String) throws {
        #expect(try read("HTTP/1.1 200 OK\r\nContent-Length: \(text)\r\n\r\n").headers == ["Content-Length": "3"])
    }

    @Test(arguments: [
        "3, 5", "3\r\nContent-Length: 5", "3\r\ncontent-length: 05", "3, ", ",", "", "-3", "+3", "3 5", "3\r\n 5",
        "0x3", "3.0",
        "three", "３",
    ])
    func `contradicting or malformed lengths are refused`(text: String) throws {
        #expect(throws: ResponseHeadReader.Problem.contentLength) {
            try read("HTTP/1.1 200 OK\r\nContent-Length: \(text)\r\n\r\n")
        }
    }

    @Test(arguments: [
        ("Content-Length: 3", false), ("Transfer-Encoding: chunked", false),
        ("Content-Length: 3\r\nTransfer-Encoding: chunked", true),
        ("transfer-encoding: chunked\r\ncontent-length: 3", true),
    ])
    func `two kinds of framing are ambiguous`(fields: String, isAmbiguous: Bool) throws {
        #expect(try read("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n").isAmbiguous == isAmbiguous)
    }

    @Test func `chunks in HTTP 1.0 are ambiguous`() throws {
        #expect(try read("HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n").isAmbiguous)
    }

    @Test(arguments: [
        "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: identity", "Transfer-Encoding:", "Content-Length : 3",
        "Transfer-Encoding\t: chunked", "Content-Encoding : gzip",
    ])
    func `framing that readers may understand differently is refused`(field: String) {
        #expect(throws: ResponseHeadReader.Problem.framing) { try read("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n") }
    }

    @Test func `equal locations count as one, and different ones are refused`() throws {
        let head = "HTTP/1.1 302 Found\r\nLocation: /a\r\n"
        #expect(try read(head + "location: /a\r\n\r\n").headers == ["Location": "/a"])
        #expect(throws: ResponseHeadReader.Problem.locations) { try read(head + "Location: /b\r\n\r\n") }
    }

    @Test func `the size of a head is limited, in one line or in many, interim heads included`() throws {
        let limit = ResponseHeadReader.limit
        let frame = "HTTP/1.1 200 OK\r\nA: \r\n\r\n".utf8.count
        let longest = String(repeating: "a", count: limit - frame)
        #expect(try read("HTTP/1.1 200 OK\r\nA: \(longest)\r\n\r\n").isComplete)
        #expect(throws: ResponseHeadReader.Problem.tooLong) { try read("HTTP/1.1 200 OK\r\nA: a\(longest)\r\n\r\n") }
        let line = "A: b\r\n", interim = "HTTP/1.1 100 Continue\r\n\r\n"
        #expect(throws: ResponseHeadReader.Problem.tooLong) {
            try read("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: limit / line.utf8.count))
        }
        #expect(throws: ResponseHeadReader.Problem.tooLong) {
            try read(String(repeating: interim, count: limit / interim.utf8.count + 1))
        }
    }

    @Test func `the size of trailers has a limit of its own`() throws {
        var head = try read("HTTP/1.1 200 OK\r\n\r\n")
        let trailer = Data(repeating: UInt8(ascii: "a"), count: ResponseHeadReader.limit)
        #expect(throws: Never.self) { try trailer.withUnsafeBytes { try head.read($0) } }
        #expect(throws: ResponseHeadReader.Problem.tooLong) {
            try Data("A: b\r\n".utf8).withUnsafeBytes { try head.read($0) }
        }
    }
}
