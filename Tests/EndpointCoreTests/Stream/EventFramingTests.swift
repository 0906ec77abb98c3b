import EndpointCore
import TestSupport
import Testing

/// WHATWG HTML §9.2.5 and §9.2.6, with the examples of the standard.
@Suite struct EventFramingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let events: [ServerSentEvent]
        var lastEventID = ""

        init(_ name: String, _ text: String, _ events: [ServerSentEvent], lastEventID: String = "") {
            (self.name, self.text, self.events, self.lastEventID) = (name, text, events, lastEventID)
        }

        var testDescription: String { name }
    }

    private static let examples = [
        Case(
            "messages of one and of two lines",
            "data: This is the first message.\n\ndata: This is the second message, it\ndata: has two lines.\n\n"
                + "data: This is the third message.\n\n",
            [
                .init(data: "This is the first message."),
                .init(data: "This is the second message, it\nhas two lines."),
                .init(data: "This is the third message."),
            ]),
        Case(
            "named events",
            "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\nevent: add\ndata: 113411\n\n",
            [
                .init(data: "73857293", type: "add"), .init(data: "2153", type: "remove"),
                .init(data: "113411", type: "add"),
            ]),
        Case(
            "stock ticker", "data: YHOO\ndata: +2\ndata: 10\n\n", [.init(data: "YHOO\n+2\n10")]),
        Case(
            "a comment, an id that is reset, a blank in front",
            ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
            [.init(data: "first event", id: "1"), .init(data: "second event"), .init(data: " third event")]),
        Case("fields without a value", "data\n\ndata\ndata\n\ndata:", [.init(data: ""), .init(data: "\n")]),
        Case("a blank after the colon", "data:test\n\ndata: test\n\n", [.init(data: "test"), .init(data: "test")]),
    ]

    private static let details = [
        Case(
            "an id stays", "id: 7\ndata: a\n\ndata: b\n\n", [.init(data: "a", id: "7"), .init(data: "b", id: "7")],
            lastEventID: "7"),
        Case("an id without data counts", "id: 7\n\n", [], lastEventID: "7"),
        Case("an id of an event that is cut off does not", "id: 7\ndata: a\n", []),
        Case(
            "an id with a NUL is ignored", "id: 1\n\nid: a\0b\ndata: x\n\n", [.init(data: "x", id: "1")],
            lastEventID: "1"),
        Case("a type lasts for one event", "event: a\n\ndata: x\n\n", [.init(data: "x")]),
        Case("an empty type is a message", "event: a\nevent\ndata: x\n\n", [.init(data: "x")]),
        Case("CR", "data: a\rdata: b\r\rdata: c\r\r", [.init(data: "a\nb"), .init(data: "c")]),
        Case("CRLF", "data: a\r\ndata: b\r\n\r\n", [.init(data: "a\nb")]),
        Case("LF CR are two ends", "data: a\n\rdata: b\n\n", [.init(data: "a"), .init(data: "b")]),
        Case("a byte order mark", "\u{FEFF}data: a\n\n", [.init(data: "a")]),
        Case("a second byte order mark belongs to a name", "\u{FEFF}\u{FEFF}data: a\n\n", []),
        Case("a byte order mark further on", "\n\u{FEFF}data: a\n\n", []),
        Case("unknown fields, and names in another case", "Data: a\nfoo: b\n data: c\ndata : d\n\n", []),
        Case("a colon in the value, a NUL in the data", "data: a:b\0\n\n", [.init(data: "a:b\0")]),
        Case("only one blank goes, and no tab", "data:  a \ndata:\tb\n\n", [.init(data: " a \n\tb")]),
        Case("comments within an event", "data: a\n: ping\n:\ndata: b\n\n", [.init(data: "a\nb")]),
        Case("nothing", "", []),
    ]

    @Test(arguments: examples + details)
    func `an event stream gives its events`(example: Case) throws {
        var framing = EventFraming()
        #expect(try framing.elements(of: [Data(example.text.utf8)]) == example.events)
        #expect(framing.lastEventID == example.lastEventID)
    }

    @Test(arguments: [
        ServerSentEvent(data: "a"), .init(data: "", type: "tick", id: "1"), .init(data: " a\n\n: b\n", id: "é"),
        .init(data: "a\u{2028}b\u{85}c\u{0B}d"),
    ])
    func `an event is the same after writing and reading`(event: ServerSentEvent) throws {
        var framing = EventFraming()
        #expect(try framing.elements(of: [event.encoded]) == [event])
    }

    @Test func `line ends in an event make no other fields`() throws {
        let event = ServerSentEvent(data: "a\r\nid: 1\rb\n\rc", type: "t\rdata: x", id: "1\r\n")
        #expect(event.encoded == Data("data: a\ndata: id: 1\ndata: b\ndata: \ndata: c\n\n".utf8))
    }

    @Test func `an event is complete with its last byte`() throws {
        var framing = EventFraming()
        framing.append(Data("data: a\r".utf8))
        #expect(try framing.next() == nil)
        framing.append(Data("\r".utf8))
        #expect(try framing.next() == ServerSentEvent(data: "a"))
        framing.append(Data("\ndata: b\n".utf8))
        #expect(try framing.next() == nil)
        framing.append(Data("\n".utf8))
        #expect(try framing.next() == ServerSentEvent(data: "b"))
    }

    @Test func `bytes that aren't UTF-8 are replaced as browsers do`() throws {
        var framing = EventFraming()
        let bytes: [UInt8] = [0xFF, 0x61, 0xE2, 0x82, 0x62, 0xF0, 0x9F, 0x98]
        let text = Data("data: ".utf8) + bytes + Data("\n\n".utf8)
        #expect(try framing.elements(of: [text]).map(\.data) == ["\u{FFFD}a\u{FFFD}b\u{FFFD}"])
    }

    @Test(arguments: [
        ("1500", Duration.milliseconds(1500)), ("0", .zero), ("007", .milliseconds(7)),
        ("100000000000000000000", .seconds(86_400)),
        ("", nil), ("-1", nil), ("+1", nil), ("1.5", nil), ("1e3", nil), ("x", nil), ("1 ", nil), (" 1", nil),
        ("١", nil),
    ])
    func `a retry is a number of milliseconds`(text: String, retry: Duration?) throws {
        var framing = EventFraming()
        #expect(try framing.elements(of: [Data("retry: \(text)\n".utf8)]) == [])
        #expect(framing.retry == retry)
    }

    @Test func `a retry that isn't a number leaves the one before`() throws {
        var framing = EventFraming()
        #expect(try framing.elements(of: [Data("retry: 5\n\nretry: x\n\n".utf8)]) == [])
        #expect(framing.retry == .milliseconds(5))
    }

    @Test func `a stream continues after an event`() throws {
        var framing = EventFraming()
        framing.resume(after: "41")
        let events = try framing.elements(of: [Data("data: a\n\nid: 42\ndata: b\n\n".utf8)])
        #expect(events.map(\.id) == ["41", "42"])
    }

    @Test func `the length of a line is limited`() throws {
        var framing = EventFraming(limit: 10)
        framing.append(Data("data: 7890\n\n".utf8))
        #expect(try framing.next()?.data == "7890")
        framing.append(Data("data: ".utf8))
        #expect(try framing.next() == nil)
        framing.append(Data("78901".utf8))
        let error = #expect(throws: StreamError.self) { try framing.next() }
        #expect(error?.reason == .longLine(limit: 10))
    }

    @Test func `the data of each event is limited`() throws {
        var framing = EventFraming(limit: 10)
        let five = Data("data:12345\n".utf8)
        framing.append(five + Data("\n".utf8) + five + Data("data:6789\n\n".utf8) + five + five)
        #expect(try framing.next()?.data == "12345")
        #expect(try framing.next()?.data == "12345\n6789")
        let error = #expect(throws: StreamError.self) { try framing.next() }
        #expect(error?.reason == .longEvent(limit: 10))
        #expect(error?.localizedDescription == ", but an event is longer than 10 bytes, the limit of its framing.")
    }
}

extension StreamFraming {
    /// The elements of a whole body, which arrives in chunks.
    mutating func elements(of chunks: [Data]) throws -> [Element] {
        var elements: [Element] = []
        for chunk in chunks {
            append(chunk)
            while let element = try next() { elements.append(element) }
        }
        finish()
        while let element = try next() { elements.append(element) }
        return elements
    }
}
