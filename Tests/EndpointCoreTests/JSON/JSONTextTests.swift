import Testing

@testable import EndpointCassette
@testable import EndpointCore

@Suite struct JSONStringTests {
    @Test(arguments: ["", "a", "\"", "\\", "\u{0}\u{1F}\u{7F}", "é😀", "\u{2028}x\u{2029}", "\u{202A}"])
    func `an escaped string is the same after unescaping`(text: String) {
        let escaped = JSONString.escaped(Array(text.utf8))
        #expect(JSONString.unescaped(0..<escaped.count, in: escaped) == Array(text.utf8))
    }

    @Test(arguments: [
        (#"\x\q"#, "xq"), (#"a\"#, #"a\"#), (#"\u12"#, "u12"), (#"\u12x4"#, "u12x4"), (#"\ud83d"#, "\u{FFFD}"),
        (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\ud83d\ude00"#, "😀"), (#"\/\b"#, "/\u{8}"),
    ])
    func `a malformed string is unescaped too`(text: String, meaning: String) {
        let bytes = Array(text.utf8)
        #expect(String(decoding: JSONString.unescaped(0..<bytes.count, in: bytes), as: UTF8.self) == meaning)
    }
}

@Suite struct JSONNumberTests {
    @Test(
        arguments: [
            ("1", 1), ("1.0", 1), ("1e2", 100), ("100.00", 100), ("12.5e1", 125), ("-0.0", 0), ("-10e-1", -1),
            ("9007199254740993.0", 9_007_199_254_740_993), ("9223372036854775807", .max),
            ("-9223372036854775808.0", .min), ("9e18", 9_000_000_000_000_000_000),
        ] as [(String, Int64)])
    func `a number is an integer if its value is one, in any notation`(token: String, integer: Int64) {
        #expect(JSONNumber.integer(token) == integer)
    }

    @Test(arguments: ["1.5", "1e-1", "9223372036854775808", "1e19", "1e400", "1e99999999999999999999"])
    func `a number isn't an integer if it has a fraction or doesn't fit 64 bits`(token: String) {
        #expect(JSONNumber.integer(token) == nil)
    }

    @Test(arguments: ["0", "-0", "12", "0.5", "1e5", "1E+5", "1.25e-07"])
    func `a number has the grammar of RFC 8259`(token: String) {
        #expect(JSONNumber.isValid(0..<token.utf8.count, in: Array(token.utf8)))
    }

    @Test(arguments: ["", "-", "+1", "01", "1.", ".5", "1e", "1e+", "1.e5", "1 ", "--1", "0x1", "NaN", "1.2.3"])
    func `a malformed number isn't a JSON number`(token: String) {
        #expect(!JSONNumber.isValid(0..<token.utf8.count, in: Array(token.utf8)))
    }

    @Test(arguments: [
        ("1", "1.0"), ("1", "10e-1"), ("100", "1E2"), ("0", "-0.0"), ("0", "0e9"), ("-1.50", "-15e-1"), ("0.1", "1e-1"),
        ("120", "12e1"), ("1e400", "10e399"), ("9007199254740993", "9007199254740993.0"),
    ])
    func `numbers are equal if they mean the same`(first: String, second: String) {
        #expect(JSONNumber.canonical(first) == JSONNumber.canonical(second))
    }

    @Test(arguments: [
        ("1", "-1"), ("1", "10"), ("9007199254740992", "9007199254740993"), ("0.1", "0.10000000000000001"),
        ("1e400", "1e401"),
    ])
    func `numbers differ if one digit does`(first: String, second: String) {
        #expect(JSONNumber.canonical(first) != JSONNumber.canonical(second))
    }

    @Test(arguments: ["0", "1", "-1.5", "120", "0.001", "-0.25", "123456789.5"])
    func `a number keeps its notation`(number: String) {
        #expect(JSONNumber.readable(JSONNumber.canonical(number)) == number)
    }
}
