/// An object or an array of JSON under the name of a secret, and whether it is that secret.
enum SecretObject {
    /// It is a secret as a whole, or holds nothing but secrets.
    case secret
    /// It describes a field, as a schema does, or holds sentences about it.
    case harmless
    /// It is a thing of that name, such as a token of a chain, which may hold a secret.
    case thing

    private static let longest = 1024
    private static let schemaKeys: WordList = "$ref oneOf anyOf allOf properties items enum"
    private static let types: WordList =
        "string object array integer number boolean null apiKey http oauth2 openIdConnect"

    /// Keys of the secret itself within a thing.
    static let secretKeys: WordList = "value access refresh raw hash data jwt plain plaintext bearer"

    /// The range begins with the bracket that opens it, and ends with the one that closes it or something around it. Where that is
    /// missing, all of it is secret.
    init(_ range: Range<Int>, in bytes: [UInt8], under kind: SecretKind) {
        let last = bytes[range.upperBound - 1]
        guard range.count > 1, last == UInt8(ascii: "}") || last == UInt8(ascii: "]") else {
            self = .secret
            return
        }
        let isArray = bytes[range.lowerBound] == UInt8(ascii: "[")
        var members = Members(range, in: bytes)
        if kind == .certain {
            self = .secret
        } else if isArray ? members.areHarmless(under: kind) : members.areOfSchema() {
            self = .harmless
        } else {
            self = kind == .ambiguous || !isArray && kind == .general ? .thing : .secret
        }
    }

    /// The strings and brackets of the first level, of which only the first kilobyte is read.
    private struct Members {
        let bytes: [UInt8]
        let range: Range<Int>
        var position: Int
        var depth = 0

        init(_ range: Range<Int>, in bytes: [UInt8]) {
            self.bytes = bytes
            self.range = range
            position = range.lowerBound
        }

        /// The content of the next string of the first level, and whether it is a key.
        mutating func next() -> (content: Range<Int>, isKey: Bool)? {
            let end = min(range.upperBound, range.lowerBound + longest)
            while position < end {
                switch bytes[position] {
                case .quote:
                    let (content, behind) = JSONScanner.string(at: position, in: bytes)
                    position = JSONScanner.end(ofSpace: behind, in: bytes)
                    if depth == 1 { return (content, position < bytes.count && bytes[position] == .colon) }
                case 0x7B, 0x5B:
                    depth += 1
                    position += 1
                case 0x7D, 0x5D:
                    depth -= 1
                    position += 1
                    if depth == 0 { return nil }
                default: position += 1
                }
            }
            return nil
        }

        mutating func areOfSchema() -> Bool {
            var isEmpty = true
            while let (content, isKey) = next() {
                isEmpty = false
                guard isKey else { continue }
                if schemaKeys.contains(bytes[content]) { return true }
                if bytes[content].elementsEqual("type".utf8) {
                    let value = JSONScanner.end(ofSpace: position + 1, in: bytes)
                    guard value < range.upperBound else { return false }
                    if bytes[value] == UInt8(ascii: "[") { return true }
                    if bytes[value] == .quote, types.contains(bytes[JSONScanner.string(at: value, in: bytes).content]) {
                        return true
                    }
                }
            }
            return isEmpty
        }

        func areHarmless(under kind: SecretKind) -> Bool {
            var position = range.lowerBound + 1
            let end = min(range.upperBound, range.lowerBound + longest)
            while position < end, bytes[position] != UInt8(ascii: "]") {
                if bytes[position] == .quote {
                    let (content, behind) = JSONScanner.string(at: position, in: bytes)
                    guard SecretShape.isHarmless(bytes[content], under: kind, isText: true) else { return false }
                    position = behind
                } else {
                    guard bytes[position].isSpace || bytes[position] == .comma else { return false }
                    position += 1
                }
            }
            return position < end
        }
    }
}
