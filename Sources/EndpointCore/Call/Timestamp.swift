/// Dates as RFC 3339 text. It reads more formats than `ISO8601FormatStyle`, which accepts only the one that it was
/// configured for.
package enum Timestamp {
    /// `2025-01-31T09:05:07.250Z`: UTC, milliseconds.
    package static func text(_ date: Date) -> String {
        let milliseconds = milliseconds(date)
        let fraction = (milliseconds % 1000 + 1000) % 1000
        let civil = CivilDate(seconds: (milliseconds - fraction) / 1000)
        let day = "\(String(civil.year, width: 4))-\(padded(civil.month))-\(padded(civil.day))"
        let time = "\(padded(civil.hour)):\(padded(civil.minute)):\(padded(civil.second))"
        return "\(day)T\(time).\(String(fraction, width: 3))Z"
    }

    /// Milliseconds since 1970, rounded; between the years 0 and 9999.
    package static func milliseconds(_ date: Date) -> Int64 {
        let exact = (date.timeIntervalSince1970 * 1000).rounded()
        return Int64(min(max(exact.isNaN ? 0 : exact, -62_167_219_200_000.0), 253_402_300_799_999.0))
    }

    /// Reads a date to the millisecond, with or without a fraction of any length. A date without an offset is in UTC.
    package static func date(_ text: String) -> Date? {
        var scanner = TimestampScanner(text)
        guard let civil = civil(&scanner), civil.isValid else { return nil }
        let fraction = scanner.take(".") || scanner.take(",") ? scanner.fraction() : 0
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let seconds = civil.seconds - Int64(offset * 60)
        return Date(timeIntervalSince1970: Double(seconds * 1000 + Int64((fraction * 1000).rounded())) / 1000)
    }

    private static func civil(_ scanner: inout TimestampScanner) -> CivilDate? {
        guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
            let day = scanner.number(2), scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2),
            let second = scanner.take(":") ? scanner.number(2) : 0
        else { return nil }
        return CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    private static func padded(_ number: Int) -> String { String(number, width: 2) }
}

/// Reads the parts of a timestamp in order.
private struct TimestampScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads a number of exactly that many digits.
    mutating func number(_ width: Int) -> Int? {
        let digits = rest.prefix(width)
        guard digits.count == width, digits.allSatisfy(\.isDigit) else { return nil }
        rest = rest.dropFirst(width)
        return Int(Substring(digits))
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: scalar) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads the digits after the point. Those beyond nanoseconds are ignored.
    mutating func fraction() -> Double {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest.dropFirst(digits.count)
        return Double("0.\(Substring(digits.prefix(9)))") ?? 0
    }

    /// Reads `Z`, `+02:00`, `-0700` or nothing, in minutes.
    mutating func offset() -> Int? {
        if take("Z") || take("z") || isAtEnd { return 0 }
        let sign = take("-") ? -1 : 1
        if sign == 1, !take("+") { return nil }
        guard let hours = number(2) else { return nil }
        _ = take(":")
        guard let minutes = isAtEnd ? 0 : number(2) else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
