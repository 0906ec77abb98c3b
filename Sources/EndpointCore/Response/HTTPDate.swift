/// A moment as HTTP writes it (RFC 9110 §5.6.7), to the second: `Sun, 06 Nov 1994 08:49:37 GMT`.
public struct HTTPDate: Hashable, Sendable {
    /// The moment. One made from a text is a whole second, and a leap second is the first of the next minute.
    public let date: Date

    /// A moment to write. What lies beyond the years 0 to 9999 is written as the nearest second within.
    public init(_ date: Date) {
        self.date = date
    }

    /// Reads the preferred format and the two obsolete ones, in any case but with no other liberty, as caches have to.
    ///
    /// The name of the weekday is not held against the date. `now` is asked only for the century of the two-digit year
    /// in the format of RFC 850: such a date is never more than 50 years in the future.
    public init?(_ text: String, relativeTo now: Date) {
        guard let civil = HTTPDateParser(text, now: now).date else { return nil }
        date = Date(timeIntervalSince1970: Double(civil.seconds))
    }
}

extension HTTPDate: CustomStringConvertible {
    /// The preferred format, IMF-fixdate: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        let civil = CivilDate(seconds: date.wholeSeconds)
        let weekday = HTTPDateParser.weekdays[civil.weekday].prefix(3)
        let month = HTTPDateParser.months[civil.month - 1]
        let day = "\(Self.padded(civil.day, 2)) \(month) \(Self.padded(civil.year, 4))"
        let time = [civil.hour, civil.minute, civil.second].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(weekday), \(day) \(time) GMT"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Date {
    /// Seconds since 1970, rounded down, within the years 0 to 9999. Zero for a date that is not a number.
    var wholeSeconds: Int {
        let seconds = timeIntervalSince1970
        guard !seconds.isNaN else { return 0 }
        return Int(min(max(seconds, -62_167_219_200), 253_402_300_799).rounded(.down))
    }
}
