import Testing

@testable import EndpointCore

@Suite struct ByteSetTests {
    @Test(arguments: [0x00, 0x2F, 0x3F, 0x40, 0x7E, 0x7F] as [UInt8])
    func `a byte set holds the inserted byte and no other`(byte: UInt8) {
        var set: ByteSet = ""
        set.insert(byte)
        #expect((0...255).filter { set.contains(UInt8($0)) } == [Int(byte)])
    }

    @Test func `a byte set is written as its characters`() {
        let set: ByteSet = "&;\n"
        #expect((0...255).filter { set.contains(UInt8($0)) } == [0x0A, 0x26, 0x3B])
    }

    @Test func `a union holds the bytes of either set`() {
        let set = ByteSet.digits.union("@")
        #expect(set.contains(UInt8(ascii: "7")) && set.contains(UInt8(ascii: "@")))
        #expect(!set.contains(UInt8(ascii: "a")))
    }

    @Test func `the character classes hold exactly the bytes with their property`() {
        #expect((0...255).allSatisfy { ByteSet.token.contains($0) == $0.isToken })
        #expect((0...255).allSatisfy { ByteSet.letters.contains($0) == $0.isLetter })
        #expect((0...255).allSatisfy { ByteSet.space.contains($0) == $0.isSpace })
    }
}

@Suite struct ArrayScanningTests {
    let bytes = Array("a=1&bb=2".utf8)

    @Test func `the next byte is searched for only up to the end`() {
        #expect(bytes.next(.ampersand, from: 0, to: 8) == 3)
        #expect(bytes.next(.ampersand, from: 0, to: 3) == 3)
        #expect(bytes.next(.ampersand, from: 4, to: 8) == 8)
        #expect(bytes.next("=&" as ByteSet, from: 2, to: 8) == 3)
    }

    @Test func `a run of bytes ends where another begins`() {
        #expect(bytes.end(of: .letters, from: 4, to: 8) == 6)
        #expect(bytes.end(of: .letters, from: 4, to: 5) == 5)
        #expect(bytes.end(of: .letters, from: 3, to: 8) == 3)
    }

    @Test func `a backward search finds the start of a run and the last of some bytes`() {
        #expect(bytes.start(of: .letters, in: 0..<6) == 4)
        #expect(bytes.start(of: .letters, in: 5..<6) == 5)
        #expect(bytes.behindLast("=", in: 0..<6) == 2)
        #expect(bytes.behindLast("=", in: 2..<6) == 2)
        #expect(bytes.behindLast("#", in: 1..<6) == 1)
    }

    @Test func `a byte is found only within the range`() {
        #expect(bytes.holds(.equals, in: 0..<2))
        #expect(!bytes.holds(.equals, in: 2..<6))
        #expect(!bytes.holds("#?", in: 0..<8))
    }

    @Test func `a word is present only where all of it is`() {
        #expect(bytes.has(Array("bb".utf8), at: 4))
        #expect(!bytes.has(Array("bb".utf8), at: 5))
        #expect(!bytes.has(Array("=2&".utf8), at: 6))
        #expect(!bytes.has([], at: 9))
    }

    @Test func `a word is found after a repetition of its beginning`() {
        #expect(Array("aab".utf8).range(of: Array("ab".utf8)) == 1..<3)
        #expect(Array("aab".utf8).range(of: Array("ab".utf8), from: 2) == nil)
        #expect(Array("aab".utf8).range(of: []) == nil)
    }

    @Test func `pieces are empty between adjacent separators and at either end`() {
        #expect(Array("&a&&b".utf8).pieces(of: 0..<5, by: .ampersand) == [0..<0, 1..<2, 3..<3, 4..<5])
        #expect(bytes.pieces(of: 3..<3, by: .ampersand) == [3..<3])
    }
}
