/// The values that the tests of a module use: an example of each type that a request or a response has.
struct Fixtures: Sendable {
    /// The examples by the name of their type, as the server sends them.
    private(set) var samples: [String: Sample] = [:]
    private let module: ModuleDescription

    /// The examples in Swift, of the types that have one.
    private var expressions: [String: SwiftText] = [:]

    /// - Parameter samples: Values of the types with a file of their own, by name.
    init(_ module: ModuleDescription, samples: [String: Sample]) {
        self.module = module
        let value = SampleValue(models: module.models)
        let sent = Set(module.endpoints.flatMap(\.inputs).filter { $0.role == .body }.compactMap { Self.root($0.type) })
        for (name, sample) in samples {
            let short = sample.shortened
            let example = sent.contains(name) ? value.encoded(short, as: .named(name)) : short
            self.samples[name] = example
            expressions[name] = value.expression(of: example, as: .named(name))
        }
    }

    /// The type whose example stands for a value of a type: that of the elements of an array.
    static func root(_ type: SwiftType) -> String? {
        switch type {
        case .named(let name): name
        case .optional(let inner), .array(let inner): root(inner)
        default: nil
        }
    }

    /// The types of which the tests use an example.
    var usedNames: [String] {
        var used: Set<String> = []
        for endpoint in module.endpoints {
            for type in endpoint.inputs.filter({ $0.role == .body }).map(\.type)
                + [endpoint.content.type].compactMap(\.self)
            {
                if let name = Self.root(type), samples[name] != nil { used.insert(name) }
            }
        }
        if let error = module.error, samples[error] != nil { used.insert(error) }
        return used.sorted()
    }

    /// The example of a type in Swift, with which a test compares: `.example`, `[.example]`. Nil if there is none.
    func value(of type: SwiftType) -> String? {
        switch type {
        case .named(let name): expressions[name] == nil ? nil : ".example"
        case .optional(let inner): value(of: inner)
        case .array(let inner): value(of: inner).map { "[\($0)]" }
        default: nil
        }
    }

    /// The example as the server sends it, as an expression: `Book.exampleJSON`, `"[\(Book.exampleJSON)]"`.
    func json(of type: SwiftType) -> String? {
        switch type {
        case .named(let name): samples[name] == nil ? nil : "\(name).exampleJSON"
        case .optional(let inner): json(of: inner)
        case .array(let inner): json(of: inner).map { "\"[\\(\($0))]\"" }
        default: nil
        }
    }

    /// The file with the examples.
    var file: String {
        var parts: [String] = []
        for name in usedNames {
            var text = "extension \(name) {\n"
            if let value = expressions[name] {
                let type = value.line.hasPrefix(".") ? ": \(name)" : ""
                text += value.text(after: "    static let example\(type) = ", indent: 4) + "\n\n"
                text += "    /// ``example`` as the server sends it.\n"
            }
            let json = samples[name]?.fixture(width: 84) ?? "{}"
            text += "    static let exampleJSON = \(SwiftLiteral.json(json, indent: 4))\n}\n"
            parts.append(text)
        }
        if parts.joined().contains("date(\"") { parts.append(dateFunction) }
        if module.endpoints.contains(where: { $0.body == .json }) { parts.append(Self.jsonFunction) }
        guard !parts.isEmpty else { return "" }
        return "import EndpointTesting\nimport \(module.name)\n\n" + parts.joined(separator: "\n")
    }

    private var dateFunction: String {
        let style =
            module.dates.readsFractions
            ? "Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(\".\")).parse(text)"
            : "Date.ISO8601FormatStyle().parse(text)"
        return """
            /// A date as the API writes it.
            func date(_ text: String) -> Date {
                (try? \(style)) ?? .distantPast
            }

            """
    }

    private static let jsonFunction = """
        /// The JSON of a body, to be compared whatever its formatting.
        func json(_ body: Data?) throws -> JSONValue {
            try JSONDecoder().decode(JSONValue.self, from: body ?? Data())
        }

        """
}
