import Foundation
import TestSupport
import Testing

@testable import EndpointCore

@Suite struct JSONValueTests {
    private func read(_ text: String) -> JSONValue? { JSONValue(json: Data(text.utf8)) }

    @Test(
        arguments: [
            ("null", .null), (" true ", .bool(true)), ("0", .integer(0)), ("-12", .integer(-12)), ("1.0", .integer(1)),
            ("1.5", .number(1.5)),
            ("9007199254740993", .integer(9_007_199_254_740_993)),
            ("18446744073709551616", .number(18_446_744_073_709_551_616)),
            ("1e2", .integer(100)), (#""a\n\"\/\u0041\ud83d\ude00""#, .string("a\n\"/A😀")), ("[]", .array([])),
            (#"[1,"a",[{}]]"#, .array([.integer(1), .string("a"), .array([.object([:])])])),
            (#"{"a":{"b":null},"c":1}"#, .object(["a": .object(["b": .null]), "c": .integer(1)])),
            ("\u{FEFF}{}", .object([:])),
        ] as [(String, JSONValue)])
    func `a JSON value is read`(text: String, value: JSONValue) {
        #expect(read(text) == value)
    }

    @Test(arguments: ["1", "1.0", "1e2", "1.5", "-0.0", "10e-1", "12.50", "1e30", "9007199254740993"])
    func `a JSON value agrees with a decoder about which numbers are integers`(text: String) throws {
        #expect(try read(text) == JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)))
    }

    @Test func `a text that isn't UTF-8 is read with U+FFFD in it`() {
        #expect(JSONValue(json: Data([0x22, 0x61, 0xFC, 0x22])) == .string("a\u{FFFD}"))
    }

    @Test(arguments: [
        "", "nul", "tru", "01", "1.", ".5", "+1", "1e", "-", "--1", "\"", "\"a", "\"\u{1}\"", "[1,]", "[1", "{\"a\"}",
        "{\"a\":}",
        "{a:1}", "1 2", "NaN", "1e999", "{\"a\":1,}", "'a'",
    ])
    func `invalid JSON is refused`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `endless nesting is refused without exhausting the stack`() {
        #expect(read(String(repeating: "[", count: 1_000_000)) == nil)
        #expect(read(String(repeating: "[", count: 100) + String(repeating: "]", count: 100)) != nil)
    }

    @Test(arguments: [#"\ud83d"#, #"\ude00\ud83d"#, #"\ud83dx"#, #"\ud83d\u0041"#])
    func `half a surrogate pair is replaced`(text: String) throws {
        #expect(try #require(read("\"\(text)\"")?.string).contains("\u{FFFD}"))
    }

    @Test func `members and elements are found, or nil`() {
        let value = read(#"{"a":[1,{"b":2}]}"#)
        #expect(value?["a"]?[1]?["b"]?.integer == 2)
        #expect(value?["a"]?[2] == nil)
        #expect(value?["a"]?[-1] == nil)
        #expect(value?[0] == nil)
    }

    @Test func `a JSON value is the same after encoding and decoding`() throws {
        let value = try #require(read(#"{"a":[1,1.5,"x",null,true,{"b":9007199254740993}]}"#))
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
    }

    @Test func `any bytes can be read as JSON without trapping`() {
        var fuzz = Fuzz(
            seed: 6,
            pieces: [
                "{", "}", "[", "]", ":", ",", "\"", "\"a\"", "1", "-", ".5", "e9", "\\", "\\u00", "\\ud83d", "true",
                "null", " ",
            ])
        let read = (0..<30_000).compactMap { _ in JSONValue(json: Data(fuzz.bytes())) }
        #expect(!read.isEmpty)
    }

    @Test func `a JSON value agrees with Foundation about what JSON is`() {
        var fuzz = Fuzz(
            seed: 7,
            pieces: ["{", "}", "[", "]", ":", ",", "\"a\"", "1", "-2", ".5", "e3", "true", "null", " ", "\"\\n\""])
        for _ in 0..<5_000 {
            let data = Data(fuzz.text(longest: 6).utf8)
            guard String(data: data, encoding: .utf8)?.contains("\u{FFFD}") == false else { continue }
            let theirs = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
            #expect((JSONValue(json: data) != nil) == (theirs != nil), "\(String(decoding: data, as: UTF8.self))")
        }
    }
}
