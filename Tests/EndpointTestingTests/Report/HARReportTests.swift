import TestSupport
import Testing

@testable import EndpointTesting

@Suite struct HARReportTests {
    private func page(_ interactions: Interaction..., limits: ReportLimits = ReportLimits()) throws -> ReportedPage {
        var report = HARReport()
        report.limits = limits
        report.add(Cassette(interactions), named: "test.har")
        return try ReportedPage(report.html())
    }

    private func exchange(
        _ url: String = "https://a.example/", type: String = "application/json", body: Data = Data("{}".utf8)
    ) -> Interaction {
        Interaction(.init("GET", url), .response(.init(200, headers: ["Content-Type": type], body: body)))
    }

    @Test func `a row has what the list shows`() throws {
        let metrics = ExchangeMetrics(
            nameLookup: .milliseconds(1), connect: .milliseconds(2), tls: .milliseconds(3),
            requestStart: .milliseconds(10),
            requestSent: .milliseconds(11), firstByte: .milliseconds(20), total: .milliseconds(25))
        let first = exchange()
        var second = Interaction(
            .init("POST", "https://b.example/x"), .response(.init(503)),
            startedDateTime: Date(timeIntervalSince1970: 1.5), metrics: metrics)
        second.steps = [.init("retrying", at: .milliseconds(7), level: .notice), .init("queued", at: .zero)]
        let page = try page(first, second)
        #expect(page.texts("m") == ["GET", "POST"])
        #expect(page.texts("s") == ["200", "503"])
        #expect(page.texts("k") == ["json", ""])
        #expect(page.texts("t") == ["0", "1500"])
        #expect(page.texts("d") == ["0", "25"])
        #expect(page.rows[1]["p"] as? [Double] == [4, 1, 2, 3, 1, 9, 5])
        #expect(page.rows[0]["p"] as? [Double] == [0, -1, -1, -1, 0, 0, 0])
        #expect(page.rows[1]["g"] as? [String] == ["retrying", "queued"])
        #expect(page.rows[1]["z"] as? [Double] == [7])
        #expect(page.head["hosts"] as? Int == 2)
    }

    @Test(arguments: [
        ("text/event-stream", "stream"), ("application/x-ndjson", "stream"), ("application/problem+json", "json"),
        ("text/html; charset=utf-8", "html"), ("text/javascript", "js"), ("image/svg+xml", "image"),
        ("font/woff2", "font"),
        ("application/atom+xml", "xml"), ("application/x-www-form-urlencoded", "form"), ("application/zip", "other"),
        ("", ""),
    ])
    func `the kind of a response is that of its media type`(type: String, kind: String) throws {
        #expect(try page(exchange(type: type)).texts("k") == [kind])
    }

    @Test func `text is written as text and other bytes in base64`() throws {
        let page = try page(exchange(body: Data("ä".utf8)), exchange(type: "image/png", body: Data([0xFF, 0xD8])))
        #expect(page.body(of: 0)?["text"] as? String == "ä")
        #expect(page.body(of: 1)?["base64"] as? String == "/9g=")
    }

    @Test func `a body beyond the limits is cut at a character or left out`() throws {
        let limits = ReportLimits(body: 4, picture: 3, total: 7)
        let page = try page(
            exchange(body: Data("aaaä".utf8)), exchange(type: "image/png", body: Data("aaaa".utf8)),
            exchange(body: Data("aaaa".utf8)), limits: limits)
        #expect(page.body(of: 0)?["text"] as? String == "aaa")
        #expect(page.body(of: 0)?["cut"] as? Bool == true)
        #expect((page.body(of: 1)?["missing"] as? String)?.contains("larger than 3 bytes") == true)
        #expect((page.body(of: 2)?["missing"] as? String)?.contains("too large") == true)
    }

    @Test func `events have the times at which their last bytes arrived`() throws {
        var stream = exchange(type: "text/event-stream", body: Data("data: a\n\nid: 7\nevent: x\ndata: b\n\n".utf8))
        stream.timing.wait = .milliseconds(100)
        stream.chunks = [
            .init(length: 5, time: .zero), .init(length: 4, time: .milliseconds(20)),
            .init(length: 24, time: .milliseconds(50)),
        ]
        let events = try page(stream).details[0]["events"] as? [[Any]]
        #expect(events?.map { "\($0[0]) \($0[1]) \($0[2]) \($0[3])" } == ["120 message  a", "150 x 7 b"])
    }

    @Test func `lines of JSON are events`() throws {
        let lines = exchange(type: "application/x-ndjson", body: Data("{\"n\": 1}\n\n{\"n\": 2}\n".utf8))
        let events = try page(lines).details[0]["events"] as? [[Any]]
        #expect(events?.map { "\($0[1]) \($0[3])" } == [#"line {"n": 1}"#, #"line {"n": 2}"#])
    }

    @Test func `messages of a WebSocket count from the start of their exchange`() throws {
        let entry = """
            {"startedDateTime": "1970-01-01T00:00:02.000Z", "request": {"method": "GET", "url": "wss://a.example/"}, \
            "response": {"status": 101}, "_webSocketMessages": [{"type": "send", "time": 2.25, "data": "a"}]}
            """
        var report = HARReport()
        try report.add(har: Data(#"{"log": {"entries": [\#(entry)]}}"#.utf8), named: "ws.har")
        let page = try ReportedPage(report.html())
        #expect(page.texts("k") == ["websocket"])
        #expect((page.details[0]["events"] as? [[Any]])?.map { "\($0[0]) \($0[1]) \($0[3])" } == ["250 send a"])
    }

    @Test func `two files are compared`() throws {
        var report = HARReport()
        report.add(
            Cassette([
                exchange("https://a.example/1"), exchange("https://a.example/2"), exchange("https://a.example/3"),
            ]), named: "old.har")
        report.add(
            Cassette([
                exchange("https://a.example/2", body: Data("[]".utf8)), exchange("https://a.example/3"),
                exchange("https://a.example/4"),
            ]), named: "new.har")
        let page = try ReportedPage(report.html())
        #expect(page.texts("x") == ["removed", "changed", "same", "changed", "same", "added"])
        #expect(page.texts("o") == ["", "3", "4", "1", "2", ""])
        #expect(
            (page.details[3]["changes"] as? [[Any]])?.map { "\($0[0]) \($0[1]) \($0[2]) \($0[3])" } == [
                "response body $ {} []"
            ])
        #expect(page.head["title"] as? String == "old.har and new.har")
    }

    @Test func `a damaged file is shown as far as it can be read`() throws {
        let entry = #"{"request": {"method": "GET", "url": "https://a.example/"}, "response": {"status": 200}}"#
        var report = HARReport()
        try report.add(har: Data(#"{"log": {"entries": [\#(entry), {"request": {"meth"#.utf8), named: "cut.har")
        let page = try ReportedPage(report.html())
        #expect(page.rows.count == 1)
        #expect(page.notes.count == 1)
        #expect(report.notes == page.notes.map { "cut.har: \($0)" })
    }

    @Test func `a file that cannot be read is an error with its name`() throws {
        let folder = try TemporaryFolder()
        try Data("GIF89a".utf8).write(to: folder.file("picture.har"))
        let error = #expect(throws: CassetteError.self) { try HARReport(files: [folder.file("picture.har")]) }
        #expect("\(try #require(error))".contains("picture.har"))
        #expect(throws: CassetteError.self) { try HARReport(files: [folder.file("missing.har")]) }
    }

    @Test func `a body in a file beside the HAR file is shown`() throws {
        let folder = try TemporaryFolder()
        let file = CassetteFile(folder.file("large.har"), format: Cassette.Format(largestEmbeddedBody: 10))
        try file.save(Cassette([exchange(type: "text/plain", body: Data("more than ten bytes".utf8))]))
        let page = try ReportedPage(HARReport(files: [file.url]).html())
        #expect(page.body(of: 0)?["text"] as? String == "more than ten bytes")
    }

    @Test func `a request without an answer has the nearest recordings`() async throws {
        let client = ReplayingClient(Cassette([.number(1, at: "a?page=1")]), baseURL: api)
        let error = await #expect(throws: UnmatchedRequest.self) {
            try await client.request(NumberEndpoint(path: "a?page=2"))
        }
        let failure = Interaction.Failure(.resourceUnavailable, message: "not in the cassette")
        let exchange = Interaction(.init("GET", "https://api.example.com/v1/a?page=2"), .failure(failure))
        let page = try ReportedPage(HARReport([(exchange, error)], named: "a", redaction: .showingValues).html())
        let nearest = try #require((page.details[0]["nearest"] as? [[String: Any]])?.first)
        #expect(nearest["label"] as? String == "#1 GET https://api.example.com/v1/a?page=1")
        #expect(nearest["differences"] as? [[String]] == [["query", "page", "1", "2"]])
        #expect(page.texts("q") == ["1"])
        #expect(page.head["opens"] as? Int == 0)
    }

    @Test func `the shell has at most 150 kB`() {
        #expect(HARReport().html().count <= 150_000)
    }

    @Test func `the page names no other file or host`() {
        let shell = String(decoding: HARReport().html(), as: UTF8.self)
        #expect(
            !shell.contains("<link") && !shell.contains(" src=") && !shell.contains("@import")
                && !shell.contains("url("))
        let addresses = Set(shell.matches(of: /[a-z]+:\/\/[a-z0-9.]+/).map { String($0.output) })
        #expect(addresses == ["http://www.w3.org"])
    }
}
