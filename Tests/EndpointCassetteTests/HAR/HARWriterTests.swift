import Foundation
import Testing

@testable import EndpointCassette

@Suite struct HARWriterTests {
    static let login = Interaction(
        Interaction.Request(
            "POST", "https://api.example.com/v1/items?b=2&a=x%20y#part",
            headers: [
                "Content-Type": "application/x-www-form-urlencoded",
                "Host": "api.example.com",
            ],
            body: .init(Data("name=A+B&n=1".utf8), contentType: "application/x-www-form-urlencoded")),
        .response(
            .init(
                201, reason: "Created",
                headers: [
                    "Content-Type": "application/json",
                    "Location": "/v1/items/9007199254740993",
                    "Date": "Wed, 21 Oct 2015 07:28:00 GMT",
                ], body: Data(#"{"id":9007199254740993, "tags":["ü","a/b"],"ok":true}"#.utf8))),
        startedDateTime: Date(timeIntervalSince1970: 1_700_000_000.25),
        timing: .init(blocked: .milliseconds(3), send: .zero, wait: .microseconds(12_400), receive: .milliseconds(2)),
        id: "create", note: "by hand")

    @Test(
        arguments: [
            ([], ""), (Array("a\t\r\nä".utf8), "a\t\r\nä"), (Array("123456789".utf8) + [0], "123456789\0"),
            (Array("12345678".utf8) + [0], nil), ([0xC3], nil), ([0xFF, 0x61], nil),
        ] as [([UInt8], String?)])
    func `bytes are readable if they are UTF-8 with at most a tenth of control characters`(
        bytes: [UInt8], text: String?
    ) {
        #expect(Data(bytes).readableText == text)
    }

    @Test func `a written file can be reviewed by people`() throws {
        let cassette = Cassette([Self.login], recordedAt: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(try cassette.har(redaction: .standard).text == Self.expected)
    }

    @Test func `the members of every object are in the order of the specification`() throws {
        let node = try #require(JSONParser.node(Cassette([Self.login]).har(.complete).data))
        let entry = try #require(node["log"]?["entries"]?.elements.first)
        #expect(node["log"]?.keys == ["version", "creator", "pages", "_endpoint", "entries"])
        #expect(entry.keys == ["startedDateTime", "time", "request", "response", "cache", "timings", "_endpoint"])
        #expect(
            entry["request"]?.keys == [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "postData", "headersSize",
                "bodySize",
            ])
        #expect(
            entry["response"]?.keys == [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize",
            ])
    }

    @Test func `the dates of a written file never decrease`() throws {
        let cassette = Cassette([.sample("/a", at: 5), .sample("/b", at: 3), .sample("/c", at: 6)])
        let dates = try Cassette.reading(har: cassette.har().data).0.interactions.map(
            \.startedDateTime.timeIntervalSince1970)
        #expect(dates == [1_700_000_005, 1_700_000_005, 1_700_000_006])
    }

    @Test func `a failure has the status 0, Chrome's error and its exact code`() throws {
        let failed = Interaction(.get("https://a.example/"), .failure(.init(.timedOut, message: "net::ERR_TIMED_OUT")))
        let file = try Cassette([failed]).har()
        let response = JSONParser.node(file.data)?["log"]?["entries"]?.elements.first?["response"]
        #expect(response?["status"] == 0)
        #expect(response?["_error"] == "net::ERR_TIMED_OUT")
        #expect(try Cassette.reading(har: file.data).0.interactions == [failed])
    }

    @Test func `bytes that aren't UTF-8 become base64, in requests and responses`() throws {
        let bytes = Data([0xFF, 0x00, 0x80])
        let binary = Interaction(
            .init("PUT", "https://a.example/", body: .init(bytes, contentType: "image/png")),
            .response(.init(200, body: bytes)))
        let file = try Cassette([binary]).har()
        #expect(file.text.contains(#""text": "/wCA""#) && file.text.contains(#""encoding": "base64""#))
        #expect(try Cassette.reading(har: file.data).0.interactions == [binary])
    }

    @Test func `a large body is written to a file of its own and found again`() throws {
        let body = "{\"text\":\"\(String(repeating: "x", count: 200))\"}"
        let cassette = Cassette([.sample("/a", body), .sample("/b", body)])
        let file = try cassette.har(Cassette.Format(largestEmbeddedBody: 100))
        #expect(file.sidecars.map(\.name) == ["cassette.har.1.response.json", "cassette.har.2.response.json"])
        #expect(file.sidecars.map(\.data) == [Data(body.utf8), Data(body.utf8)])
        let (again, _) = try Cassette.reading(har: file.data) { name in
            try #require(file.sidecars.first { $0.name == name }?.data)
        }
        #expect(again == cassette)
    }

    @Test func `the error for a body that is too large names the place and how to raise the limit`() {
        let cassette = Cassette([.sample("/a"), .sample("/b", "\"0123456789\"")])
        let error = #expect(throws: CassetteError.self) { try cassette.har(Cassette.Format(largestBody: 10)) }
        #expect(error?.reason == .bodyTooLarge(path: "entries[1].response.content", size: 12, limit: 10))
        #expect(error?.description.contains("Cassette.Format.largestBody") == true)
    }

    @Test func `a body of the largest size is written inline or to a file`() throws {
        #expect(
            Cassette.Format.standard.largestEmbeddedBody == 1 << 20 && Cassette.Format.standard.largestBody == 5 << 20)
        let body = "\"0123456789\""
        for (embedded, sidecars) in [(12, 0), (11, 1)] {
            let format = Cassette.Format(largestEmbeddedBody: embedded, largestBody: 12)
            #expect(try Cassette([.sample("/b", body)]).har(format).sidecars.count == sidecars)
        }
    }

    @Test func `the header fields that a matching compares are kept`() throws {
        let matching = Matching.standard.headers("Accept-Language").custom(headers: "X-Tenant") { _, _ in [] }
        let fields: HeaderFields = ["Accept-Language": "de", "X-Tenant": "de", "X-Other": "de"]
        let exchange = Interaction(.init("GET", "https://a.example/", headers: fields), .response(.init(204)))
        func kept(_ format: Cassette.Format) throws -> [String] {
            try Cassette.reading(Cassette([exchange]).har(format).text).interactions[0].request.headers.map(\.name)
        }
        #expect(try kept(.standard) == [])
        #expect(try kept(.standard.keeping(headersOf: matching)) == ["Accept-Language", "X-Tenant"])
    }

    @Test func `a message has the time of its piece`() throws {
        let messages = ["data: a\n\n", "data: b\n\n"]
        var stream = Interaction(
            .get("https://a.example/events"),
            .response(
                .init(
                    200, headers: ["Content-Type": "text/event-stream"],
                    body: Data(messages.joined().utf8))), startedDateTime: Date(timeIntervalSince1970: 1_700_000_000))
        stream.chunks = messages.enumerated().map { .init(length: $1.utf8.count, time: .seconds($0)) }
        let text = try Cassette([stream]).har().text
        #expect(text.contains(#""time": 1700000000.000, "eventName": "message", "eventId": "", "data": "a""#))
        #expect(text.contains(#""time": 1700000001.000, "eventName": "message", "eventId": "", "data": "b""#))
    }

    @Test(arguments: [39, 40])
    func `the pieces of an event stream are stored once, as messages or as lengths`(first: Int) throws {
        let body = "event: tick\nid: 7\ndata: one\ndata: two\n\ndata: three\n\n"
        var stream = Interaction(
            .get("https://a.example/events"),
            .response(.init(200, headers: ["Content-Type": "text/event-stream"], body: Data(body.utf8))),
            startedDateTime: Date(timeIntervalSince1970: 1_700_000_000))
        stream.timing.wait = .milliseconds(100)
        stream.chunks = [
            .init(length: first, time: .zero), .init(length: body.utf8.count - first, time: .milliseconds(1500)),
        ]
        let file = try Cassette([stream]).har()
        #expect(try Cassette.reading(har: file.data).0.interactions == [stream])
        #expect(file.text.contains("_eventSourceMessages") == (first == 39))
        #expect(file.text.contains("chunks") == (first == 40))
        guard first == 39 else { return }
        #expect(
            file.text.contains(
                #"{ "time": 1700000000.100, "eventName": "tick", "eventId": "7", "data": "one\ntwo" },"#))
        #expect(
            file.text.contains(
                #"{ "time": 1700000001.600, "eventName": "message", "eventId": "7", "data": "three" }"#))
    }

    @Test func `an event stream without recorded times has no list of messages`() throws {
        let stream = Interaction(
            .get("https://a.example/events"),
            .response(
                .init(
                    200, headers: ["Content-Type": "text/event-stream"],
                    body: Data("data: a\r\n\r\ndata: b\r\n\r\n".utf8))))
        let file = try Cassette([stream]).har()
        #expect(!file.text.contains("_eventSourceMessages"))
        #expect(try Cassette.reading(har: file.data).0.interactions == [stream])
    }

    @Test func `only the headers of the format are kept`() throws {
        let headers: HeaderFields = [
            "Server": "1", "X-Request-Id": "1", "ETag": "1", "X-RateLimit-Left": "1", "CF-Ray": "1",
        ]
        let cassette = Cassette([Interaction(.get("https://a.example/"), .response(.init(200, headers: headers)))])
        func kept(_ format: Cassette.Format) throws -> [String] {
            try Cassette.reading(har: cassette.har(format).data).0.interactions[0].response?.headers.map(\.name) ?? []
        }
        #expect(try kept(.standard) == ["ETag", "X-RateLimit-Left"])
        #expect(
            try kept(Cassette.Format(responseHeaders: .response.adding("cf-ray"))) == [
                "ETag", "X-RateLimit-Left", "CF-Ray",
            ])
    }

    private static let expected = #"""
        {
          "log": {
            "version": "1.2",
            "creator": { "name": "Endpoint", "version": "1.0" },
            "pages": [],
            "_endpoint": {
              "format": 1,
              "recordedAt": "2023-11-14T22:13:20.000Z"
            },
            "entries": [
              {
                "startedDateTime": "2023-11-14T22:13:20.250Z",
                "time": 17,
                "request": {
                  "method": "POST",
                  "url": "https://api.example.com/v1/items?b=2&a=x%20y",
                  "httpVersion": "HTTP/1.1",
                  "cookies": [],
                  "headers": [
                    { "name": "Content-Type", "value": "application/x-www-form-urlencoded" }
                  ],
                  "queryString": [
                    { "name": "b", "value": "2" },
                    { "name": "a", "value": "x y" }
                  ],
                  "postData": {
                    "mimeType": "application/x-www-form-urlencoded",
                    "params": [
                      { "name": "name", "value": "A B" },
                      { "name": "n", "value": "1" }
                    ],
                    "text": "name=A+B&n=1"
                  },
                  "headersSize": -1,
                  "bodySize": 12
                },
                "response": {
                  "status": 201,
                  "statusText": "Created",
                  "httpVersion": "HTTP/1.1",
                  "cookies": [],
                  "headers": [
                    { "name": "Content-Type", "value": "application/json" },
                    { "name": "Location", "value": "/v1/items/9007199254740993" }
                  ],
                  "content": {
                    "size": 54,
                    "mimeType": "application/json",
                    "text": "{\"id\":9007199254740993, \"tags\":[\"ü\",\"a/b\"],\"ok\":true}",
                    "_json": {
                      "id": 9007199254740993,
                      "tags": [
                        "ü",
                        "a/b"
                      ],
                      "ok": true
                    }
                  },
                  "redirectURL": "/v1/items/9007199254740993",
                  "headersSize": -1,
                  "bodySize": 54
                },
                "cache": {},
                "timings": { "blocked": 3, "send": 0, "wait": 12, "receive": 2 },
                "_endpoint": {
                  "id": "create",
                  "note": "by hand"
                }
              }
            ]
          }
        }

        """#
}

extension JSONNode {
    var elements: [JSONNode] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var keys: [String] {
        if case .object(let members) = self { members.map(\.key) } else { [] }
    }
}
