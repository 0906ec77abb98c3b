/// The ASCII characters that the scanners look for, by name.
extension UInt8 {
    package static let quote = UInt8(ascii: "\"")
    package static let apostrophe = UInt8(ascii: "'")
    package static let backslash = UInt8(ascii: "\\")
    package static let comma = UInt8(ascii: ",")
    package static let colon = UInt8(ascii: ":")
    package static let semicolon = UInt8(ascii: ";")
    package static let equals = UInt8(ascii: "=")
    package static let ampersand = UInt8(ascii: "&")
    package static let slash = UInt8(ascii: "/")
    package static let percent = UInt8(ascii: "%")
    package static let newline = UInt8(ascii: "\n")

    @inlinable package var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    /// A blank, a tab or the end of a line.
    @inlinable package var isSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

    /// The ASCII letter in lower case; any other byte as it is.
    @inlinable package var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

// The character classes of RFC 3986 and RFC 9110, on bytes: a switch costs a few compares, a CharacterSet a call.
extension UInt8 {
    /// A letter, a digit, or one of `-._~` (RFC 3986 §2.3): what never needs encoding.
    @inlinable package var isUnreserved: Bool {
        switch Unicode.Scalar(self) {
        case "-", ".", "_", "~": true
        default: isAlphanumeric
        }
    }

    /// What may stand in the path or the query of a URL, `%` apart (RFC 3986 §3.3 and §3.4).
    @inlinable package var isPathOrQuery: Bool {
        switch Unicode.Scalar(self) {
        case "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=", ":", "@", "/", "?": true
        default: isUnreserved
        }
    }

    /// What stands for itself in a form (WHATWG URL §1.3).
    @inlinable package var isForm: Bool {
        switch Unicode.Scalar(self) {
        case "*", "-", ".", "_": true
        default: isAlphanumeric
        }
    }

    /// What a token is made of: the name of a header, a method (RFC 9110 §5.6.2).
    @inlinable package var isToken: Bool {
        switch Unicode.Scalar(self) {
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
        default: isAlphanumeric
        }
    }

    @inlinable package var isAlphanumeric: Bool {
        switch Unicode.Scalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    @inlinable package var isDigit: Bool {
        ("0"..."9").contains(Unicode.Scalar(self))
    }

    /// A control character of ASCII: HTAB, CR, LF, NUL and DEL are some.
    @inlinable package var isControl: Bool {
        self < 0x20 || self == 0x7F
    }

    /// A blank or HTAB, the white space of a header (RFC 9110 §5.6.3).
    @inlinable package var isBlank: Bool {
        self == 0x20 || self == 0x09
    }

    /// The value of a hexadecimal digit in either case.
    @inlinable package var hexValue: UInt8? {
        switch Unicode.Scalar(self) {
        case "0"..."9": self - UInt8(ascii: "0")
        case "a"..."f": self - UInt8(ascii: "a") + 10
        case "A"..."F": self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
