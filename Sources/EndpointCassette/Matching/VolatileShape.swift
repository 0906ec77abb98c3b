/// A shape of text whose value changes from run to run.
public enum VolatileShape: Hashable, Sendable {
    /// A UUID (RFC 9562).
    case uuid
    /// A date and time (RFC 3339), or a whole value of ten or thirteen digits: seconds or milliseconds since 1970.
    case timestamp

    /// The text with each occurrence replaced by the name of the shape.
    func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        if self == .timestamp, Self.isEpoch(bytes) { return "<timestamp>" }
        var masked: [UInt8] = []
        var position = 0
        while position < bytes.count {
            if let length = length(bytes[position...]), position == 0 || !Self.isWord(bytes[position - 1]) {
                masked.append(contentsOf: "<\(self)>".utf8)
                position += length
            } else {
                masked.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: masked, as: UTF8.self)
    }

    private func length(_ rest: ArraySlice<UInt8>) -> Int? {
        switch self {
        case .uuid: Self.fits(rest, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") ? 36 : nil
        case .timestamp:
            Self.fits(rest, "0000-00-00T00:00") ? 16 + rest.dropFirst(16).prefix(while: Self.isTimeTail).count : nil
        }
    }

    private static func fits(_ rest: ArraySlice<UInt8>, _ pattern: StaticString) -> Bool {
        let length = pattern.utf8CodeUnitCount
        guard rest.count >= length,
            rest.count == length || pattern.utf8Start[0] == 0x30 || !isWord(rest[rest.startIndex + length])
        else { return false }
        return zip(rest, 0..<length).allSatisfy { byte, index in
            switch pattern.utf8Start[index] {
            case UInt8(ascii: "x"): Character(Unicode.Scalar(byte)).isHexDigit
            case UInt8(ascii: "0"): byte.isDigit
            case let exact: byte == exact
            }
        }
    }

    private static func isTimeTail(_ byte: UInt8) -> Bool {
        byte.isDigit || ":.,Zz+-".utf8.contains(byte)
    }

    private static func isEpoch(_ bytes: [UInt8]) -> Bool {
        (bytes.count == 10 || bytes.count == 13) && bytes.first == UInt8(ascii: "1") && bytes.allSatisfy(\.isDigit)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric
    }
}
