extension UInt8 {
    /// A printable ASCII character, the blank not included.
    var isVisible: Bool { (0x21...0x7e).contains(self) }

    /// What a header value may hold: everything but control characters (RFC 9110, section 5.5).
    var isFieldContent: Bool { self == 0x09 || (self >= 0x20 && self != 0x7f) }
}

extension Collection<UInt8> {
    /// Not empty, and nothing but `token` characters.
    var isToken: Bool { !isEmpty && allSatisfy(\.isToken) }
}
