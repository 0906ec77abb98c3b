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

    @Test func `merging an unchanged API leaves the file as it is, byte for byte`() throws {
        let new = recorded(
            .sample("/a", #"{ "y": 2.0, "x": 1 }"#, at: 9001), .sample("/b", at: 9002), .sample("/b", at: 9003))
        #expect(old.merging(recorded: new) == old)
        #expect(try old.merging(recorded: new).har().data == old.har().data)
    }

    @Test func `merging an unchanged API with all header fields leaves the file as it is`() throws {
        func exchange(at second: Double, _ fields: HeaderFields) -> Interaction {
            var exchange = Interaction.sample("/a", at: second)
            exchange.request.headers.append("X-Request-Id", "\(second)")
            var headers = fields
            headers["Content-Type"] = "application/json"
            exchange.outcome = .response(.init(200, headers: headers, body: Data("{}".utf8)))
            return exchange
        }
        let fields: HeaderFields = ["Content-Length": "2", "Content-Encoding": "gzip", "X-Version": "1"]
        let file = try Cassette([exchange(at: 1, fields)]).har(.complete)
        let read = try Cassette.reading(har: file.data)
        #expect(read.notes.isEmpty)
        #expect(try read.cassette.har(.complete).data == file.data)
        let later: HeaderFields = [
            "Content-Length": "22", "Content-Encoding": "br", "X-Version": "1", "Date": "Sat, 01 Jan 2028 00:00:00 GMT",
        ]
        let again = read.cassette.merging(recorded: recorded(exchange(at: 9001, later)))
        #expect(try again.har(.complete).data == file.data)
        let changed = read.cassette.merging(recorded: recorded(exchange(at: 9001, ["X-Version": "2"])))
        #expect(changed.interactions.first?.response?.headers["X-Version"] == "2")
    }

    @Test func `merging replaces what has changed and keeps the rest`() {
        let new = recorded(
            .sample("/a", #"{"x":2}"#, at: 9001), .sample("/b", at: 9002), .sample("/b", status: 404, at: 9003))
        let merged = old.merging(recorded: new)
        #expect(merged.interactions[1] == old.interactions[1])
        #expect(merged.interactions[0].response?.body == Data(#"{"x":2}"#.utf8))
        #expect(merged.interactions[2].response?.status == 404)
        #expect(merged.recordedAt == new.recordedAt)
    }

    @Test func `merging replaces a body that is interrupted now`() {
        var interrupted = Interaction.sample("/b", at: 9001)
        interrupted.interruption = .init(.networkConnectionLost)
        #expect(old.merging(recorded: recorded(interrupted)).interactions == [interrupted])
    }

    @Test func `the dates of merged exchanges never decrease, and kept dates never change`() throws {
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

    @Test func `merging notices an exchange that is gone or has moved`() {
        #expect(old.merging(recorded: recorded(.sample("/b"), .sample("/b"))).interactions.count == 2)
        let moved = recorded(.sample("/b", at: 1), .sample("/a", #"{"x":1,"y":2}"#, at: 2), .sample("/b", at: 3))
        #expect(old.merging(recorded: moved).interactions.map(\.request.url.last) == ["b", "a", "b"])
    }
}
