import Testing

@testable import EndpointCore

@Suite struct FNV1aTests {
    @Test(
        arguments: [
            ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
        ] as [(String, UInt64)]) func `FNV-1a gives the published hashes`(_ text: String, value: UInt64)
    {
        var checksum = FNV1a()
        checksum.add(Data(text.utf8))
        #expect(checksum.value == value)
    }

    @Test func `an FNV-1a hash doesn't depend on how the bytes are split`() {
        var checksum = FNV1a()
        for piece in ["fo", "", "obar"] { checksum.add(Data(piece.utf8)) }
        #expect(checksum.value == 0x8594_4171_f739_67e8)
    }
}
