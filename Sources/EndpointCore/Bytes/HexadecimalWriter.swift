/// Digits that are written one after the other into memory that is large enough.
struct HexadecimalWriter {
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Puts down all digits of a number in lower case, with leading zeros.
    mutating func put(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: number.bitWidth - 4, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: number >> shift) & 0xF
            put(byte: digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
    }

    /// Puts down a character as it is.
    mutating func put(byte: UInt8) {
        bytes[count] = byte
        count += 1
    }
}
