/// Reads the three formats of an HTTP date by the positions of their characters (RFC 9110 §5.6.7).
struct HTTPDateParser {
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

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
        guard fits("aaa, 00 aaa 0000 00:00:00 gmt", from: 0), isWeekday(0..<3, length: 3) else { return nil }
        return civil(day: 5, month: 8, year: number(12, 4), time: 17)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    private var rfc850: CivilDate? {
        guard let comma = text.firstIndex(of: .comma), isWeekday(0..<comma, length: nil),
            fits(", 00-aaa-00 00:00:00 gmt", from: comma),
            let civil = civil(day: comma + 2, month: comma + 5, year: number(comma + 9, 2), time: comma + 12)
        else { return nil }
        return inCentury(civil)
    }

    /// `Sun Nov  6 08:49:37 1994`
    private var asctime: CivilDate? {
        guard fits("aaa aaa 00 00:00:00 0000", from: 0) || fits("aaa aaa  0 00:00:00 0000", from: 0),
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

    /// The latest year with these two digits that is not more than 50 years ahead.
    private func inCentury(_ civil: CivilDate) -> CivilDate {
        var limit = CivilDate(seconds: now.wholeSeconds)
        limit.year += 50
        var candidate = civil
        candidate.year += limit.year / 100 * 100
        if candidate.seconds > limit.seconds { candidate.year -= 100 }
        return candidate
    }

    /// Whether the rest of the text has this pattern: `a` for a letter, `0` for a digit, anything else for itself.
    private func fits(_ pattern: StaticString, from start: Int) -> Bool {
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

    /// The digits at a place that ``fits(_:from:)`` has checked; a leading blank counts as zero.
    private func number(_ start: Int, _ length: Int) -> Int {
        text[start..<start + length].reduce(0) { $0 * 10 + ($1.isDigit ? Int($1 - 0x30) : 0) }
    }
}
