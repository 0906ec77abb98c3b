@_spi(EndpointTool) import EndpointCassette
import Testing

@testable import EndpointTool

@Suite struct YAMLDocumentTests {
    @Test(arguments: [
        ("NO", #""NO""#), ("yes", #""yes""#), ("on", #""on""#), ("true", "true"), ("FALSE", "false"), ("~", "null"),
        ("", "null"), ("Null", "null"), ("2024-01-31", #""2024-01-31""#), ("12:30", #""12:30""#), ("12", "12"),
        ("+12", "12"), ("0777", "777"), ("0o17", "15"), ("0x0F", "15"), ("0b11", #""0b11""#), ("1_000", #""1_000""#),
        ("1.10", "1.10"), (".5", "0.5"), ("-5.", "-5.0"), ("1e3", "1e3"), (".", #"".""#), ("-", "[null]"),
        ("12345678901234567890123", "12345678901234567890123"), ("'12'", #""12""#), (#""true""#, #""true""#),
        ("!!str 12", #""12""#), ("!!int '12'", "12"), ("!!float 12", "12"), ("!Shape round", #""round""#),
        ("|\n  a\n  b\n", #""a\nb\n""#), ("{a: [1, b], 200: x}", #"{"a":[1,"b"],"200":"x"}"#),
    ])
    func `a scalar is read by the core schema`(yaml: String, json: String) throws {
        #expect(try YAMLDocument.read(yaml).compact == json)
    }

    @Test(arguments: ["!!int 1.5", "!!bool NO", ".inf", "-.INF", ".nan", "0xFFFFFFFFFFFFFFFFF", "? [a]\n: b", "<<: 1"])
    func `a value that JSON does not have is refused`(yaml: String) {
        #expect(throws: YAMLDocument.Failure.self) { try YAMLDocument.read(yaml) }
    }

    @Test func `aliases and merge keys are resolved`() throws {
        let yaml = """
            base: &base {a: 1, b: 2}
            more: &more {b: 3, c: 4}
            one: {<<: *base, b: 5}
            two: {<<: [*base, *more]}
            same: *base
            text: {"<<": kept}
            """
        let json =
            #"{"base":{"a":1,"b":2},"more":{"b":3,"c":4},"one":{"b":5,"a":1},"two":{"a":1,"b":2,"c":4},"#
            + #""same":{"a":1,"b":2},"text":{"<<":"kept"}}"#
        #expect(try YAMLDocument.read(yaml).compact == json)
    }

    @Test func `nested aliases do not fill the memory`() {
        let levels = (1...12).map { level in
            "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", "))]"
        }
        #expect(throws: YAMLDocument.Failure.self) {
            try YAMLDocument.read((["a0: &a0 x"] + levels).joined(separator: "\n"))
        }
    }

    @Test(arguments: [("a: 1\na: 2", 1), ("a: 1\n\tb: 2", 2), ("a: *none", 1), ("a: 1\n---\nb: 2", 2)])
    func `a fault is found in its line`(yaml: String, line: Int) throws {
        let failure = try #require(throws: YAMLDocument.Failure.self) { try YAMLDocument.read(yaml) }
        #expect(failure.line == line)
    }
}
