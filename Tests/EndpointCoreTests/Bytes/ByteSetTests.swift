import Testing

@testable import EndpointCore

@Suite struct ByteSetTests {
    @Test(arguments: [0x00, 0x2F, 0x3F, 0x40, 0x7E, 0x7F] as [UInt8])
    func `holds what was put in and nothing else`(byte: UInt8) {
        var set: ByteSet = ""
        set.insert(byte)
        #expect((0...255).filter { set.contains(UInt8($0)) } == [Int(byte)])
    }

    @Test func `is written as the characters that it holds`() {
        let set: ByteSet = "&;\n"
        #expect((0...255).filter { set.contains(UInt8($0)) } == [0x0A, 0x26, 0x3B])
    }

    @Test func `a union holds what either holds`() {
        let set = ByteSet.digits.union("@")
        #expect(set.contains(UInt8(ascii: "7")) && set.contains(UInt8(ascii: "@")))
        #expect(!set.contains(UInt8(ascii: "a")))
    }

    @Test func `classes hold the bytes that have the property`() {
        #expect((0...255).allSatisfy { ByteSet.pathOrQuery.contains($0) == $0.isPathOrQuery })
        #expect((0...255).allSatisfy { ByteSet.letters.contains($0) == $0.isLetter })
        #expect((0...255).allSatisfy { ByteSet.space.contains($0) == $0.isSpace })
    }
}
