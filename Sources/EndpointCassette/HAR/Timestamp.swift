/// Points in time as text (RFC 3339), by arithmetic alone: no locale, no time zone of this machine.
enum Timestamp {
    /// `2025-01-31T09:05:07.250Z`: UTC, milliseconds.
    static func text(_ date: Date) -> String {
        let milliseconds = milliseconds(date)
        let fraction = (milliseconds % 1000 + 1000) % 1000
        let civil = CivilDate(seconds: (milliseconds - fraction) / 1000)
        return "\(padded(civil.year, 4))-\(padded(civil.month))-\(padded(civil.day))"
            + "T\(padded(civil.hour)):\(padded(civil.minute)):\(padded(civil.second)).\(padded(fraction, 3))Z"
    }

    /// Milliseconds since 1970, rounded; between the years 0 and 9999.
    static func milliseconds(_ date: Date) -> Int {
        let exact = (date.timeIntervalSince1970 * 1000).rounded()
        return Int(min(max(exact.isNaN ? 0 : exact, -62_167_219_200_000), 253_402_300_799_999))
    }

    /// Reads a date with or without a fraction of any length, to the millisecond; without an offset it is UTC.
    static func date(_ text: String) -> Date? {
        var scanner = TimestampScanner(text)
        guard let civil = civil(&scanner), civil.isValid else { return nil }
        let fraction = scanner.take(".") || scanner.take(",") ? scanner.fraction() : 0
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let seconds = civil.seconds - offset * 60
        return Date(timeIntervalSince1970: Double(seconds * 1000 + Int((fraction * 1000).rounded())) / 1000)
    }

    private static func civil(_ scanner: inout TimestampScanner) -> CivilDate? {
        guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2), scanner.take("-"),
            let day = scanner.number(2), scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2),
            let second = scanner.take(":") ? scanner.number(2) : 0
        else { return nil }
        return CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
