/// A type in the written module.
indirect enum SwiftType: Hashable, Sendable {
    case string, integer, number, bool, date, url, data
    /// Any JSON.
    case json
    /// A type of the module by its qualified name: `Book.Kind`.
    case named(String)
    case array(SwiftType)
    /// A dictionary from texts.
    case dictionary(SwiftType)
    case optional(SwiftType)
    /// A value in a struct that may contain this struct again.
    case indirect(SwiftType)
}

extension SwiftType {
    /// As it is written in Swift.
    var text: String {
        switch self {
        case .string: "String"
        case .integer: "Int"
        case .number: "Double"
        case .bool: "Bool"
        case .date: "Date"
        case .url: "URL"
        case .data: "Data"
        case .json: "JSONValue"
        case .named(let name): name
        case .array(let element): "[\(element.text)]"
        case .dictionary(let value): "[String: \(value.text)]"
        case .optional(let wrapped): "\(wrapped.text)?"
        case .indirect(let wrapped): "Indirect<\(wrapped.text)>"
        }
    }

    /// The type as an optional; an optional stays as it is.
    var asOptional: SwiftType {
        if case .optional = self { return self }
        return .optional(self)
    }

    /// The type without its optional.
    var unwrapped: SwiftType {
        if case .optional(let wrapped) = self { return wrapped }
        return self
    }

    var isArray: Bool {
        if case .array = self { return true }
        return false
    }

    var isOptional: Bool { self != unwrapped }
}
