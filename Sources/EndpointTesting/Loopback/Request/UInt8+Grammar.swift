extension UInt8 {
    /// A character of a method or of a header name: `token` in RFC 9110, section 5.6.2.
    var isToken: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: "\""),
            UInt8(ascii: ":")...UInt8(ascii: "@"), UInt8(ascii: "[")...UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            false
        default:
            isVisible
        }
    }

    /// A printable ASCII character, the blank not included.
    var isVisible: Bool { (0x21...0x7e).contains(self) }

    /// A blank or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// What a header value may hold: everything but control characters (RFC 9110, section 5.5).
    var isFieldContent: Bool { self == 0x09 || (self >= 0x20 && self != 0x7f) }
}

extension Collection<UInt8> {
    /// Not empty, and nothing but `token` characters.
    var isToken: Bool { !isEmpty && allSatisfy(\.isToken) }
}
