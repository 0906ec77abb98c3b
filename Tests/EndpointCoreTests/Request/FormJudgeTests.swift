import EndpointCore
import Testing

/// The half of `.ci/form-judge` that is ours: without its folder there is nothing to do.
@Suite(.enabled(if: folder != nil)) struct FormJudgeTests {
    private struct Form: Codable {
        let text: String
        let pairs: [[String]]
    }

    @Test func `reads what Python has written as Python reads it`() throws {
        let file = try #require(folder).appendingPathComponent("python.json")
        let forms = try JSONDecoder().decode([Form].self, from: Data(contentsOf: file))
        let wrong = forms.filter { form in
            let pairs = Query(formEncoded: form.text).pairs.map { [$0.name, $0.value] }
            return pairs.map { $0.map { Array($0.unicodeScalars) } }
                != form.pairs.map { $0.map { Array($0.unicodeScalars) } }
        }
        #expect(!forms.isEmpty && wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test func `writes forms for Python to read`() throws {
        var chance = SplitMix64(seed: 3)
        let forms = (0..<20_000).map { _ in
            let fields = chance.fields()
            let pairs = fields.keys.sorted().flatMap { name in fields[name, default: []].map { [name, $0] } }
            return Form(text: Query(fields: fields.mapValues { $0 as any QueryValue }).formEncoded, pairs: pairs)
        }
        let file = try #require(folder).appendingPathComponent("swift.json")
        try JSONEncoder().encode(forms).write(to: file)
    }
}

private let folder = ProcessInfo.processInfo.environment["ENDPOINT_FORM_JUDGE"].map { URL(fileURLWithPath: $0) }
