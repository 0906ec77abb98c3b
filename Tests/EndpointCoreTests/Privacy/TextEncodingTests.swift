import Testing

@testable import EndpointCore

@Suite struct TextEncodingTests {
    @Test(arguments: [
        (TextEncoding.percent, "", "", [0]), (.percent, "abc", "abc", [0, 1, 2, 3]),
        (.percent, "a%41%zz%", "aA%zz%", [0, 1, 4, 5, 6, 7, 8]), (.percent, "%%2541", "%%41", [0, 1, 4, 5, 6]),
        (.all, "&#115;&é;&amp", "s&é;&amp", [0, 6, 7, 8, 9, 10, 11, 12, 13, 14]),
        (.all, "&#233;x", "éx", [0, 0, 6, 7]), (.all, #"a\\\u00e9\"#, "a\\é\\", [0, 1, 3, 3, 9, 10]),
    ])
    func `encoded bytes are decoded, and the positions where they can begin are known`(
        encoding: TextEncoding, text: String, plain: String, origins: [Int]
    ) {
        let bytes = Array(text.utf8)
        let undone = encoding.undone(bytes)
        #expect(String(decoding: undone.bytes, as: UTF8.self) == plain)
        #expect(undone.consumed == bytes.count)
        #expect(encoding.origins(in: bytes) == origins)
    }

    @Test(arguments: [(0, "", 0), (1, "a", 1), (3, "abA", 5), (4, "abAc", 6), (9, "abAcd", 7)])
    func `a limited number of bytes is decoded`(limit: Int, plain: String, consumed: Int) {
        let undone = TextEncoding.percent.undone(Array("ab%41cd".utf8), limit: limit)
        #expect(String(decoding: undone.bytes, as: UTF8.self) == plain)
        #expect(undone.consumed == consumed)
    }
}
