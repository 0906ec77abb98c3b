import Foundation
import Testing

@testable import EndpointCassette

@Suite struct CassetteMergingTests {
    private let old = Cassette(
        [.sample("/a", #"{"x":1,"y":2}"#, at: 1), .sample("/b", at: 2), .sample("/b", at: 3)],
        recordedAt: Date(timeIntervalSince1970: 1_700_000_000))

    private func recorded(_ interactions: Interaction...) -> Cassette {
        Cassette(interactions, recordedAt: Date(timeIntervalSince1970: 1_800_000_000))
    }

    @Test func `an unchanged API leaves the file as it is, byte for byte`() throws {
        let new = recorded(
            .sample("/a", #"{ "y": 2.0, "x": 1 }"#, at: 9001), .sample("/b", at: 9002), .sample("/b", at: 9003))
        #expect(old.merging(recorded: new) == old)
        #expect(try old.merging(recorded: new).har().data == old.har().data)
    }

    @Test func `what changed is new, and the rest stays as it is`() {
        let new = recorded(
            .sample("/a", #"{"x":2}"#, at: 9001), .sample("/b", at: 9002), .sample("/b", status: 404, at: 9003))
        let merged = old.merging(recorded: new)
        #expect(merged.interactions[1] == old.interactions[1])
        #expect(merged.interactions[0].response?.body == Data(#"{"x":2}"#.utf8))
        #expect(merged.interactions[2].response?.status == 404)
        #expect(merged.recordedAt == new.recordedAt)
    }

    @Test func `dates never decrease, and kept ones never change`() throws {
        let new = recorded(
            .sample("/new", at: 9000), .sample("/a", #"{"x":1,"y":2}"#, at: 9001), .sample("/new", at: 9002),
            .sample("/b", at: 9003))
        let dates = old.merging(recorded: new).interactions.map {
            $0.startedDateTime.timeIntervalSince1970 - 1_700_000_000
        }
        #expect(dates == [1, 1, 2, 2])
        let written = try Cassette.reading(har: old.merging(recorded: new).har().data).0.interactions.map(
            \.startedDateTime)
        #expect(written == written.sorted())
    }

    @Test func `an exchange that is gone or moved makes a difference`() {
        #expect(old.merging(recorded: recorded(.sample("/b"), .sample("/b"))).interactions.count == 2)
        let moved = recorded(.sample("/b", at: 1), .sample("/a", #"{"x":1,"y":2}"#, at: 2), .sample("/b", at: 3))
        #expect(old.merging(recorded: moved).interactions.map(\.request.url.last) == ["b", "a", "b"])
    }
}
