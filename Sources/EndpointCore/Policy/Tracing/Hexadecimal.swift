extension Array<UInt8> {
    /// Appends all digits of a number in lower case, with leading zeros.
    mutating func append(hexadecimal number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: number.bitWidth - 4, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: number >> shift) & 0xF
            append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
    }
}

extension FixedWidthInteger {
    /// A number of lower case digits alone, exactly as many as it has room for.
    init?(hexadecimal digits: Substring.UTF8View) {
        guard digits.count == Self.bitWidth / 4 else { return nil }
        self = 0
        for byte in digits {
            guard let digit = byte.hexadecimalDigit else { return nil }
            self = self << 4 | Self(digit)
        }
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
