extension String {
    /// 32 lower case digits.
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
    /// The number that a range holds in so many lower case digits, and nothing else.
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
