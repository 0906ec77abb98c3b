/// How an API writes dates, by all texts of its calls.
struct DateInference {
    private(set) var format = DateFormat.none

    /// Dates of requests that the module's encoder would write in another form.
    private(set) var unwritable: Set<String> = []

    init(responses: [Sample], requests: [Sample]) {
        var forms: Set<StringInference.DateForm> = []
        for sample in responses + requests { Self.visit(sample) { forms.insert($1) } }
        if forms.isEmpty { return }
        format = forms.contains(.milliseconds) || forms.contains(.otherFraction) ? .fractional : .whole
        let written: StringInference.DateForm = format == .whole ? .whole : .milliseconds
        var unwritable: Set<String> = []
        for sample in requests {
            Self.visit(sample) { if $1 != written { unwritable.insert($0) } }
        }
        self.unwritable = unwritable
    }

    private static func visit(_ sample: Sample, _ report: (String, StringInference.DateForm) -> Void) {
        switch sample {
        case .string(let text): if let form = StringInference.form(of: text) { report(text, form) }
        case .array(let elements): elements.forEach { visit($0, report) }
        case .object(let members): members.forEach { visit($0.value, report) }
        case .null, .bool, .number: return
        }
    }
}
