/// Values as Swift source.
struct ValueSource {
    /// The URL of the request, if only the values in it are shown; nil if all are.
    private let url: String?

    init(showing url: String?) { self.url = url }

    /// An expression that makes an equal value:
    /// `BookEndpoint(id: "1", since: nil, place: URL(string: "https://a.example/")!)`.
    ///
    /// A struct is written as its memberwise initializer. Nil for values without such source: an object, a closure, a
    /// type with private storage such as `Locale`, and a type with a description, which may exist to hide its contents.
    func text(_ value: Any) -> String? {
        if let literal = literal(value) { return literal }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
        case .collection: return Self.list(mirror.children.map { text($0.value) })
        case .set: return Self.list(mirror.children.map { text($0.value) }.sorted { ($0 ?? "") < ($1 ?? "") })
        case .dictionary: return dictionary(mirror)
        case .tuple: return arguments(mirror).map { "(\($0))" }
        case .struct where Self.isOpen(value, mirror):
            return arguments(mirror).map { "\(Self.name(of: type(of: value)))(\($0))" }
        case .enum where Self.isOpen(value, mirror): return enumCase(value, mirror)
        default: return nil
        }
    }

    /// The name of a type with its enclosing types, without its module: `Books.ListEndpoint`.
    static func name(of type: Any.Type) -> String {
        let qualified = String(reflecting: type)
        // A type in a function has only its own name.
        guard !qualified.contains("(") else { return String(describing: type) }
        var (text, path) = ("", "")
        for character in qualified + "\n" {
            if character.isLetter || character.isNumber || "_.`".contains(character) {
                path.append(character)
            } else {
                text += path.split(separator: ".").dropFirst(path.contains(".") ? 1 : 0).joined(separator: ".")
                text.append(character)
                path = ""
            }
        }
        return String(text.dropLast())
    }

    private func literal(_ value: Any) -> String? {
        switch value {
        case let text as String: SwiftLiteral.string(shows(text) ? text : "{{string}}")
        case let value as Bool: "\(shows("\(value)") ? value : false)"
        case let number as any BinaryInteger: shows("\(number)") ? "\(number)" : "0"
        case let number as any BinaryFloatingPoint:
            Double(number).isFinite ? shows("\(number)") ? "\(number)" : "0" : nil
        case let url as URL:
            "URL(string: \(SwiftLiteral.string(shows(url.absoluteString) ? url.absoluteString : "https://example.com")))!"
        case let date as Date: "Date(timeIntervalSince1970: \(url == nil ? date.timeIntervalSince1970 : 0))"
        case let id as UUID: "UUID(uuidString: \"\(shows("\(id)") ? "\(id)" : Self.emptyID)\")!"
        case let data as Data: url == nil ? "Data(base64Encoded: \"\(data.base64EncodedString())\")!" : "Data()"
        case let number as Decimal: "Decimal(string: \"\(shows("\(number)") ? "\(number)" : "0")\")!"
        default: nil
        }
    }

    private static let emptyID = "00000000-0000-0000-0000-000000000000"

    /// Whether a value is shown: the URL shows it, or it is a boolean or a short number.
    private func shows(_ text: String) -> Bool {
        guard let url else { return true }
        if text == "true" || text == "false" || text.isEmpty || SpokenValue.isShortNumber(text) { return true }
        return url.removingPercentEncoding?.contains(text) ?? url.contains(text)
    }

    private static func list(_ elements: [String?]) -> String? {
        let known = elements.compactMap(\.self)
        return known.count == elements.count ? "[\(known.joined(separator: ", "))]" : nil
    }

    private func dictionary(_ mirror: Mirror) -> String? {
        var pairs: [String: String] = [:]  // A literal with one key twice would trap.
        for pair in mirror.children {
            let sides = Mirror(reflecting: pair.value).children.map { text($0.value) }
            guard sides.count == 2, let key = sides[0], let value = sides[1] else { return nil }
            pairs[key] = value
        }
        return pairs.isEmpty ? "[:]" : Self.list(pairs.map { "\($0.key): \($0.value)" }.sorted())
    }

    private func enumCase(_ value: Any, _ mirror: Mirror) -> String? {
        guard let child = mirror.children.first else { return ".\(value)" }
        let payload = Mirror(reflecting: child.value)
        let source = payload.displayStyle == .tuple ? arguments(payload) : text(child.value)
        return source.map { ".\(child.label ?? "")(\($0))" }
    }

    /// `id: "1", limit: 2`. The elements of a tuple without labels have those of their positions, such as `.0`.
    private func arguments(_ mirror: Mirror) -> String? {
        let arguments = mirror.children.map { child -> String? in
            let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
            return text(child.value).map { label + $0 }
        }
        let known = arguments.compactMap(\.self)
        return known.count == arguments.count ? known.joined(separator: ", ") : nil
    }

    /// Whether the value hides nothing: it has no description of its own, or only that of its single property.
    private static func isOpen(_ value: Any, _ mirror: Mirror) -> Bool {
        let module = String(reflecting: type(of: value)).prefix { $0 != "." }
        guard !["Swift", "Foundation", "FoundationEssentials"].contains(module), !(value is any CustomReflectable)
        else {
            return false
        }
        guard value is any CustomStringConvertible || value is any CustomDebugStringConvertible else { return true }
        return mirror.children.count == 1 && mirror.children.first.map { "\($0.value)" } == "\(value)"
    }
}
