/// A day and time of the proleptic Gregorian calendar in UTC, and its distance from 1970 in seconds without leap seconds.
///
/// The day arithmetic counts in eras of 400 years that begin on 1 March, so that the leap day is the last of its year.
struct CivilDate {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0

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
    var seconds: Int {
        ((dayNumber * 24 + hour) * 60 + minute) * 60 + second
    }

    private var lengthOfMonth: Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}

extension CivilDate {
    /// The date that lies so many seconds after 1 January 1970, 00:00 UTC.
    init(seconds: Int) {
        let dayNumber = Self.floor(seconds, 86_400)
        let secondOfDay = seconds - dayNumber * 86_400
        self.init(dayNumber: dayNumber)
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

    /// The weekday, Sunday is 0.
    var weekday: Int {
        let remainder = (dayNumber + 4) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}
