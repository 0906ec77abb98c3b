import Foundation
import TestSupport
import Testing

@testable import EndpointCassette
@testable import EndpointCore

@Suite struct JSONParserTests {
    @Test func `the order of keys, duplicate keys and the digits of numbers are kept`() {
        let text = #"{"b":12345678901234567890,"a":1.50,"b":-0.0e+10}"#
        let node = JSONParser.node(Data(text.utf8))
        #expect(node.map(JSONPrinter.compact) == text)
    }

    @Test(arguments: [
        (#""\u00e9\n\t\"\\\/""#, "é\n\t\"\\/"), (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, "\u{FFFD}"),
        (#""\ud83dx""#, "\u{FFFD}x"), (#""\ud83d\u0041""#, "\u{FFFD}A"), ("\"naïve 😀\"", "naïve 😀"), ("\"\"", ""),
    ])
    func `the escapes of a string are decoded`(json: String, text: String) {
        #expect(JSONParser.node(Data(json.utf8)) == .string(text))
    }

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\":}", "{\"a\" 1}", "{a:1}", "01", "1.", "1e", "+1", "-", "tru", "nul", "\"\\x\"",
        "\"\\u12\"",
        "\"a", "\"\n\"", "1 2", "[1 2]", "{\"a\":1,}", "NaN", "'a'", "]", "\u{FEFF}\u{FEFF}1",
    ])
    func `only JSON is parsed`(text: String) {
        #expect(JSONParser.node(Data(text.utf8)) == nil)
    }

    @Test func `bytes that aren't UTF-8 are refused`() {
        #expect(JSONParser.node(Data([0x22, 0xC3, 0x22])) == nil)
        #expect(JSONParser.node(Data([0x22, 0xED, 0xA0, 0x80, 0x22])) == nil)
    }

    @Test func `nesting of any depth is parsed or refused without trapping`() {
        #expect(JSONParser.node(Data(String(repeating: "[", count: 1_000_000).utf8)) == nil)
        for (depth, isRead) in [(512, true), (513, false)] {
            let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            #expect((JSONParser.node(Data(deep.utf8)) != nil) == isRead)
        }
    }

    @Test func `every value that the printer writes can be parsed`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<500 {
            let node = JSONNode.random(depth: 4, using: &random)
            #expect(JSONParser.node(Data(JSONPrinter.compact(node).utf8)) == node)
            var printer = JSONPrinter()
            printer.print(node, depth: 0)
            #expect(JSONParser.node(Data(printer.bytes)) == node)
        }
    }

    @Test func `no bytes make the parser trap`() {
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
