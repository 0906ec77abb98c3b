extension BinaryInteger {
    /// A count with its noun, for people to read: `1 byte`, `2 bytes`.
    package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

extension String {
    /// A non-negative number with leading zeros, padded to a width: `07`, `001f`.
    package init(_ number: some BinaryInteger, width: Int, radix: Int = 10) {
        let digits = String(number, radix: radix)
        self = String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }

    /// 128 bits as 32 hexadecimal digits in lower case.
    init(hexadecimal high: UInt64, _ low: UInt64) {
        self.init(unsafeUninitializedCapacity: 32) { bytes in
            var writer = HexadecimalWriter(bytes)
            writer.put(high)
            writer.put(low)
            return writer.count
        }
    }
}

extension [UInt8] {
    /// The number in a range of exactly this many hexadecimal digits in lower case.
    func number(hexadecimal range: Range<Int>, digits: Int = 16) -> UInt64? {
        guard range.count == digits else { return nil }
        var number: UInt64 = 0
        for byte in self[range] {
            guard let digit = byte.hexValue, byte == byte.lowercased else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }
}

/// Writes hexadecimal digits into memory that is large enough.
///
/// A `traceparent` header is written for every attempt. This takes a fraction of the time of `String(_:radix:)`, which
/// has to pad as well.
struct HexadecimalWriter {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Writes the last digits of a number in lower case, with leading zeros.
    mutating func put(_ number: UInt64, digits: Int = 16) {
        for place in (0..<digits).reversed() {
            let digit = UInt8(truncatingIfNeeded: number &>> UInt64(4 * place)) & 0xF
            put(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    /// Writes a character unchanged.
    mutating func put(byte: UInt8) {
        bytes[count] = byte
        count += 1
    }
}
