import TestSupport
import Testing

@testable import EndpointCore

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("abc", "abc"), ("-._~", "-._~"), ("a b", "a%20b"), ("a/b", "a%2Fb"), ("+&=;%", "%2B%26%3D%3B%25"),
        ("%2F", "%252F"), ("é", "%C3%A9"), ("🍕", "%F0%9F%8D%95"), ("\0\r\n\u{7F}", "%00%0D%0A%7F"),
        ("!$'()*,:@/?#[]", "%21%24%27%28%29%2A%2C%3A%40%2F%3F%23%5B%5D"), ("e\u{301}", "e%CC%81"),
        ("\"<>\\^`{|}", "%22%3C%3E%5C%5E%60%7B%7C%7D"),
    ])
    func `all but the unreserved characters are encoded, in upper case`(text: String, encoded: String) {
        #expect(PercentEncoding.segment(text) == encoded)
        #expect(PercentEncoding.query(text) == encoded)
    }

    @Test func `only the unreserved bytes aren't encoded`() {
        let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        let ascii = String(String.UnicodeScalarView((0..<128).compactMap { Unicode.Scalar(UInt8($0)) }))
        #expect(Set(ascii.filter { PercentEncoding.segment(String($0)) == String($0) }) == Set(unreserved))
    }

    @Test(arguments: [
        ("a b", "a+b"), ("*-._", "*-._"), ("~", "%7E"), ("+", "%2B"), ("a=1&b", "a%3D1%26b"), ("é", "%C3%A9"),
        ("\n", "%0A"),
        ("abc", "abc"), (" ", "+"),
    ])
    func `a form is encoded as browsers do`(text: String, encoded: String) {
        #expect(PercentEncoding.form(text) == encoded)
        #expect(PercentEncoding.repairForm(Array(encoded.utf8)[...]) == text)
    }

    @Test(arguments: [
        ("", ""), ("abc", "abc"), ("a%20b", "a b"), ("%c3%A9", "é"), ("a+b", "a+b"), ("%", "%"), ("%2", "%2"),
        ("%zz", "%zz"),
        ("%%41", "%A"), ("%2%41", "%2A"), ("%00", "\0"), ("é%41", "éA"), ("%EF%BB%BFa", "\u{FEFF}a"),
        ("%0D%0A", "\r\n"),
    ])
    func `encoded text is decoded, and the rest isn't changed`(text: String, decoded: String) {
        #expect(PercentEncoding.decode(text) == decoded)
    }

    @Test(arguments: ["%FF", "%C3", "%C3%28", "%ED%A0%80", "%C0%AF", "%F4%90%80%80"])
    func `bytes that aren't UTF-8 have no text`(text: String) {
        #expect(PercentEncoding.decode(text) == nil)
    }

    @Test func `decoding undoes encoding, for any text`() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<2_000 {
            let text = random.reference(scalars: 0...0x10FFFF)
            #expect(PercentEncoding.decode(PercentEncoding.segment(text)) == text)
            #expect(PercentEncoding.repairForm(Array(PercentEncoding.form(text).utf8)[...]) == text)
        }
    }

    @Test func `ten kilobytes are encoded`() {
        let text = String(repeating: "é/", count: 3_400)
        let encoded = PercentEncoding.segment(text)
        #expect(encoded == String(repeating: "%C3%A9%2F", count: 3_400))
        #expect(PercentEncoding.decode(encoded) == text)
    }
}
