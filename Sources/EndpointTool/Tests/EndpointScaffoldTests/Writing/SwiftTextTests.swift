import Testing

@testable import EndpointScaffold

@Suite struct SwiftTextTests {
    @Test func `an expression that fits stays on one line`() {
        let call = SwiftText.call(
            "Book",
            [.init(label: "id", value: .plain("1")), .init(label: nil, value: .array([.plain("a"), .plain("b")]))])
        #expect(call.text(after: "let book = ", indent: 0) == "let book = Book(id: 1, [a, b])")
        #expect(SwiftText.dictionary([]).line == "[:]")
    }

    @Test func `an expression that is too long is divided at its arguments`() {
        let long = String(repeating: "x", count: 60)
        let call = SwiftText.call(
            "Book", [.init(label: "a", value: .plain(long)), .init(label: "b", value: .plain(long))])
        #expect(
            call.text(after: "    let b = ", indent: 4) == "    let b = Book(\n        a: \(long),\n        b: \(long))"
        )
        let array = SwiftText.array([call, call])
        for line in array.text(after: "", indent: 0).split(separator: "\n") { #expect(line.count <= 120) }
    }

    @Test(arguments: [
        ("a", #""a""#), ("a\"b\\c", #""a\"b\\c""#), ("a\nb\t", #""a\nb\t""#), ("\\(x)", #""\\(x)""#),
        ("\u{0}\u{202E}\u{2028}", #""\u{0}\u{202E}\u{2028}""#),
        ("é😀", "\"é😀\""),
    ])
    func `a text is written so that Swift reads the same`(text: String, literal: String) {
        #expect(SwiftLiteral.string(text) == literal)
    }

    @Test func `JSON is written between as many marks as it needs`() {
        #expect(SwiftLiteral.json(#"{"a": 1}"#, indent: 0) == ##"#"{"a": 1}"#"##)
        #expect(SwiftLiteral.json(##"{"a#": "\#x"}"##, indent: 0) == ###"##"{"a#": "\#x"}"##"###)
        #expect(SwiftLiteral.json("{\n}", indent: 4).hasPrefix("#\"\"\"\n        {\n        }\n"))
    }

    @Test func `a comment cannot end early or hide text`() {
        #expect(DocComment.text(["a\n*/ b\u{202E} c", "", "d"], indent: 4) == "    /// a */ b c\n    ///\n    /// d\n")
    }

    @Test(arguments: [
        (#"{"a": 1, "b": null}"#, #"{"a": 1}"#), (#"{"a": 1, "b": "x"}"#, #"{"a": 1, "b": "x"}"#),
    ])
    func `an encoder leaves out a member that is nil`(text: String, encoded: String) throws {
        var table = ModelTable()
        table.add(
            Model(
                name: "A", doc: [],
                kind: .structure([
                    .init(key: "a", name: "a", type: .integer), .init(key: "b", name: "b", type: .optional(.string)),
                ])))
        let sample = try #require(Sample(json: .init(text.utf8)))
        #expect(SampleValue(models: table).encoded(sample, as: .named("A")).spaced == encoded)
    }

    @Test func `a value that is not of the type has no expression`() {
        let values = SampleValue(models: ModelTable())
        #expect(values.expression(of: .string("a"), as: .integer) == nil)
        #expect(values.expression(of: .null, as: .string) == nil)
        #expect(values.expression(of: .null, as: .optional(.string))?.line == "nil")
        #expect(values.expression(of: .array([.number("1"), .string("a")]), as: .array(.integer)) == nil)
        #expect(
            values.expression(of: .object([.init(key: "k", value: .bool(true))]), as: .json)?.line
                == #".object(["k": .bool(true)])"#)
    }
}
