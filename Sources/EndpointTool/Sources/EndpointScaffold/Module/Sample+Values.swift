/// What a sample is as a value of a Swift type.
struct SampleValue {
    let models: ModelTable

    /// The expression in Swift; nil if the sample is no value of the type.
    func expression(of sample: Sample, as type: SwiftType) -> SwiftText? {
        switch (type, sample) {
        case (.optional, .null): .plain("nil")
        case (.optional(let wrapped), _):
            expression(of: sample, as: wrapped).map {
                $0 == .plain(".none") || $0 == .plain(".some") ? .plain(wrapped.text + $0.line) : $0
            }
        case (.string, .string(let text)): .plain(SwiftLiteral.string(text))
        case (.integer, .number(let token)): Int64(token).map { .plain("\($0)") }
        case (.number, .number(let token)): Self.double(token).map(SwiftText.plain)
        case (.bool, .bool(let value)): .plain("\(value)")
        case (.date, .string(let text)) where StringInference.isDate(text): .plain("date(\(SwiftLiteral.string(text)))")
        case (.url, .string(let text)) where StringInference.isURL(text):
            .plain("URL(string: \(SwiftLiteral.string(text)))!")
        case (.json, _): json(sample)
        case (.array(let element), .array(let elements)):
            list(elements.map { expression(of: $0, as: element) }).map(SwiftText.array)
        case (.dictionary(let value), .object(let members)): dictionary(members, value)
        case (.indirect(let wrapped), _):
            expression(of: sample, as: wrapped).map { .call("Indirect", [.init(label: nil, value: $0)]) }
        case (.named(let name), _): models[name].flatMap { expression(of: sample, as: $0) }
        default: nil
        }
    }

    private func expression(of sample: Sample, as model: Model) -> SwiftText? {
        switch (model.kind, sample) {
        case (.structure(let properties), .object): structure(model, properties, sample)
        case (.enumeration(let cases), .string(let text)):
            .plain(
                cases.first { $0.value == text }.map { "." + SwiftName.escaped($0.name) }
                    ?? "\(model.name)(rawValue: \(SwiftLiteral.string(text)))")
        case (.union(let discriminator, let variants), .object):
            variants.first { $0.value == sample.member(discriminator)?.text }.flatMap { variant in
                expression(of: sample, as: variant.type).map {
                    .call("." + SwiftName.escaped(variant.name), [.init(label: nil, value: $0)])
                }
            }
        default: nil
        }
    }

    private func structure(_ model: Model, _ properties: [Model.Property], _ sample: Sample) -> SwiftText? {
        var arguments: [SwiftText.Argument] = []
        for property in properties {
            let value = sample.member(property.key) ?? .null
            if value.isNull, property.type.isOptional { continue }
            guard let text = expression(of: value, as: property.type) else { return nil }
            arguments.append(.init(label: SwiftName.escapedArgument(property.name), value: text))
        }
        return .call(model.name, arguments)
    }

    private func dictionary(_ members: [Sample.Member], _ type: SwiftType) -> SwiftText? {
        guard Set(members.map(\.key)).count == members.count else { return nil }
        var items: [SwiftText.Argument] = []
        for member in members {
            guard let value = expression(of: member.value, as: type) else { return nil }
            items.append(.init(label: SwiftLiteral.string(member.key), value: value))
        }
        return .dictionary(items)
    }

    /// The literal of a number: as it was written if it is short, so that no digit is one that a `Double` does not
    /// have.
    private static func double(_ token: String) -> String? {
        guard let value = Double(token), value.isFinite else { return nil }
        return token.count <= 15 ? token.lowercased() : "\(value)"
    }

    private func list(_ texts: [SwiftText?]) -> [SwiftText]? {
        let found = texts.compactMap(\.self)
        return found.count == texts.count ? found : nil
    }

    private func json(_ sample: Sample) -> SwiftText? {
        func one(_ name: String, _ value: SwiftText) -> SwiftText { .call(name, [.init(label: nil, value: value)]) }
        switch sample {
        case .null: return .plain(".null")
        case .bool(let value): return .plain(".bool(\(value))")
        case .string(let text): return .plain(".string(\(SwiftLiteral.string(text)))")
        case .number(let token):
            if let integer = Int64(token) ?? Double(token).flatMap({ Int64(exactly: $0) }) {
                return .plain(".integer(\(integer))")
            }
            return Self.double(token).map { .plain(".number(\($0))") }
        case .array(let elements): return list(elements.map(json)).map { one(".array", .array($0)) }
        case .object(let members): return dictionary(members, .json).map { one(".object", $0) }
        }
    }
}

extension SampleValue {
    /// What an encoder writes for a value that was decoded from the sample: an optional member that is null is left
    /// out.
    func encoded(_ sample: Sample, as type: SwiftType) -> Sample {
        switch (type, sample) {
        case (.optional(let wrapped), _), (.indirect(let wrapped), _): encoded(sample, as: wrapped)
        case (.array(let element), .array(let elements)): .array(elements.map { encoded($0, as: element) })
        case (.dictionary(let value), .object(let members)):
            .object(members.map { .init(key: $0.key, value: encoded($0.value, as: value)) })
        case (.named(let name), .object): encoded(sample, as: models[name])
        default: sample
        }
    }

    private func encoded(_ sample: Sample, as model: Model?) -> Sample {
        switch model?.kind {
        case .structure(let properties):
            .object(
                properties.compactMap { property in
                    guard let value = sample.member(property.key), !(value.isNull && property.type.isOptional) else {
                        return nil
                    }
                    return .init(key: property.key, value: encoded(value, as: property.type))
                })
        case .union(let discriminator, let variants):
            variants.first { $0.value == sample.member(discriminator)?.text }.map { encoded(sample, as: $0.type) }
                ?? sample
        case .enumeration, nil: sample
        }
    }
}

extension Sample {
    /// The value with short arrays and texts, for a fixture.
    var shortened: Sample {
        switch self {
        case .null, .bool, .number: self
        case .string(let text):
            text.count <= 160 || StringInference.isURL(text) ? self : .string(String(text.prefix(160)))
        case .array(let elements): .array(elements.prefix(2).map(\.shortened))
        case .object(let members):
            .object(members.map { .init(key: $0.key, value: $0.value.shortened) })
        }
    }

    /// The number of its values without members, which says how long its text is.
    var leafCount: Int {
        switch self {
        case .null, .bool, .number, .string: 1
        case .array(let elements): elements.reduce(0) { $0 + $1.leafCount }
        case .object(let members): members.reduce(0) { $0 + $1.value.leafCount }
        }
    }

    /// The JSON on one line with a blank after each colon and comma, as a person writes it.
    var spaced: String {
        switch self {
        case .array(let elements): "[\(elements.map(\.spaced).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\(Sample.string($0.key).spaced): \($0.value.spaced)" }.joined(separator: ", "))}"
        case .null, .bool, .number, .string: compact
        }
    }

    /// The JSON for a fixture: on one line if it is short.
    func fixture(width: Int) -> String {
        let line = spaced
        return line.count <= width ? line : indented
    }
}
