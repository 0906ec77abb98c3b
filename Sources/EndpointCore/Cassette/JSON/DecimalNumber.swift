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
