import Foundation
import TestSupport
import Testing

@testable import EndpointCore

@Suite struct HTTPDateTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "SUN, 06 Nov 1994 08:49:37 GMT", "Sun, 06 NOV 1994 08:49:37 gMT",
    ])
    func `the three formats of RFC 9110 are read in any case`(text: String) throws {
        #expect(HTTPDate(text, relativeTo: now)?.date == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Fri, 29 Feb 2036 23:59:59 GMT", 2_087_942_399),
        ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Sun, 21 Nov 2286 04:46:39 GMT", 10_000_039_599),
    ])
    func `the days of the Gregorian calendar are counted`(text: String, seconds: Int) {
        #expect(HTTPDate(text, relativeTo: now)?.date == Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(arguments: [
        "", "0", "Thu, 18 Aug 2050 02:01:18 UTC", "Thu, 18 Aug 2050 02:01:18 AEST", "Thu, 18 Aug 50 02:01:18 GMT",
        "Thu 18 Aug 2050 02:01:18 GMT", "Thu, 18  Aug  2050 02:01:18 GMT", "Thu, 18-Aug-2050 02:01:18 GMT",
        "Thu, 18 Aug 2050 02.01.18 GMT", "Thu, 18 Aug 2050 2:01:18 GMT", "Tue, 29 Feb 2100 00:00:00 GMT",
        "Sun, 31 Apr 2050 00:00:00 GMT", "Sun, 00 Apr 2050 00:00:00 GMT", "Thu, 18 Aug 2050 24:00:00 GMT",
        "Thu, 18 Aug 2050 02:60:18 GMT", "Thu, 18 Aug 2050 02:01:61 GMT", "Thu, 18 Foo 2050 02:01:18 GMT",
        "Foo, 18 Aug 2050 02:01:18 GMT", "Thu, 18 Aug 2050 02:01:18 GMT ", "Sun, 06-Nov-94 08:49:37 GMT",
    ])
    func `invalid dates are refused`(text: String) {
        #expect(HTTPDate(text, relativeTo: now) == nil)
    }

    @Test(arguments: [
        (76, 2076), (77, 1977), (26, 2026), (99, 1999), (0, 2000),
    ])
    func `a year of two digits is at most 50 years ahead`(digits: Int, year: Int) throws {
        let text = "Thursday, 01-Jan-\(digits < 10 ? "0" : "")\(digits) 00:00:00 GMT"
        let date = try #require(HTTPDate(text, relativeTo: now)).date
        #expect(CivilDate(seconds: Int64(date.timeIntervalSince1970)).year == year)
    }

    @Test func `a year of two digits is in the next century when that is near`() throws {
        let newYearsEve = try #require(HTTPDate("Thu, 31 Dec 2099 00:00:00 GMT", relativeTo: now)).date
        let date = try #require(HTTPDate("Tuesday, 05-Jan-05 00:00:00 GMT", relativeTo: newYearsEve))
        #expect(date == HTTPDate("Mon, 05 Jan 2105 00:00:00 GMT", relativeTo: now))
    }

    @Test func `every second of the supported years is read`() {
        var generator = SplitMix64(seed: 1)
        let seconds = (0..<20_000).map { _ in Int64.random(in: -62_167_219_200...253_402_300_799, using: &generator) }
        let broken = seconds.filter {
            HTTPDate(Self.fixdate($0), relativeTo: now)?.date != Date(timeIntervalSince1970: Double($0))
        }
        #expect(broken.isEmpty)
    }

    private static func fixdate(_ seconds: Int64) -> String {
        let civil = CivilDate(seconds: seconds)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let day = "\(String(civil.day, width: 2)) \(months[civil.month - 1]) \(String(civil.year, width: 4))"
        let time = [civil.hour, civil.minute, civil.second].map { String($0, width: 2) }.joined(separator: ":")
        return "Sun, \(day) \(time) GMT"
    }

    @Test func `any text can be read as a date without trapping`() {
        var fuzz = Fuzz(
            seed: 2, pieces: ["Sun", ", ", "06", " Nov ", "1994", " 08:49:37", " GMT", "-", "Sunday", "6", " "])
        var read = 0
        for _ in 0..<30_000 where HTTPDate(fuzz.text(), relativeTo: now) != nil { read += 1 }
        #expect(read < 10_000)
    }
}
