/// The ASCII characters that the scanners look for, by name.
extension UInt8 {
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let backslash = UInt8(ascii: "\\")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let equals = UInt8(ascii: "=")
    static let ampersand = UInt8(ascii: "&")
    static let slash = UInt8(ascii: "/")
    static let percent = UInt8(ascii: "%")
    static let newline = UInt8(ascii: "\n")

    var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    /// A blank, a tab or the end of a line.
    var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

    /// The ASCII letter in lower case; any other byte as it is.
    var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
