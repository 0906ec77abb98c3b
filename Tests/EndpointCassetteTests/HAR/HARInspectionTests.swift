import Foundation
import Testing

@testable import EndpointCassette

@Suite struct HARInspectionTests {
    private func har(_ entries: String..., log: String = "") -> Data {
        Data(#"{"log": {\#(log) "entries": [\#(entries.joined(separator: ","))]}}"#.utf8)
    }

    private func entry(_ url: String, _ response: String = #"{"status": 200}"#, _ more: String = "") -> String {
        #"{"request": {"method": "GET", "url": "\#(url)"}, "response": \#(response)\#(more)}"#
    }

    @Test func `entries that a cassette skips are kept`() throws {
        let data = har(entry("data:text/plain,a"), entry("wss://a.example/"), entry("https://a.example/"))
        let inspection = try HARInspection(har: data)
        #expect(
            inspection.entries.map(\.interaction.request.url) == [
                "data:text/plain,a", "wss://a.example/", "https://a.example/",
            ])
        #expect(try Cassette.reading(har: data).cassette.interactions.count == 1)
    }

    @Test func `a file that ends in the middle has the entries before its end`() throws {
        let data = har(entry("https://a.example/1"), entry("https://a.example/2")).dropLast(30)
        let inspection = try HARInspection(har: Data(data))
        #expect(inspection.entries.map(\.interaction.request.url) == ["https://a.example/1"])
        #expect(inspection.notes.contains { $0.contains("which are 1") && $0.contains("ends unexpectedly at line 1") })
    }

    @Test(arguments: [
        #"{"log": {"entries": ["#, "", "[]", #"{"log": {}}"#, #"{"log": {"entries": 3}}"#, "GIF89a", #"{"items": []}"#,
    ])
    func `a file without any entry is an error`(text: String) {
        #expect(throws: CassetteError.self) { try HARInspection(har: Data(text.utf8)) }
    }

    @Test func `a body in base64 that is none is kept as text with a note`() throws {
        let response =
            #"{"status": 200, "content": {"mimeType": "image/png", "text": "not base64!", "encoding": "base64"}}"#
        let entry = try #require(HARInspection(har: har(entry("https://a.example/", response))).entries.first)
        #expect(entry.interaction.response?.body == Data("not base64!".utf8))
        #expect(entry.notes.contains { $0.contains("base64") })
    }

    @Test(arguments: [
        (#""timings": "fast""#, "timings"), (#""timings": {"wait": "long"}"#, "timings.wait"),
        (#""startedDateTime": 12"#, "startedDateTime"),
    ])
    func `a member of another type costs an entry only that member`(member: String, named: String) throws {
        let response = #"{"status": 404, "headers": [{"name": "A", "value": "b"}], "content": {"text": "none"}}"#
        let entry = try #require(
            HARInspection(har: har(entry("https://a.example/", response, ", \(member)"))).entries.first)
        #expect(entry.interaction.response?.status == 404)
        #expect(entry.interaction.response?.headers["A"] == "b")
        #expect(entry.interaction.response?.body == Data("none".utf8))
        #expect(entry.notes.contains { $0.contains(named) })
    }

    @Test func `an entry whose headers cannot be read keeps its body`() throws {
        let response = #"{"status": 200, "headers": {"A": "b"}, "content": {"text": "text"}}"#
        let entry = try #require(HARInspection(har: har(entry("https://a.example/", response))).entries.first)
        #expect(entry.interaction.response?.body == Data("text".utf8))
    }

    @Test func `an entry without a request is named and left out`() throws {
        let inspection = try HARInspection(
            har: har(#"{"response": {"status": 200}}"#, "3", entry("https://a.example/")))
        #expect(inspection.entries.count == 1)
        #expect(inspection.notes.count == 2)
        #expect(inspection.notes[0].hasPrefix("entry #1 left out: it "))
        #expect(inspection.notes[1].hasPrefix("entry #2 left out: it "))
    }

    @Test func `the messages of a WebSocket are read`() throws {
        let messages = """
            , "_resourceType": "websocket", "_webSocketMessages": [{"type": "send", "time": 2.5, "opcode": 1, "data": "ping"}, \
            {"type": "receive", "time": 3, "opcode": 1, "data": "pong"}, {"type": "receive"}]
            """
        let facts = try #require(
            HARInspection(har: har(entry("wss://a.example/", #"{"status": 101}"#, messages))).entries.first
        ).facts
        #expect(facts.messages.map(\.text) == ["ping", "pong"])
        #expect(facts.messages.map(\.isSent) == [true, false])
        #expect(facts.messages.map(\.time) == [2.5, 3])
        #expect(facts.kind == "websocket")
    }

    @Test func `the facts that a browser adds are read, except words that could be secrets`() throws {
        let more = """
            , "pageref": "page_1", "_priority": "High", "_fromCache": "disk", "_initiator": {"type": "an initiator of many words"}
            """
        let response = #"{"status": 200, "_transferSize": 123, "content": {"size": 456}}"#
        let log =
            #""creator": {"name": "WebInspector", "version": "1"}, "pages": [{"id": "page_1", "title": "Books"}],"#
        let inspection = try HARInspection(har: har(entry("https://a.example/", response, more), log: log))
        let facts = try #require(inspection.entries.first).facts
        #expect(inspection.creator == "WebInspector 1")
        #expect((facts.page, facts.priority, facts.cache) == ("Books", "High", "disk"))
        #expect((facts.transferred, facts.size) == (123, 456))
        #expect(facts.initiator == nil)
    }

    @Test func `a preserved answer from the browser's cache keeps its status`() throws {
        let response = #"{"status": 304, "content": {"text": "a"}}"#
        let entry = try #require(HARInspection(har: har(entry("https://a.example/", response))).entries.first)
        #expect(entry.interaction.response?.status == 304)
    }

    @Test func `an inspection reads what a cassette of this library contains`() throws {
        let steps = [
            Interaction.Step("retrying", at: .milliseconds(12), level: .notice, text: "503: retrying in 0.5 s")
        ]
        var interaction = Interaction(.init("GET", "https://a.example/"), .response(.init(200)))
        interaction.steps = steps
        let har = try Cassette([interaction]).har().data
        #expect(try HARInspection(har: har).entries.map(\.interaction.steps) == [steps])
        #expect(try Cassette.reading(har: har).cassette.interactions.map(\.steps) == [steps])
    }
}
