extension String {
    /// 32 lower case digits.
    init(hexadecimal high: UInt64, _ low: UInt64) {
        self.init(unsafeUninitializedCapacity: 32) { bytes in
            var writer = HexadecimalWriter(bytes)
            writer.write(high)
            writer.write(low)
            return writer.count
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
