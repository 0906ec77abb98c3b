/// Makes values of the types of a module, for tests.
struct SampleGenerator {
    private let models: ModelTable
    private let values: SampleValue

    init(_ models: ModelTable) {
        self.models = models
        values = SampleValue(models: models)
    }

    /// A value of the type: the given one if it is one, or else one that is made up.
    func sample(of type: SwiftType, preferring given: Sample?) -> Sample {
        if let given, values.expression(of: given, as: type) != nil, Self.hasPlainDates(given), given.leafCount < 200 {
            return values.encoded(given, as: type)
        }
        return made(type, name: "", depth: 0)
    }

    /// An encoder writes dates without a fraction, so only such dates are the same afterwards.
    private static func hasPlainDates(_ sample: Sample) -> Bool {
        switch sample {
        case .string(let text): StringInference.form(of: text).map { $0 == .whole } ?? true
        case .array(let elements): elements.allSatisfy(hasPlainDates)
        case .object(let members): members.allSatisfy { hasPlainDates($0.value) }
        case .null, .bool, .number: true
        }
    }

    private func made(_ type: SwiftType, name: String, depth: Int) -> Sample {
        switch type {
        case .string: .string(name.lowercased().hasSuffix("id") ? "1" : name.isEmpty ? "text" : name)
        case .integer: .number("1")
        case .number: .number("1.5")
        case .bool: .bool(true)
        case .date: .string("2024-01-31T12:00:00Z")
        case .url: .string("https://example.com/\(name)")
        case .data: .string("")
        case .json: .object([])
        case .named(let name): made(models[name], depth)
        case .array(let element): .array(depth > 6 ? [] : [made(element, name: Noun.singular(name), depth: depth + 1)])
        case .dictionary(let value):
            .object(depth > 6 ? [] : [.init(key: "key", value: made(value, name: name, depth: depth + 1))])
        case .optional(let wrapped), .indirect(let wrapped): made(wrapped, name: name, depth: depth)
        }
    }

    private func made(_ model: Model?, _ depth: Int) -> Sample {
        switch model?.kind {
        case .enumeration(let cases): return .string(cases.first?.value ?? "")
        case .structure(let properties):
            return .object(
                properties.compactMap { property in
                    // What a value need not have is left out where it would make the example long or endless.
                    if property.type.isOptional, depth > 1 || isNested(property.type) && depth > 0 { return nil }
                    return .init(key: property.key, value: made(property.type, name: property.name, depth: depth + 1))
                })
        case .union(let discriminator, let variants):
            guard depth < 12, let variant = variants.min(by: { size($0.type, depth) < size($1.type, depth) }) else {
                return .object([])
            }
            let value = made(variant.type, name: "", depth: depth + 1)
            let mark = Sample.Member(key: discriminator, value: .string(variant.value))
            guard value.member(discriminator) != nil else { return .object([mark] + value.members) }
            return .object(value.members.map { $0.key == discriminator ? mark : $0 })
        case nil: return .object([])
        }
    }

    private func isNested(_ type: SwiftType) -> Bool {
        switch type {
        case .optional(let wrapped): isNested(wrapped)
        case .array, .dictionary, .indirect: true
        case .named(let name): models[name].map { if case .enumeration = $0.kind { false } else { true } } ?? false
        case .string, .integer, .number, .bool, .date, .url, .data, .json: false
        }
    }

    /// How many values an example of the type has to have, up to a limit.
    private func size(_ type: SwiftType, _ depth: Int) -> Int {
        guard let model = models.model(of: type), depth < 8 else { return 1 }
        return model.properties.reduce(1) { sum, property in
            sum > 100 || property.type.isOptional ? sum : sum + size(property.type, depth + 1)
        }
    }
}
