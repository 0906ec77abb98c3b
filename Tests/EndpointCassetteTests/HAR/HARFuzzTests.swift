import EndpointCore
import Foundation
import Testing

@testable import EndpointCassette

/// HAR files in which values of the right and the wrong type are replaced, doubled and left out, through all operations
/// of a cassette: 600 of them, 40,000 with `ENDPOINT_THOROUGH=1`. A trap ends the process, so it is enough to survive.
@Suite struct HARFuzzTests {
    private static let count = ProcessInfo.processInfo.environment["ENDPOINT_THOROUGH"] == "1" ? 40_000 : 600

    @Test func `no file ends the process`() throws {
        let log = try #require(JSONParser.node(Data(Self.seed.utf8))?["log"])
        guard case .array(let entries)? = log["entries"] else { return #expect(Bool(false), "no entries") }
        var random = SplitMix64(seed: 23)
        var read = 0
        for number in 0..<Self.count {
            let original = entries[number % entries.count]
            var (head, entry) = (log["_endpoint"] ?? .null, original)
            for _ in 0..<Int.random(in: 1...4, using: &random) { entry = Self.mutated(entry, using: &random) }
            if Int.random(in: 0..<8, using: &random) == 0 { head = Self.mutated(head, using: &random) }
            let isForeign = Bool.random(using: &random)
            let log: JSONNode = [isForeign ? "x" : "_endpoint": head, "entries": [original, entry]]
            let har: JSONNode = ["log": log]
            if try Self.use(Data(JSONPrinter.compact(har).utf8)) { read += 1 }
        }
        #expect(read > Self.count / 5)
    }

    @Test(arguments: [
        #"{"otp": 1e-9223372036854775808}"#, #"{"token": "{{secret:token#9223372036854775807}}"}"#,
        #"{"token": [2147419999, 8051774]}"#,
    ])
    func `no answer ends the process`(body: String) throws {
        let escaped = JSONPrinter.compact(.string(body))
        let har =
            #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://a.example/"}, "response": {"status": 200, "#
            + #""content": {"mimeType": "application/json", "text": \#(escaped)}}}]}}"#
        #expect(try Self.use(Data(har.utf8)))
    }

    @Test(arguments: ["[9223372036854775807, 0], [1, 1]", "[0, 999999999999999], [9223372036854775807, 1e300]"])
    func `no pieces of a body end the process`(chunks: String) throws {
        let har =
            #"{"log": {"_endpoint": {}, "entries": [{"_endpoint": {"chunks": [\#(chunks)]}, "#
            + #""request": {"method": "GET", "url": "https://a.example/"}, "response": {"status": 200, "#
            + #""content": {"mimeType": "application/json", "text": "{\"otp\": \"s3cr3t\"}"}}}]}}"#
        #expect(try Self.use(Data(har.utf8)))
    }

    @Test(arguments: ["1e300", "-1e300", "0.5", "9223372036854775807", "1e-300"])
    func `no size ends the process`(size: String) throws {
        let (_, notes) = try Cassette.reading(
            response: #""status": 200, "content": {"mimeType": "text/plain", "size": \#(size)}"#)
        #expect(notes.contains { $0.reason.hasPrefix("its body is missing") } == !size.hasPrefix("-"))
    }

    /// Performs all operations of tests and programs on a file; false if it cannot be read.
    private static func use(_ har: Data) throws -> Bool {
        let cassette: Cassette
        do {
            cassette = try Cassette.reading(har: har, sidecar: { Data($0.utf8) }).cassette
        } catch is CassetteError {
            return false
        }
        for format in [Cassette.Format.standard, .complete] {
            guard let file = try? cassette.har(format) else { continue }
            let again = try Cassette.reading(har: file.data) { name in
                file.sidecars.first { $0.name == name }?.data ?? Data()
            }.cassette
            #expect(again.interactions.count == cassette.interactions.count)
            _ = cassette.merging(recorded: again)
            _ = "\(Cassette.Drift.compare(cassette, again))"
        }
        var table = PlaceholderTable(for: cassette)
        let index = CassetteIndex(cassette)
        for interaction in cassette.interactions {
            _ = interaction.response?.httpURLResponse(url: interaction.request.url)
            _ = "\(interaction)" + interaction.request.placesOfPlaceholders(and: []).joined()
            var other = interaction.request.redacted(by: .standard, into: &table)
            other.url += "x"
            let match = cassette.match(other, by: index, at: PlaybackState())
            let miss = UnmatchedRequest(other, match, in: cassette, by: index, at: PlaybackState())
            _ = miss.map { "\($0)" }
        }
        return true
    }
}

extension HARFuzzTests {
    /// The document with one value replaced, doubled or left out. A text that is JSON is changed as JSON.
    private static func mutated(_ node: JSONNode, using random: inout SplitMix64) -> JSONNode {
        switch node {
        case .object(var members) where !members.isEmpty && Int.random(in: 0..<12, using: &random) > 0:
            let index = Int.random(in: 0..<members.count, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0: members.remove(at: index)
            case 1: members.append(members[index])
            default:
                members[index] = .init(key: members[index].key, value: mutated(members[index].value, using: &random))
            }
            return .object(members)
        case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<12, using: &random) > 0:
            let index = Int.random(in: 0..<elements.count, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
            case 0: elements.remove(at: index)
            case 1: elements.append(elements[index])
            default: elements[index] = mutated(elements[index], using: &random)
            }
            return .array(elements)
        case .string(let text) where text.hasPrefix("{") && Int.random(in: 0..<4, using: &random) > 0:
            return JSONParser.node(Data(text.utf8)).map { .string(JSONPrinter.compact(mutated($0, using: &random))) }
                ?? hostile(using: &random)
        case .number: return .number(numbers.randomElement(using: &random) ?? "0")
        case .string where Bool.random(using: &random): return .string(texts.randomElement(using: &random) ?? "")
        default: return hostile(using: &random)
        }
    }

    private static func hostile(using random: inout SplitMix64) -> JSONNode {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: .null
        case 1: .bool(true)
        case 2: .array([])
        case 3: .object([])
        case 4: .string(texts.randomElement(using: &random) ?? "")
        default: .number(numbers.randomElement(using: &random) ?? "0")
        }
    }

    private static let numbers = [
        "0", "-1", "-0.0", "0.5", "1e300", "-1e300", "1e400", "1e-400", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "18446744073709551616", "1e9223372036854775807", "1e-9223372036854775808",
        "1e99999999999999999999", "2147410001", "2147419999", "2147419999.0", "2147410001e0", "214741e4", "1e15",
        "999999999999999", "9007199254740993", "200", "304", "1000000000",
    ]

    private static let texts = [
        "", "{{secret}}", "{{secret:token#9223372036854775807}}", "{{secret:token#-9223372036854775808}}",
        "{{secret:token#99999999999999999999}}", "{{secret:#1}}", "{{secret:token#1", "%7b%7bsecret%3atoken%231%7d%7d",
        "{{secret:{{secret:a#1}}#2}}", "0000-01-01T00:00:00+99:99", "9999-12-31T23:59:59.999999999999-99:99",
        "2025-02-30T25:61:61Z", "http://", "https://[::1", "https://a.example:99999/", "https://a.example/%", "//", "?",
        "base64", "text/event-stream", "application/json; charset=\"", "multipart/form-data; boundary=", "\u{0}", "é",
        "h3", "net::ERR_TIMED_OUT", "Basic Og==", "Bearer 2147410001", "a=b; Expires=x",
        "{\"otp\": 1e-9223372036854775808}",
    ]

    /// A file with every member that is read.
    private static let seed = #"""
        {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "pages": [{"id": "p"}],
        "_endpoint": {"format": 1, "recordedAt": "2025-01-01T00:00:00Z", "redactions": ["{{secret:token#1}}", "2147410001"]},
        "entries": [
        {"startedDateTime": "2025-01-01T00:00:00.000Z", "time": 12.5, "serverIPAddress": "192.0.2.1", "connection": "7",
         "_endpoint": {"id": "a", "note": "n", "chunks": [[5, 0], [12, 3.5]], "reusedConnection": true},
         "request": {"method": "POST", "url": "https://a.example/login?token=s3cr3t-abc&x=1", "httpVersion": "HTTP/1.1",
          "headers": [{"name": "Authorization", "value": "Bearer s3cr3t-abc"}, {"name": "Cookie", "value": "a=b"}],
          "cookies": [], "queryString": [], "postData": {"mimeType": "application/json",
          "text": "{\"password\": \"hunter2-xyz\", \"otp\": 805177, \"n\": [1, {\"pin\": 4711123}]}"}},
         "response": {"status": 200, "statusText": "OK", "httpVersion": "h2", "redirectURL": "",
          "headers": [{"name": "Set-Cookie", "value": "sid=abcdef123456; Path=/"}, ["X-A", "1"], {"name": "B", "value": ["1"]}],
          "content": {"size": 99, "mimeType": "application/json", "text": "{\"token\": \"s3cr3t-abc\", \"expires_in\": 3600}"}},
         "timings": {"blocked": 1, "dns": 2, "connect": 3, "ssl": 1.5, "send": 0.25, "wait": 4, "receive": 2}},
        {"startedDateTime": "2025-01-01T00:00:01+02:00", "request": {"method": "POST", "url": "https://a.example/form",
          "headers": [], "postData": {"mimeType": "application/x-www-form-urlencoded",
          "params": [{"name": "token", "value": "s3cr3t-abc"}]}},
         "response": {"status": 304, "headers": [], "content": {"mimeType": "text/plain; charset=latin1", "text": "aGVsbG8=",
          "encoding": "base64"}}, "timings": {"send": 0, "wait": 1, "receive": 1}},
        {"request": {"method": "GET", "url": "https://a.example/events", "headers": []},
         "response": {"status": 200, "headers": [], "content": {"size": 10, "mimeType": "text/event-stream"}},
         "_eventSourceMessages": [{"time": 1.5, "eventName": "e", "eventId": "1", "data": "{\"token\": \"s3cr3t-abc\"}"}]},
        {"request": {"method": "GET", "url": "https://a.example/file"},
         "response": {"status": 200, "content": {"size": 3, "mimeType": "image/png", "_file": "a.har.4.response.png"}}},
        {"request": {"method": "GET", "url": "https://a.example/json"},
         "response": {"status": 200, "content": {"mimeType": "application/json", "_json": {"otp": 805177, "a": [1.0]}}}},
        {"request": {"method": "GET", "url": "https://a.example/lost"}, "response": {"status": 0, "_error": "net::ERR_TIMED_OUT"}},
        {"request": {"method": "GET", "url": "https://a.example/lost"}, "_endpoint": {"error": {"code": -1001, "message": "m"}}}
        ]}}
        """#
}
