import EndpointCore
import Foundation
import TestSupport
import Testing

@Suite struct RetryAfterTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(arguments: [("120", 120), ("0", 0), (" 7 ", 7), ("007", 7), ("999999999999999999999", 2_147_483_648)])
    func `reads seconds, 68 years at most`(text: String, seconds: Int) {
        #expect(RetryAfter(text)?.delay(from: now) == .seconds(seconds))
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:50:37 1994", 60),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sat, 05 Nov 1994 08:49:37 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 2_147_483_648),
    ])
    func `reads a date and never waits less than nothing`(text: String, seconds: Int) {
        #expect(RetryAfter(text)?.delay(from: now) == .seconds(seconds))
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "NaN", "inf", "1e3", "soon", "١٢", "1 2", "Sun, 31 Feb 2027 00:00:00 GMT",
    ])
    func `refuses everything else`(text: String) {
        #expect(RetryAfter(text) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `survives a broken clock`(seconds: Double) {
        let delay = RetryAfter("Sun, 06 Nov 1994 08:50:37 GMT")?.delay(from: Date(timeIntervalSince1970: seconds))
        #expect((.zero ... .seconds(2_147_483_648)).contains(delay ?? .seconds(-1)))
    }

    @Test func `survives any text`() {
        var fuzz = Fuzz(seed: 3, pieces: ["1", "0", "9999999999", "-", ".", "Sun, 06 Nov 1994 08:49:37 GMT", " "])
        let delays = (0..<30_000).compactMap { _ in RetryAfter(fuzz.text(longest: 4))?.delay(from: now) }
        #expect(delays.allSatisfy { (.zero ... .seconds(2_147_483_648)).contains($0) })
    }
}
