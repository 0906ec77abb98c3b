extension String {
    /// A number that is not negative, with leading zeros up to so many digits: `07`, `001f`.
    package init(_ number: Int, width: Int, radix: Int = 10) {
        let digits = String(number, radix: radix)
        self = String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }

    /// 128 bits as 32 hexadecimal digits in lower case.
    package init(hexadecimal high: UInt64, _ low: UInt64) {
        self.init(unsafeUninitializedCapacity: 32) { bytes in
            var writer = HexadecimalWriter(bytes)
            writer.put(high)
            writer.put(low)
            return writer.count
        }
    }
}

extension [UInt8] {
    /// The number that a range holds in exactly so many hexadecimal digits in lower case.
    package func number(hexadecimal range: Range<Int>, digits: Int = 16) -> UInt64? {
        guard range.count == digits else { return nil }
        var number: UInt64 = 0
        for byte in self[range] {
            guard let digit = byte.hexValue, byte == byte.lowercased else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }
}

/// Writes hexadecimal digits one after the other into memory that is large enough.
///
/// A `traceparent` header is written for every attempt. This takes a fraction of the time of `String(_:radix:)`, which
/// has to pad as well.
package struct HexadecimalWriter {
    private let bytes: UnsafeMutableRawBufferPointer
    package private(set) var count = 0

    package init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        self.bytes = UnsafeMutableRawBufferPointer(bytes)
    }

    /// Writes all 16 digits of a number in lower case, with leading zeros.
    package mutating func put(_ number: UInt64) {
        put(characters: Self.digits(of: UInt32(truncatingIfNeeded: number >> 32)))
        put(characters: Self.digits(of: UInt32(truncatingIfNeeded: number)))
    }

    /// Writes both digits of a byte.
    package mutating func put(_ number: UInt8) {
        put(characters: UInt16(truncatingIfNeeded: Self.digits(of: UInt32(number))))
    }

    /// Writes a character as it is.
    package mutating func put(byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    private mutating func put(characters: some FixedWidthInteger) {
        bytes.storeBytes(of: characters.bigEndian, toByteOffset: count, as: type(of: characters))
        count += characters.bitWidth / 8
    }

    /// All eight digits of a number at once, the first one in the highest byte.
    private static func digits(of number: UInt32) -> UInt64 {
        var digits = UInt64(number)  // One digit a byte, each step halves the distance:
        digits = (digits & 0xFFFF_0000) << 16 | digits & 0xFFFF
        digits = (digits & 0xFF00_0000_FF00) << 8 | digits & 0x00FF_0000_00FF
        digits = (digits & 0x00F0_00F0_00F0_00F0) << 4 | digits & 0x000F_000F_000F_000F
        let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101  // 1 for each from a to f
        return digits + 0x3030_3030_3030_3030 + letters * UInt64(UInt8(ascii: "a") - UInt8(ascii: "9") - 1)
    }
}
