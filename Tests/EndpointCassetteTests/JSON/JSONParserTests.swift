import Foundation
import Testing

@testable import EndpointCassette

@Suite struct JSONParserTests {
    @Test func `keeps the order of keys, doubled keys and the digits of numbers`() {
        let text = #"{"b":12345678901234567890,"a":1.50,"b":-0.0e+10}"#
        let node = JSONParser.node(Data(text.utf8))
        #expect(node.map(JSONPrinter.compact) == text)
    }

    @Test(arguments: [
        (#""\u00e9\n\t\"\\\/""#, "é\n\t\"\\/"), (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{FFFD}"),
        (#""\ud83dx""#, "\u{FFFD}x"), (#""\ud83d\u0041""#, "\u{FFFD}A"), ("\"naïve 😀\"", "naïve 😀"), ("\"\"", ""),
    ])
    func `undoes the escapes of a string`(json: String, text: String) {
        #expect(JSONParser.node(Data(json.utf8)) == .string(text))
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\":}", "{\"a\" 1}", "{a:1}", "01", "1.", "1e", "+1", "-", "tru", "nul", "\"\\x\"",
        "\"\\u12\"",
        "\"a", "\"\n\"", "1 2", "[1 2]", "{\"a\":1,}", "NaN", "'a'", "]", "\u{FEFF}\u{FEFF}1",
    ])
    func `takes nothing but JSON`(text: String) {
        #expect(JSONParser.node(Data(text.utf8)) == nil)
    }

    @Test func `refuses bytes that are not UTF-8`() {
        #expect(JSONParser.node(Data([0x22, 0xC3, 0x22])) == nil)
        #expect(JSONParser.node(Data([0x22, 0xED, 0xA0, 0x80, 0x22])) == nil)
    }

    @Test func `survives any depth of nesting`() {
        #expect(JSONParser.node(Data(String(repeating: "[", count: 1_000_000).utf8)) == nil)
        let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        #expect(JSONParser.node(Data(deep.utf8)) != nil)
    }

    @Test func `reads back every value that the printer writes`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<500 {
            let node = JSONNode.random(depth: 4, using: &random)
            #expect(JSONParser.node(Data(JSONPrinter.compact(node).utf8)) == node)
            var printer = JSONPrinter()
            printer.print(node, depth: 0)
            #expect(JSONParser.node(Data(printer.bytes)) == node)
        }
    }

    @Test func `never traps on bytes of any kind`() {
        var random = SplitMix64(seed: 8)
        let alphabet = Array("{}[]\",:\\u0dD8ace-+.1tfn \u{0}é".utf8)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            if let node = JSONParser.node(Data(bytes)) {
                #expect(JSONParser.node(Data(JSONPrinter.compact(node).utf8)) == node)
            }
        }
    }
}

extension JSONNode {
    static func random(depth: Int, using random: inout SplitMix64) -> JSONNode {
        switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2:
            return .number("\(Int.random(in: -99...99, using: &random)).\(Int.random(in: 0...99, using: &random))e7")
        case 3, 4: return .string(text(using: &random))
        case 5:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in JSONNode.random(depth: depth - 1, using: &random)
                })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    Member(key: text(using: &random), value: JSONNode.random(depth: depth - 1, using: &random))
                })
        }
    }

    private static func text(using random: inout SplitMix64) -> String {
        let letters: [Character] = ["a", "/", "\"", "\\", "\n", "\u{1}", "é", "😀", "\u{2028}", "\u{2029}", " ", "{"]
        return String(
            (0..<Int.random(in: 0...6, using: &random)).map { _ in letters.randomElement(using: &random) ?? "x" })
    }
}
