/// Any JSON value (RFC 8259), for data without a Swift type.
public enum JSONValue: Hashable, Sendable {
    /// `null`
    case null
    /// `true`, `false`
    case bool(Bool)
    /// A number without fraction and exponent that fits in 64 bits, so that identifiers stay exact.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Values by name. When a name occurs more than once, the last value counts.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The member of an object; nil for anything but an object.
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The element of an array; nil beyond its bounds and for anything but an array.
    public subscript(index: Int) -> JSONValue? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// The text, if this is a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if this is one without a fraction.
    public var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }
}

extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

/// Reads a JSON text (RFC 8259) strictly, and faster than a decoder that must guess what each value is.
///
/// Nil for anything else, and for more than 128 levels, so that no body can exhaust the stack.
struct JSONReader {
    private static let deepest = 128
    private static let numeric: ByteSet = "0123456789+-.eE"

    private let bytes: [UInt8]
    private var position = 0

    static func value(_ data: Data) -> JSONValue? {
        var reader = JSONReader(bytes: Array(data))
        guard let value = reader.value(level: 0) else { return nil }
        reader.skipSpace()
        return reader.next == nil ? value : nil
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.has([0xEF, 0xBB, 0xBF], at: 0) { position = 3 }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(level: Int) -> JSONValue? {
        guard level < Self.deepest else { return nil }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return object(level)
        case UInt8(ascii: "["): return array(level)
        case UInt8.quote: return string().map(JSONValue.string)
        case UInt8(ascii: "t"): return literal("true", .bool(true))
        case UInt8(ascii: "f"): return literal("false", .bool(false))
        case UInt8(ascii: "n"): return literal("null", .null)
        default: return number()
        }
    }

    private mutating func object(_ level: Int) -> JSONValue? {
        var members: [String: JSONValue] = [:]
        position += 1
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipSpace()
            guard let key = string(), take(.colon), let value = value(level: level + 1) else { return nil }
            members[key] = value
        } while take(.comma)
        return take(UInt8(ascii: "}")) ? .object(members) : nil
    }

    private mutating func array(_ level: Int) -> JSONValue? {
        var elements: [JSONValue] = []
        position += 1
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            guard let value = value(level: level + 1) else { return nil }
            elements.append(value)
        } while take(.comma)
        return take(UInt8(ascii: "]")) ? .array(elements) : nil
    }

    private mutating func string() -> String? {
        guard next == .quote else { return nil }
        let start = position + 1
        position = start
        while let byte = next, byte != .quote, byte >= 0x20 { position += byte == .backslash ? 2 : 1 }
        guard next == .quote else { return nil }
        defer { position += 1 }
        return JSONString.text(start..<position, in: bytes)
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
        for offset in 0..<word.utf8CodeUnitCount {
            guard next == word.utf8Start[offset] else { return nil }
            position += 1
        }
        return value
    }

    private mutating func number() -> JSONValue? {
        let token = position..<bytes.end(of: Self.numeric, from: position, to: bytes.count)
        position = token.upperBound
        guard JSONNumber.isValid(token, in: bytes) else { return nil }
        let text = String(decoding: bytes[token], as: UTF8.self)
        if let integer = Int64(text) { return .integer(integer) }
        return Double(text).flatMap { $0.isFinite ? .number($0) : nil }
    }
}
