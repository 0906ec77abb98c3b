import Foundation
import Testing

@testable import EndpointCore

@Suite struct TimestampTests {
    @Test(arguments: [
        ("2023-03-29T17:37:42.482-07:00", "2023-03-30T00:37:42.482Z"),
        ("2025-01-31T09:05:07Z", "2025-01-31T09:05:07.000Z"),
        ("2024-02-29T23:59:59.999999Z", "2024-03-01T00:00:00.000Z"),
        ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500Z"),
        ("2000-01-01 00:00:00+0130", "1999-12-31T22:30:00.000Z"), ("2025-06-01T12:00+02", "2025-06-01T10:00:00.000Z"),
        ("2025-06-01t12:00:00.123456z", "2025-06-01T12:00:00.123Z"),
        ("2025-06-01T12:00:00", "2025-06-01T12:00:00.000Z"),
    ])
    func `dates are read in the formats that programs write`(text: String, expected: String) throws {
        #expect(Timestamp.text(try #require(Timestamp.date(text))) == expected)
    }

    @Test(arguments: [
        "", "Session", "2025", "2025-13-01T00:00:00Z", "2025-01-01T00:00:00ZZ", "2025-01-01T00:00:00+", "25-1-1",
    ])
    func `texts that aren't dates are refused`(text: String) {
        #expect(Timestamp.date(text) == nil)
    }

    @Test func `every millisecond survives writing and reading`() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let milliseconds = Int64.random(in: -60_000_000_000_000...250_000_000_000_000, using: &random)
            let text = Timestamp.text(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
            #expect(Timestamp.milliseconds(try #require(Timestamp.date(text))) == milliseconds)
        }
    }
}
