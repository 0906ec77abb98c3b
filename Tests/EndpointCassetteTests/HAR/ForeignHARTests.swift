import Foundation
import TestSupport
import Testing

@testable import EndpointCassette

@Suite(.needs(conformanceData: "har")) struct ForeignHARTests {
    static let files = [("charles", 1), ("chrome", 3), ("firefox", 14), ("insomnia", 1), ("postdata", 1)]

    @Test(arguments: files)
    func `every entry of another program's export is read or has a note`(name: String, entries: Int) throws {
        let (cassette, notes) = try Cassette.reading(har: ConformanceData.file("har/\(name).har"))
        let skipped = notes.filter { $0.kind == .skipped }
        #expect(cassette.interactions.count + skipped.count == entries)
        #expect(cassette.interactions.count == entries)
    }

    @Test(arguments: files)
    func `a foreign file that was read and written has the same content`(name: String, entries: Int) throws {
        let (cassette, _) = try Cassette.reading(har: ConformanceData.file("har/\(name).har"))
        let (again, notes) = try Cassette.reading(har: cassette.written().data)
        #expect(again.trimmingDates() == cassette.trimmingDates())
        #expect(notes == [])
    }

    @Test func `the failures, bodies and preserved answers in Chrome's exports are read`() throws {
        let (cassette, notes) = try Cassette.reading(har: ConformanceData.file("har/chrome.har"))
        #expect(cassette.interactions[0].response?.status == 200)
        #expect(notes.contains { $0.entry == 1 && $0.reason.contains("304") })
        #expect(cassette.interactions[1].failure?.code == .notConnectedToInternet)
        #expect(cassette.interactions[2].response?.body.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        #expect(cassette.interactions[0].request.headers.allSatisfy { !$0.name.hasPrefix(":") })
    }

    @Test func `reading only one host skips every other entry with a note`() throws {
        let har = try ConformanceData.file("har/firefox.har")
        let (cassette, notes) = try Cassette.reading(har: har, only: .host("s3-us-west-2.amazonaws.com"))
        #expect(cassette.interactions.count == 1)
        #expect(notes.count { $0.kind == .skipped } == 13)
    }
}

extension Cassette {
    /// Files keep milliseconds and let no date lie before the one above it.
    fileprivate func trimmingDates() -> Cassette {
        var copy = self
        for index in interactions.indices {
            let timing = interactions[index].timing
            copy.interactions[index].startedDateTime = Date(timeIntervalSince1970: 0)
            copy.interactions[index].timing = Interaction.Timing(
                blocked: .milliseconds(timing.blocked.milliseconds), send: .milliseconds(timing.send.milliseconds),
                wait: .milliseconds(timing.wait.milliseconds), receive: .milliseconds(timing.receive.milliseconds))
        }
        return copy
    }
}
