import Testing

@testable import EndpointCore

@Suite struct DigitsTests {
    @Test func `a count of one has a singular`() {
        #expect([0, 1, 2].map { $0.counted("byte") } == ["0 bytes", "1 byte", "2 bytes"])
    }

    @Test(arguments: [
        (7, 2, 10, "07"), (12, 2, 10, "12"), (123, 2, 10, "123"), (0, 4, 10, "0000"), (31, 4, 16, "001f"),
    ])
    func `a number is padded with zeros`(number: Int, width: Int, radix: Int, text: String) {
        #expect(String(number, width: width, radix: radix) == text)
    }

    @Test(arguments: [0, 1, 0x0123_4567_89AB_CDEF, .max, 0x0909_0A0A_0F0F_9999] as [UInt64])
    func `all sixteen hexadecimal digits are written and read`(number: UInt64) {
        let text = String(hexadecimal: number, ~number)
        let bytes = Array(text.utf8)
        let digits = String(number, radix: 16)
        #expect(text.hasPrefix(String(repeating: "0", count: 16 - digits.count) + digits))
        #expect(bytes.number(hexadecimal: 0..<16) == number && bytes.number(hexadecimal: 16..<32) == ~number)
    }

    @Test(arguments: ["0A", "+1", "0", "001", "g0", " 1"])
    func `only the given number of lower-case digits is read`(text: String) {
        let bytes = Array(text.utf8)
        #expect(bytes.number(hexadecimal: 0..<bytes.count, digits: 2) == nil)
    }
}
