/// A number in the one form that all ways to write it share, without losing a digit: `1`, `1.0` and `10e-1` are equal.
enum DecimalNumber {
    /// The canonical text of a JSON number: its significant digits and a power of ten.
    static func canonical(_ token: String) -> String {
        let parts = token.split(whereSeparator: { $0 == "e" || $0 == "E" })
        guard let mantissa = parts.first, let exponent = parts.count > 1 ? Int(parts[1]) : 0 else { return token }
        let isNegative = mantissa.hasPrefix("-")
        let sides = mantissa.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = sides.count > 1 ? sides[1] : ""
        let digits = (sides.first.map(String.init) ?? "") + fraction
        let significant = digits.drop { $0 == "0" }
        let zeros = significant.reversed().prefix { $0 == "0" }.count
        guard !significant.isEmpty else { return "0" }
        let power = exponent.subtractingReportingOverflow(fraction.count - zeros)
        return power.overflow ? token : "\(isNegative ? "-" : "")\(significant.dropLast(zeros))e\(power.partialValue)"
    }
}

extension DecimalNumber {
    /// A canonical number as people write it: `15e-1` is `1.5`.
    static func readable(_ canonical: String) -> String {
        let parts = canonical.split(separator: "e")
        guard parts.count == 2, let power = Int(parts[1]), abs(power) < 20 else { return canonical }
        let isNegative = parts[0].hasPrefix("-")
        let digits = String(parts[0].drop { $0 == "-" })
        let sign = isNegative ? "-" : ""
        if power >= 0 { return sign + digits + String(repeating: "0", count: power) }
        let padded = String(repeating: "0", count: max(0, 1 - power - digits.count)) + digits
        return "\(sign)\(padded.dropLast(-power)).\(padded.suffix(-power))"
    }
}
