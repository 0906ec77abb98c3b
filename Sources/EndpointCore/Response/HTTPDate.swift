/// A date that is read from the format of HTTP headers (RFC 9110 §5.6.7), to the second:
/// `Sun, 06 Nov 1994 08:49:37 GMT`.
package struct HTTPDate: Hashable, Sendable {
    /// The date: a whole second. A leap second is the first second of the next minute.
    package let date: Date

    /// Parses the preferred format or one of the two obsolete ones. Case does not matter; other deviations are invalid.
    ///
    /// The weekday is not compared with the date. `now` determines only the century of the two-digit year in the format
    /// of RFC 850: such a date is at most 50 years in the future.
    package init?(_ text: String, relativeTo now: Date) {
        guard let civil = HTTPDateParser(text, now: now).date else { return nil }
        date = Date(timeIntervalSince1970: Double(civil.seconds))
    }
}

extension Date {
    /// Seconds since 1970, rounded down, within the years 0 to 9999. Zero for a date that is not a number.
    fileprivate var wholeSeconds: Int64 {
        let seconds = timeIntervalSince1970
        guard !seconds.isNaN else { return 0 }
        return Int64(min(max(seconds, -62_167_219_200.0), 253_402_300_799.0).rounded(.down))
    }
}

/// Parses the three formats of an HTTP date by the positions of their characters (RFC 9110 §5.6.7).
struct HTTPDateParser {
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private let text: [UInt8]
    private let now: Date

    init(_ text: String, now: Date) {
        self.text = text.utf8.map(\.lowercased)
        self.now = now
    }

    var date: CivilDate? {
        guard let civil = fixdate ?? rfc850 ?? asctime, civil.isValid else { return nil }
        return civil
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    private var fixdate: CivilDate? {
        guard matches("aaa, 00 aaa 0000 00:00:00 gmt", from: 0), isWeekday(0..<3, length: 3) else { return nil }
        return civil(day: 5, month: 8, year: number(12, 4), time: 17)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    private var rfc850: CivilDate? {
        guard let comma = text.firstIndex(of: .comma), isWeekday(0..<comma, length: nil),
            matches(", 00-aaa-00 00:00:00 gmt", from: comma),
            let civil = civil(day: comma + 2, month: comma + 5, year: number(comma + 9, 2), time: comma + 12)
        else { return nil }
        return inCentury(civil)
    }

    /// `Sun Nov  6 08:49:37 1994`
    private var asctime: CivilDate? {
        guard matches("aaa aaa 00 00:00:00 0000", from: 0) || matches("aaa aaa  0 00:00:00 0000", from: 0),
            isWeekday(0..<3, length: 3)
        else { return nil }
        return civil(day: 8, month: 4, year: number(20, 4), time: 11)
    }

    private func civil(day: Int, month: Int, year: Int, time: Int) -> CivilDate? {
        let name = text[month..<month + 3]
        guard let index = Self.months.firstIndex(where: { name.elementsEqual($0.lowercased().utf8) }) else {
            return nil
        }
        return CivilDate(
            year: year, month: index + 1, day: number(day, 2), hour: number(time, 2), minute: number(time + 3, 2),
            second: number(time + 6, 2))
    }

    /// The date in the latest year with these two digits that is at most 50 years in the future.
    private func inCentury(_ civil: CivilDate) -> CivilDate {
        var limit = CivilDate(seconds: now.wholeSeconds)
        limit.year += 50
        var candidate = civil
        candidate.year += limit.year / 100 * 100
        if candidate.seconds > limit.seconds { candidate.year -= 100 }
        return candidate
    }

    /// Whether the rest of the text matches a pattern: `a` for a letter, `0` for a digit, any other character for
    /// itself.
    private func matches(_ pattern: StaticString, from start: Int) -> Bool {
        guard text.count - start == pattern.utf8CodeUnitCount else { return false }
        return pattern.withUTF8Buffer { pattern in
            zip(pattern, text[start...]).allSatisfy { expected, byte in
                switch expected {
                case UInt8(ascii: "0"): byte.isDigit
                case UInt8(ascii: "a"): byte.isLetter
                default: byte == expected
                }
            }
        }
    }

    private func isWeekday(_ range: Range<Int>, length: Int?) -> Bool {
        Self.weekdays.contains { name in
            text[range].elementsEqual(name.lowercased().utf8.prefix(length ?? name.utf8.count))
        }
    }

    /// The number at a position that ``matches(_:from:)`` has checked. A leading blank counts as zero.
    private func number(_ start: Int, _ length: Int) -> Int {
        text[start..<start + length].reduce(0) { $0 * 10 + ($1.isDigit ? Int($1 - 0x30) : 0) }
    }
}

/// A day and time of the proleptic Gregorian calendar in UTC, and its distance from 1970 in seconds without leap
/// seconds.
///
/// The day arithmetic counts in eras of 400 years that begin on 1 March, so that the leap day is the last of its year.
struct CivilDate {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0

    init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Whether there is such a day and time. Second 60 is a leap second and is tolerated in any minute.
    var isValid: Bool {
        (0...9999).contains(year) && (1...12).contains(month) && day >= 1 && day <= lengthOfMonth
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
    }

    /// The number of days between 1 January 1970 and this day.
    var dayNumber: Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Seconds since 1 January 1970, 00:00 UTC.
    var seconds: Int64 {
        Int64(dayNumber) * 86_400 + Int64((hour * 60 + minute) * 60 + second)
    }

    private var lengthOfMonth: Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}

extension CivilDate {
    /// The date this many seconds after 1 January 1970, 00:00 UTC.
    init(seconds: Int64) {
        let secondOfDay = Int(truncatingIfNeeded: (seconds % 86_400 + 86_400) % 86_400)
        self.init(dayNumber: Int(clamping: (seconds - Int64(secondOfDay)) / 86_400))
        hour = secondOfDay / 3_600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
    }

    private init(dayNumber: Int) {
        let days = dayNumber + 719_468
        let era = Self.floor(days, 146_097)
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}
