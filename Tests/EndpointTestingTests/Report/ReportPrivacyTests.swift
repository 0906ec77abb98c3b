import TestSupport
import Testing

@testable import EndpointTesting

/// What a page must not contain: secrets, and markup of the files.
@Suite struct ReportPrivacyTests {
    static let secrets = [
        "c00kie-of-ann-4711", "t0ken-t0ken-t0ken-1", "hunter2-hunter2", "k3y-k3y-k3y-k3y-9", "s0cket-s0cket-7",
    ]

    /// A file as a browser writes it, with secrets in each of its places.
    static let browser = """
        {"log": {"version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"},
        "pages": [{"id": "page_1", "title": "https://a.example/?access_token=t0ken-t0ken-t0ken-1"}], "entries": [
        {"startedDateTime": "2026-03-01T10:00:00.000Z", "time": 12.5, "pageref": "page_1", "_resourceType": "xhr",
        "_initiator": {"type": "script", "url": "https://a.example/app.js?access_token=t0ken-t0ken-t0ken-1"},
        "request": {"method": "POST", "url": "https://a.example/login?access_token=t0ken-t0ken-t0ken-1", "httpVersion": "h2",
        "cookies": [{"name": "sid", "value": "c00kie-of-ann-4711"}],
        "headers": [{"name": "Cookie", "value": "sid=c00kie-of-ann-4711"}, {"name": "Authorization", "value": "Bearer t0ken-t0ken-t0ken-1"},
        {"name": "X-Api-Key", "value": "k3y-k3y-k3y-k3y-9"}],
        "queryString": [{"name": "access_token", "value": "t0ken-t0ken-t0ken-1"}],
        "postData": {"mimeType": "application/json", "text": "{\\"user\\": \\"ann\\", \\"password\\": \\"hunter2-hunter2\\"}"}},
        "response": {"status": 200, "statusText": "OK", "cookies": [], "headers": [{"name": "Set-Cookie", "value": "sid=c00kie-of-ann-4711; Path=/"}],
        "content": {"size": 10, "mimeType": "text/html", "text": "<p>Welcome, hunter2-hunter2, k3y-k3y-k3y-k3y-9</p>"}, "redirectURL": ""},
        "comment": "sent with k3y-k3y-k3y-k3y-9"},
        {"startedDateTime": "2026-03-01T10:00:01.000Z", "request": {"method": "GET", "url": "wss://a.example/?token=s0cket-s0cket-7"},
        "response": {"status": 101}, "_webSocketMessages": [{"type": "send", "time": 1772359201, "data": "{\\"token\\": \\"s0cket-s0cket-7\\"}"},
        {"type": "receive", "time": 1772359202, "data": "hello c00kie-of-ann-4711"}]}]}}
        """

    @Test func `a page of a browser's file has none of its secrets`() throws {
        var report = HARReport()
        try report.add(har: Data(Self.browser.utf8), named: "browser.har")
        let page = String(decoding: report.html(), as: UTF8.self)
        #expect(Self.secrets.filter(page.contains) == [])
        #expect(page.contains("{{secret:password#1}}"))
        #expect(try ReportedPage(Data(page.utf8)).rows.count == 2)
    }

    @Test func `equal secrets of two files have equal placeholders`() throws {
        var report = HARReport()
        for name in ["a.har", "b.har"] { try report.add(har: Data(Self.browser.utf8), named: name) }
        #expect(try ReportedPage(report.html()).texts("x") == ["same", "same", "same", "same"])
    }

    @Test func `each of many exchanges with a secret that cannot be replaced is left out`() throws {
        let body = Data([0xFF]) + Data("s3c0de".utf8)
        var report = HARReport()
        let leaking = (0..<100).map { number in
            Interaction(
                .init("GET", "https://a.example/\(number)", headers: ["X-Api-Key": "s3c0de"]),
                .response(.init(200, body: body)))
        }
        report.add(Cassette(leaking), named: "a.har")
        let page = report.html()
        #expect(page.range(of: Data(body.base64EncodedString().utf8)) == nil)
        #expect(try ReportedPage(page).texts("s") == [String](repeating: "0", count: 100))
    }

    @Test func `an exchange with a secret that cannot be replaced is left out, and the others stay`() throws {
        let body = Data([0xFF]) + Data("s3c0de".utf8)
        let leaking = Interaction(
            .init("GET", "https://a.example/1", headers: ["X-Api-Key": "s3c0de"]), .response(.init(200, body: body)))
        var report = HARReport()
        report.add(Cassette([leaking, .number(1)]), named: "a.har")
        let page = report.html()
        #expect(page.range(of: Data(body.base64EncodedString().utf8)) == nil)
        let read = try ReportedPage(page)
        #expect(read.texts("u") == ["https://a.example/1", "https://api.example.com/v1/number"])
        #expect(read.texts("s") == ["0", "200"])
        #expect(read.notes(of: 0).contains { $0.contains("a secret cannot be replaced") })
    }

    @Test func `steps of a call and their secrets are redacted`() throws {
        var interaction = Interaction.number(1)
        interaction.request.headers = ["Authorization": "Bearer t0ken-t0ken-t0ken-1"]
        interaction.steps = [.init("noCredential", at: .zero, text: "refused t0ken-t0ken-t0ken-1")]
        var report = HARReport()
        report.add(Cassette([interaction]), named: "a.har")
        #expect(!String(decoding: report.html(), as: UTF8.self).contains("t0ken-t0ken-t0ken-1"))
    }

    static let hostile = [
        "</script><script>hack()</script>", "<img src=x onerror=hack()>", "<!--", "]]>", "\u{2028}\u{2029}",
        "javascript:hack()",
    ]

    @Test(arguments: hostile) func `no markup of a file is markup of the page`(text: String) throws {
        let shell = HARReport().html()
        var report = HARReport()
        let request = Interaction.Request(
            text, text, headers: [text: text], body: .init(Data(text.utf8), contentType: text))
        report.add(
            Cassette([
                Interaction(
                    request, .response(.init(200, reason: text, headers: [text: text], body: Data(text.utf8))),
                    id: text, note: text)
            ]),
            named: text)
        let page = report.html()
        func tags(_ data: Data) -> Int { data.count { $0 == UInt8(ascii: "<") } }
        #expect(tags(page) == tags(shell))
        #expect(try ReportedPage(page).texts("m") == [text])
    }
}
