import Testing

@testable import EndpointScaffold

@Suite struct StringInferenceTests {
    @Test(arguments: [
        (["2024-01-31T12:00:00Z", "2024-02-01T00:00:00Z"], "createdAt", Schema.date),
        (["2024-01-31T12:00:00Z", "later"], "createdAt", .string),
        (["2024-01-31"], "day", .string),
        (["2024-13-31T12:00:00Z"], "at", .string),
        (["https://a.b/c", "http://d"], "link", .url),
        (["https://a.b/c", ""], "link", .string),
        (["https://a.b/ä ö"], "link", .string),
        (["added", "deleted"], "kind", .enumeration(["added", "deleted"])),
        (["open"], "state", .string),
        (["open", "open", "open"], "state", .enumeration(["open"])),
        (["Ann", "Bob", "Cleo"], "name", .string),
        (["The end.", "A start."], "status", .string),
        (["{{secret}}", "{{secret}}", "{{secret}}"], "status", .string),
    ])
    func `the type of texts follows from all of them`(texts: [String], key: String, schema: Schema) {
        #expect(StringInference(dates: .whole).schema(of: texts, key: key) == schema)
    }

    @Test func `texts that are repeated often are an open set, whatever their key`() {
        let texts = Array(repeating: ["small", "large"], count: 6).flatMap(\.self)
        #expect(StringInference(dates: .none).schema(of: texts, key: "fit") == .enumeration(["small", "large"]))
        #expect(StringInference(dates: .none).schema(of: Array(texts.prefix(6)), key: "fit") == .string)
    }

    @Test func `a date that the encoder would write in another form stays a text`() {
        let strings = StringInference(dates: .whole, unwritableDates: ["2024-01-31T12:00:00+02:00"])
        #expect(strings.schema(of: ["2024-01-31T12:00:00+02:00"], key: "at") == .string)
    }

    @Test func `the form of dates is that of the whole API`() {
        let whole = Sample.string("2024-01-31T12:00:00Z"), fraction = Sample.string("2024-01-31T12:00:00.123Z")
        #expect(DateInference(responses: [whole], requests: []).format == .whole)
        #expect(DateInference(responses: [whole, fraction], requests: []).format == .fractional)
        #expect(DateInference(responses: [.string("x")], requests: []).format == .none)
        #expect(DateInference(responses: [fraction], requests: [whole]).unwritable == ["2024-01-31T12:00:00Z"])
    }
}
