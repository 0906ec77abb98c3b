import Foundation
import TestSupport
import Testing

@testable import EndpointCassette

@Suite struct HARReaderTests {
    @Test(arguments: [
        ("", CassetteError.Reason.truncated(line: 1, column: 1)),
        ("{\n  \"log\": {\n    \"entries\": [{", .truncated(line: 3, column: 18)),
        ("{\"log\":{\"entries\":[{\"startedDateTime\":\"20", .truncated(line: 1, column: 42)),
        ("{\n\"log\": nonsense}", .notJSON(expected: "a value", line: 2, column: 9)),
        ("{\"log\":{\"entries\":[]}} x", .notJSON(expected: "the end of the file", line: 1, column: 24)),
        ("<html>", .notJSON(expected: "a value", line: 1, column: 1)),
        ("[]", .notHAR("it contains array, not an object")), ("{}", .notHAR("it has no \"log\"")),
        ("{\"log\":{}}", .notHAR("its log has no \"entries\"")),
        ("{\"log\":[]}", .wrongType(path: "log", expected: "object", found: "array")),
        ("{\"log\":{\"entries\":{}}}", .wrongType(path: "log.entries", expected: "array", found: "object")),
        (
            "{\"log\":{\"_endpoint\":{},\"entries\":[1]}}",
            .wrongType(path: "entries[0]", expected: "object", found: "number")
        ),
        ("{\"log\":{\"_endpoint\":{\"format\":2},\"entries\":[]}}", .newerFormat(2)),
        ("{\"log\":{\"_endpoint\":{\"format\":1e300},\"entries\":[]}}", .newerFormat(.max)),
    ])
    func `an error says where a file isn't what it should be`(text: String, reason: CassetteError.Reason) {
        let error = #expect(throws: CassetteError.self) { try Cassette.reading(text) }
        #expect(error?.reason == reason)
    }

    private static let brokenEntries = [
        ("", CassetteError.Reason.missing(path: "entries[0].request")),
        (#""request":{"method":"GET"}"#, .missing(path: "entries[0].request.url")),
        (#""request":{"url":"https://a.example/"}"#, .missing(path: "entries[0].request.method")),
        (
            #""request":{"method":"GET","url":42}"#,
            .wrongType(path: "entries[0].request.url", expected: "string", found: "number")
        ),
        (#""request":[]"#, .wrongType(path: "entries[0].request", expected: "object", found: "array")),
        (
            #""request":{"method":"GET","url":"https://a.example/","headers":[{"value":"x"}]}"#,
            .missing(path: "entries[0].request.headers.name")
        ),
        (
            #""request":{"method":"GET","url":"https://a.example/"},"response":{"status":"200"}"#,
            .wrongType(path: "entries[0].response.status", expected: "number", found: "string")
        ),
        (
            #""request":{"method":"GET","url":"https://a.example/"},"response":{"status":200,"content":{"text":"*","encoding":"base64"}}"#,
            .base64(path: "entries[0].response.content.text")
        ),
        (
            #""request":{"method":"GET","url":"https://a.example/"},"_endpoint":{"chunks":[[1]]}"#,
            .wrongType(path: "entries[0]._endpoint.chunks", expected: "pair of numbers", found: "array")
        ),
    ]

    @Test(arguments: brokenEntries)
    func `an error names the field that is missing or has a wrong type`(entry: String, reason: CassetteError.Reason) {
        let error = #expect(throws: CassetteError.self) { try Cassette.reading(entry: entry, isOwn: true) }
        #expect(error?.reason == reason)
    }

    @Test(arguments: brokenEntries)
    func `an entry of another program that cannot be read is skipped`(
        entry: String, reason: CassetteError.Reason
    ) throws {
        let good = #""request":{"method":"GET","url":"https://a.example/"},"response":{"status":200}"#
        let (cassette, notes) = try Cassette.reading(entry: "\(entry)},{\(good)")
        #expect(cassette.interactions.map(\.response?.status) == [200])
        #expect(notes.filter { $0.kind == .skipped }.map(\.entry) == [1])
        #expect(notes.allSatisfy { !$0.reason.contains("entries[0]") && !$0.reason.hasSuffix(".") })
    }

    @Test func `the note of a skipped entry says why`() throws {
        let (_, notes) = try Cassette.reading(entry: #""request":{"method":"GET"}"#)
        #expect(notes.map(\.description) == ["entry #1 skipped: it has no request.url"])
        let (cassette, others) = try Cassette.reading(
            har: Data(#"{"log":{"entries":[1,{"request":{"method":"GET","url":"https://a.example/"}}]}}"#.utf8))
        #expect(cassette.interactions.count == 1)
        #expect(others.first?.kind == .skipped)
    }

    @Test func `the error names the file once it is known`() {
        var error = CassetteError(
            .bodiesDisagree(
                path: "entries[1].response.content.text", other: "entries[1].response.content._json", at: "$.name"))
        error.file = "places-order.har"
        #expect(
            error.description == "places-order.har has two versions of one body: entries[1].response.content.text and "
                + "entries[1].response.content._json disagree at $.name. You edited one; delete the other.")
    }

    @Test func `a byte order mark is skipped`() throws {
        let file = try Cassette([.sample("/a")]).har()
        #expect(try Cassette.reading(har: Data([0xEF, 0xBB, 0xBF]) + file.data).0 == Cassette([.sample("/a")]))
    }

    @Test func `two versions of a body may differ only in notation`() throws {
        let same = #""status":200,"content":{"text":"{\"a\":1.0,\"b\":2}","_json":{"b":2,"a":1}}"#
        #expect(
            try Cassette.reading(response: same).0.interactions[0].response?.body == Data("{\"a\":1.0,\"b\":2}".utf8))
        let other = #""status":200,"content":{"text":"{\"a\":{\"c\":1}}","_json":{"a":{"c":2}}}"#
        let error = #expect(throws: CassetteError.self) { try Cassette.reading(response: other, isOwn: true) }
        let content = "entries[0].response.content"
        #expect(
            error?.reason == .bodiesDisagree(path: "\(content).text", other: "\(content)._json", at: "$.a.c"))
    }

    @Test func `a hand-written file holds plain JSON`() throws {
        let json = #""status":200,"content":{"mimeType":"application/json","_json":{"a":[1,"x"]}}"#
        let response = try Cassette.reading(response: json).0.interactions[0].response
        #expect(response?.body == Data(#"{"a":[1,"x"]}"#.utf8))
        #expect(response?.contentType == "application/json")
    }

    @Test(arguments: ["../x.json", "/etc/passwd", "a/../../b", "a\\b", "C:x", "", "~/x", "a//b", "./a", "a\0b"])
    func `a body outside of the folder is refused without looking for it`(name: String) throws {
        let file = JSONPrinter.compact(.string(name))
        let har = Data(
            """
            {"log":{"_endpoint":{},"entries":[{"request":{"method":"GET","url":"https://a.example/"},"response":{"status":200,"content":{"_file":\(file)}}}]}}
            """.utf8)
        let error = #expect(throws: CassetteError.self) {
            try Cassette.reading(har: har) { _ in
                Issue.record("asked for \(name)")
                return Data()
            }
        }
        #expect(error?.reason == .fileOutside(path: "entries[0].response.content._file", file: name))
    }

    @Test func `a body in a file is loaded, and a missing file is reported`() throws {
        let content = #""status":200,"content":{"_file":"bodies/a.json"}"#
        let error = #expect(throws: CassetteError.self) { try Cassette.reading(response: content, isOwn: true) }
        #expect(
            error?.reason
                == .fileUnreadable(
                    path: "entries[0].response.content._file", file: "bodies/a.json",
                    problem: "there is no folder to look in."))
    }

    @Test(arguments: [
        (#""status":200,"redirectURL":null,"cookies":null,"headers":null,"content":{"size":null,"text":null}"#, 200),
        (#""status":200"#, 200), (#""status":204,"content":{}"#, 204), (#""status":304"#, 304),
    ])
    func `fields that are null or missing in common exports can be read`(response: String, status: Int) throws {
        #expect(try Cassette.reading(response: response).0.interactions[0].response?.status == status)
    }

    @Test func `headers are read in every form, and dropped wire and pseudo headers have a note`() throws {
        let headers = """
            "status":200,"headers":[["A","1"],{"name":"B","value":["2","3"]},{"name":":status","value":"200"},\
            {"name":"Content-Encoding","value":"gzip"},{"name":"Set-Cookie","value":"a=1\\nb=2"},{"name":"N","value":7}]
            """
        let (cassette, notes) = try Cassette.reading(response: headers)
        #expect(
            cassette.interactions[0].response?.headers == [
                "A": "1", "B": "2", "B": "3", "Set-Cookie": "a=1",
                "Set-Cookie": "b=2", "N": "7",
            ])
        #expect(
            notes == [
                Cassette.ImportNote(
                    kind: .changed, entry: 1, reason: "response headers left out: :status, Content-Encoding")
            ])
    }

    @Test(arguments: [
        (#""method":"GET","url":"data:text/plain,x""#, "its URL is neither http nor https, but data"),
        (#""method":"GET","url":"wss://a.example/""#, "its URL is neither http nor https, but wss"),
        (
            #""method":"OPTIONS","url":"https://a.example/","headers":[{"name":"access-control-request-method","value":"PUT"}]"#,
            "it is a preflight, which only browsers send"
        ),
    ])
    func `an entry that no client would send is skipped with the reason`(request: String, reason: String) throws {
        let (cassette, notes) = try Cassette.reading(entry: "\"request\":{\(request)}")
        #expect(cassette.interactions.isEmpty)
        #expect(notes == [Cassette.ImportNote(kind: .skipped, entry: 1, reason: reason)])
        #expect(notes.first?.description == "entry #1 skipped: \(reason)")
    }

    @Test func `an entry without a response is a failure with a note`() throws {
        let (cassette, notes) = try Cassette.reading(
            entry: #""startedDateTime":"2025-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.example/"}"#)
        #expect(cassette.interactions[0].failure?.code == .networkConnectionLost)
        #expect(notes.map(\.entry) == [1])
    }

    @Test func `a form with nothing but fields is encoded again`() throws {
        let (cassette, notes) = try Cassette.reading(
            entry: """
                "startedDateTime":"2025-01-01T00:00:00Z","response":{"status":200},"request":{"method":"POST","url":"https://a.example/",\
                "postData":{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a","value":"x y"},{"name":"b","value":"1"}]}}
                """)
        #expect(
            Matching.standard.differences(
                recorded: cassette.interactions[0].request, live: .form("https://a.example/", "a=x+y&b=1")) == [])
        #expect(notes.count == 1)
    }

    @Test func `Chrome's list of events is read as a stream`() throws {
        let (cassette, _) = try Cassette.reading(
            entry: """
                "startedDateTime":"2025-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.example/"},"response":{"status":200},\
                "_eventSourceMessages":[{"time":10.5,"eventName":"message","eventId":"","data":"a\\nb"},\
                {"time":12,"eventName":"tick","eventId":"3","data":"c"}]
                """)
        let interaction = cassette.interactions[0]
        #expect(interaction.response?.body == Data("data: a\ndata: b\n\nevent: tick\nid: 3\ndata: c\n\n".utf8))
        #expect(interaction.chunks.map(\.time) == [.zero, .milliseconds(1500)])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `the pieces of an event stream have the times of Chrome's list`(lineEnd: String) throws {
        let body = ["data: a", "data: b", "", "id: 3", "data: c", "", "data: cut"].joined(separator: lineEnd)
        let text = JSONPrinter.compact(.string(body))
        func reading(_ data: String) throws -> (Cassette, [Cassette.ImportNote]) {
            try Cassette.reading(
                entry: """
                    "startedDateTime":"2025-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.example/"},
                    "response":{"status":200,"content":{"mimeType":"text/event-stream","text":\(text)}},
                    "_eventSourceMessages":[{"time":10.5,"data":"a\\nb"},{"time":12,"data":"\(data)"}]
                    """)
        }
        let (cassette, notes) = try reading("c")
        #expect(cassette.interactions[0].chunks.map(\.time) == [.zero, .milliseconds(1500)])
        #expect(cassette.interactions[0].chunks.map(\.length).reduce(0, +) == body.utf8.count)
        #expect(cassette.interactions[0].chunks.first?.length == "data: adata: b".utf8.count + 3 * lineEnd.utf8.count)
        #expect(notes.isEmpty)
        let (other, otherNotes) = try reading("d")
        #expect(other.interactions[0].chunks.isEmpty)
        #expect(otherNotes.map(\.kind) == [.changed])
    }

    @Test(arguments: [
        (#""data":"a""#, #""data":"c""#, Optional(1)), (#""data":"x""#, #""data":"b""#, 0),
        (#""data":"a","eventName":"tick""#, #""data":"b""#, 0), (#""data":"a""#, #""data":"b""#, nil),
    ])
    func `an edit of the text or of the events of an own file is an error if they differ`(
        first: String, second: String, place: Int?
    ) throws {
        func reading() throws -> Cassette {
            try Cassette.reading(
                entry: """
                    "startedDateTime":"2025-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.example/"},
                    "response":{"status":200,"content":{"mimeType":"text/event-stream","text":"data: a\\n\\ndata: b\\n\\n"}},
                    "_eventSourceMessages":[{"time":1735689600.5,\(first)},{"time":1735689601.5,\(second)}]
                    """, isOwn: true
            ).0
        }
        guard let place else {
            #expect(try reading().interactions[0].chunks.map(\.time) == [.milliseconds(500), .milliseconds(1500)])
            return
        }
        let error = #expect(throws: CassetteError.self) { try reading() }
        let list = "entries[0]._eventSourceMessages"
        #expect(
            error?.reason
                == .bodiesDisagree(path: "entries[0].response.content.text", other: list, at: "\(list)[\(place)]"))
    }

    @Test func `pieces that do not add up to an edited body are left out, with a note`() throws {
        let (cassette, notes) = try Cassette.reading(
            entry: """
                "startedDateTime":"2025-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.example/"},
                "response":{"status":200,"content":{"mimeType":"text/plain","text":"longer"}},
                "_endpoint":{"chunks":[[2,0],[1,5]]}
                """, isOwn: true)
        #expect(cassette.interactions[0].chunks == [])
        #expect(cassette.interactions[0].response?.body == Data("longer".utf8))
        #expect(notes.map(\.reason).joined().contains("replayed in one piece"))
    }

    @Test func `text that a browser has decoded becomes UTF-8`() throws {
        let latin = #""status":200,"headers":[["Content-Type","text/html; charset=ISO-8859-1"]],"content":{"text":"é"}"#
        let (cassette, notes) = try Cassette.reading(response: latin)
        #expect(cassette.interactions[0].response?.contentType == "text/html; charset=utf-8")
        #expect(cassette.interactions[0].response?.body == Data("é".utf8))
        #expect(notes.count == 1)
    }

    @Test func `base64 may be broken into lines`() throws {
        let broken = #""status":200,"content":{"text":"aGVs\r\nbG8=\n","encoding":"base64"}"#
        #expect(try Cassette.reading(response: broken).0.interactions.first?.response?.body == Data("hello".utf8))
    }

    @Test(arguments: [
        #""status":200,"headers":[["Content-Type","text/plain; charset=us-ascii"]],"content":{"text":"a"}"#,
        #""status":200,"headers":[["Content-Type","text/plain; charset=UTF8"]],"content":{"text":"a"}"#,
        #""status":204,"content":{"size":0}"#, #""status":204,"content":{"size":-1}"#,
    ])
    func `an entry that needs no change has no note`(response: String) throws {
        #expect(try Cassette.reading(response: response).1 == [])
    }

    @Test func `a response of our own file isn't adapted`() throws {
        let response = #""status":304,"content":{"text":"kept"}"#
        let (own, notes) = try Cassette.reading(response: response, isOwn: true)
        #expect(own.interactions[0].response?.status == 304)
        #expect(notes == [])
        #expect(try Cassette.reading(response: response).0.interactions[0].response?.status == 200)
    }

    @Test func `half characters, pages and unknown fields have notes`() throws {
        let (_, notes) = try Cassette.reading(
            har: Data(
                #"""
                {"log":{"pages":[{}],"entries":[{"startedDateTime":"2025-01-01T00:00:00Z","_x":1,"pageref":"p",
                "request":{"method":"GET","url":"https://a.example/"},"response":{"status":200,"content":{"text":"\ud800"}}}]}}
                """#.utf8))
        #expect(
            notes.map(\.description) == [
                "pages left out: 1", "entry #1: an escape has an unpaired surrogate; it was read as U+FFFD",
                "fields of entries left out: _x, pageref",
            ])
    }

    @Test func `reading gives back any cassette that was written`() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<60 {
            let cassette = Cassette.random(using: &random)
            let (again, notes) = try Cassette.reading(har: cassette.written().data)
            for (read, written) in zip(again.interactions, cassette.interactions) {
                try #require(read.request == written.request)
                try #require(read.outcome == written.outcome)
                try #require(read == written)
            }
            try #require(again == cassette)
            try #require(notes == [])
        }
    }

    @Test func `a file cut off anywhere is an error and never reads as a smaller cassette`() throws {
        let data = try Cassette([HARWriterTests.login]).har().data.dropLast()
        for length in stride(from: 0, to: data.count, by: 7) {
            #expect(throws: CassetteError.self) { try Cassette.reading(har: data.prefix(length)) }
        }
    }
}

extension Cassette {
    static func random(using random: inout SplitMix64) -> Cassette {
        var date = 1_600_000_000_000
        let interactions = (0..<Int.random(in: 0...6, using: &random)).map { index -> Interaction in
            date += Int.random(in: 0...5000, using: &random)
            let type =
                ["application/json", "text/plain", "application/octet-stream", ""].randomElement(using: &random) ?? ""
            let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let node = JSONNode.random(depth: 3, using: &random)
            let body = type == "application/json" ? Data(JSONPrinter.compact(node).utf8) : Data(bytes)
            let request = Interaction.Request(
                ["GET", "POST", "QUERY"].randomElement(using: &random) ?? "GET",
                "https://a.example/\(index)?q=%C3%BC&q=1",
                headers: ["X-Ü\"": "a\\b\u{2028}"], body: .init(body, contentType: type))
            let headers: HeaderFields =
                type.isEmpty ? [:] : ["Content-Type": type, "Set-Cookie": "a=1; Path=/"]
            let outcome =
                Bool.random(using: &random)
                ? Interaction.Outcome.response(.init(200, reason: "Öl", headers: headers, body: body))
                : .failure(.init(.timedOut, message: "zu spät"))
            return Interaction(
                request, outcome, startedDateTime: Date(timeIntervalSince1970: Double(date) / 1000),
                timing: .init(wait: .milliseconds(index)), chunks: [.init(length: body.count, time: .milliseconds(9))],
                id: "i\(index)")
        }
        return Cassette(interactions, recordedAt: Date(timeIntervalSince1970: 1_600_000_000))
    }
}
