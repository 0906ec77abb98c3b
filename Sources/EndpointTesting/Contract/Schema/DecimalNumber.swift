/// The value of a JSON number with all its digits, for comparisons without rounding.
struct DecimalNumber: Hashable, Sendable {
    private let isNegative: Bool

    /// The significant digits without zeros at either end; none for zero.
    private let digits: [UInt8]

    /// The power of ten of the last digit.
    private let power: Int

    /// The value of a number as it was written; nil if its exponent does not fit an `Int`.
    init?(_ token: String) {
        let parts = JSONNumber.canonical(token).split(separator: "e")
        guard let mantissa = parts.first else { return nil }
        if mantissa == "0" {
            (isNegative, digits, power) = (false, [], 0)
            return
        }
        guard parts.count == 2, let power = Int(parts[1]), abs(power) < 1 << 30 else { return nil }
        isNegative = mantissa.hasPrefix("-")
        digits = mantissa.utf8.drop { $0 == UInt8(ascii: "-") }.map { $0 - UInt8(ascii: "0") }
        self.power = power
    }

    /// Whether the number has no fraction: `1`, `1.0`, `1e2`.
    var isInteger: Bool { power >= 0 }

    /// Whether this is a whole number of times another one, which is greater than zero.
    func isMultiple(of other: DecimalNumber) -> Bool {
        if digits.isEmpty { return true }
        let zeros = power - other.power
        // The digits do not end with zero, so that a power of ten does not divide them.
        guard zeros >= 0, !other.digits.isEmpty else { return false }
        guard other.digits.count <= 18 else { return digits == other.digits }
        let divisor = other.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
        // 10⁶⁰ has each power of 2 and 5 that a divisor below 10¹⁸ can have: more zeros change nothing.
        let all = digits + [UInt8](repeating: 0, count: min(zeros, 60))
        return all.reduce(UInt64(0)) { ($0 * 10 + UInt64($1)) % divisor } == 0
    }
}

extension DecimalNumber: Comparable {
    static func < (first: DecimalNumber, second: DecimalNumber) -> Bool {
        if first.isNegative != second.isNegative { return first.isNegative }
        return first.isNegative ? second.isCloserToZero(than: first) : first.isCloserToZero(than: second)
    }

    private func isCloserToZero(than other: DecimalNumber) -> Bool {
        guard !digits.isEmpty, !other.digits.isEmpty else { return digits.count < other.digits.count }
        let (size, otherSize) = (digits.count + power, other.digits.count + other.power)
        return size == otherSize ? digits.lexicographicallyPrecedes(other.digits) : size < otherSize
    }
}
