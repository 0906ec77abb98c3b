import Foundation

/// A way to write a secret.
enum SecretDisguise: String, CaseIterable {
    case plain, percent, everyBytePercent, percentTwice, base64, base64Within, base64URL, base64Twice, hex, upperHex
    case decimalEntities, hexEntities, jsonEscapes

    func text(_ secret: String) -> String {
        let bytes = Array(secret.utf8)
        switch self {
        case .plain: return secret
        case .percent: return Self.percent(secret)
        case .everyBytePercent: return bytes.map { "%" + Self.hex($0) }.joined()
        case .percentTwice: return Self.percent(bytes.map { "%" + Self.hex($0) }.joined())
        case .base64: return Data(bytes).base64EncodedString()
        case .base64Within: return Data("u:\(secret)?".utf8).base64EncodedString()
        case .base64URL:
            return Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        case .base64Twice: return Data(Data(bytes).base64EncodedString().utf8).base64EncodedString()
        case .hex: return bytes.map(Self.hex).joined().lowercased()
        case .upperHex: return bytes.map(Self.hex).joined()
        case .decimalEntities: return bytes.map { "&#\($0);" }.joined()
        case .hexEntities: return bytes.map { "&#x\(Self.hex($0).lowercased());" }.joined()
        case .jsonEscapes: return bytes.map { "\\u00\(Self.hex($0))" }.joined()
        }
    }

    /// Whether a program would write a secret so in a text of this syntax.
    func occurs(in syntax: SecretPlace.Syntax) -> Bool {
        switch self {
        case .decimalEntities, .hexEntities: syntax == .markup || syntax == .json
        case .jsonEscapes: syntax == .json
        case .plain: syntax != .url
        default: true
        }
    }

    private static func percent(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~"))) ?? text
    }

    private static func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + text : text
    }
}
