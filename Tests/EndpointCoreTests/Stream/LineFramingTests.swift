import EndpointCore
import Testing

@Suite struct LineFramingTests {
    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\n\nb\n", ["a", "", "b"]), ("\n", [""]),
        ("a\rb\r", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a\n\rb", ["a", "", "b"]), ("a\r\r\nb", ["a", "", "b"]),
        ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\u{FEFF}\n", [""]), ("\u{FEFF}", []), ("\0\n", ["\0"]),
    ])
    func `a body gives its lines`(text: String, lines: [String]) throws {
        var framing = LineFraming()
        #expect(try framing.elements(of: [Data(text.utf8)]).map { String(decoding: $0, as: UTF8.self) } == lines)
    }

    @Test func `empty lines are left out`() throws {
        var framing = LineFraming(skippingEmptyLines: true)
        #expect(try framing.elements(of: [Data("\n{}\r\n\r\n\n{}\n\n".utf8)]) == [Data("{}".utf8), Data("{}".utf8)])
    }

    @Test func `a line is an array of bytes that begins at zero`() throws {
        var framing = LineFraming()
        let line = try framing.elements(of: [Data("first\nsecond".utf8).dropFirst(2)])
        #expect(line.map(\.startIndex) == [0, 0])
        #expect(line.first == Data("rst".utf8))
    }

    /// 100 MB without a line end, in chunks as an engine gives them.
    @Test func `a line without an end is an error at the limit`() throws {
        var framing = LineFraming(limit: 1 << 20)
        let chunk = Data(repeating: 0x61, count: 64 << 10)
        var (taken, lines) = (0, [Data]())
        let error = #expect(throws: StreamError.self) {
            for _ in 0..<1600 {
                framing.append(chunk)
                taken += chunk.count
                while let line = try framing.next() { lines.append(line) }
            }
        }
        #expect(error?.reason == .longLine(limit: 1 << 20))
        #expect(taken == (1 << 20) + chunk.count)
        #expect(lines == [])
        #expect(throws: StreamError.self) { try framing.next() }
    }

    @Test func `a line exactly as long as the limit is accepted`() throws {
        var framing = LineFraming(limit: 3)
        let lines = try framing.elements(of: [Data("abc\nab".utf8), Data("c\r".utf8), Data("\nabc".utf8)])
        #expect(lines == Array(repeating: Data("abc".utf8), count: 3))
    }

    @Test func `a limit below zero counts as zero`() throws {
        var framing = LineFraming(limit: -1)
        framing.append(Data("\na".utf8))
        #expect(try framing.next() == Data())
        #expect(throws: StreamError.self) { try framing.next() }
    }

    @Test func `bytes may be added while elements wait`() throws {
        var framing = LineFraming()
        framing.append(Data("a\nb\nc".utf8))
        #expect(try framing.next() == Data("a".utf8))
        framing.append(Data("d\ne".utf8))
        #expect(try framing.elements(of: []) == ["b", "cd", "e"].map { Data($0.utf8) })
    }

    @Test func `chunks are given as they came`() {
        var framing = ChunkFraming()
        framing.append(Data("a\n".utf8))
        #expect(framing.next() == Data("a\n".utf8))
        #expect(framing.next() == nil)
    }
}
