/// Points in time as text (RFC 3339), by arithmetic alone: no locale, no time zone of this machine.
enum Timestamp {
    /// `2025-01-31T09:05:07.250Z`: UTC, milliseconds.
    static func text(_ date: Date) -> String {
        let milliseconds = milliseconds(date)
        let (day, rest) = milliseconds.flooredDivision(by: 86_400_000)
        let (year, month, dayOfMonth) = civil(day)
        let (hours, minutes, seconds) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60)
        return "\(padded(year, 4))-\(padded(month))-\(padded(dayOfMonth))"
            + "T\(padded(hours)):\(padded(minutes)):\(padded(seconds)).\(padded(rest % 1000, 3))Z"
    }

    /// Milliseconds since 1970, rounded; between the years 0 and 9999.
    static func milliseconds(_ date: Date) -> Int {
        let exact = (date.timeIntervalSince1970 * 1000).rounded()
        return Int(min(max(exact.isNaN ? 0 : exact, -62_167_219_200_000), 253_402_300_799_999))
    }

    /// Reads a date with or without a fraction of any length, to the millisecond; without an offset it is UTC.
    static func date(_ text: String) -> Date? {
        var digits = TimestampScanner(text)
        guard let year = digits.number(4), digits.take("-"), let month = digits.number(2), digits.take("-"),
            let day = digits.number(2), digits.take("T") || digits.take("t") || digits.take(" "),
            let hour = digits.number(2), digits.take(":"), let minute = digits.number(2),
            (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60
        else { return nil }
        let second = digits.take(":") ? digits.number(2) : 0
        let fraction = digits.take(".") || digits.take(",") ? digits.fraction() : 0
        guard let second, second < 61, let offset = digits.offset(), digits.isAtEnd else { return nil }
        let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset * 60
        return Date(timeIntervalSince1970: Double(seconds * 1000 + Int((fraction * 1000).rounded())) / 1000)
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Days since 1970 in the Gregorian calendar; years begin in March, so that the leap day is a year's last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = year.flooredDivision(by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }
}

extension Int {
    fileprivate func flooredDivision(by divisor: Int) -> (Int, Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
