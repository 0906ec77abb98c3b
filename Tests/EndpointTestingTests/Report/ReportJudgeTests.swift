import Testing

@testable import EndpointTesting

/// Writes pages that `.ci/report-judge` opens in a browser, to the folder that it names.
@Suite struct ReportJudgeTests {
    private let temporary: TemporaryFolder
    private let folder: URL

    init() throws {
        temporary = try TemporaryFolder()
        let judged = ProcessInfo.processInfo.environment["ENDPOINT_REPORT_JUDGE"]
        folder = judged.map { URL(fileURLWithPath: $0) } ?? temporary.url
    }

    @Test
    func `pages are written with every kind of exchange, with differences, with hostile content, and with a miss`()
        async throws
    {
        try write("shop", titled: "A day in the shop") { $0.add(Self.shop, named: "shop.har") }
        try write("compared") { report in
            report.add(Self.shop, named: "before.har")
            report.add(Self.changed, named: "after.har")
        }
        try write("browser") { try $0.add(har: Data(ReportPrivacyTests.browser.utf8), named: "browser.har") }
        try write("hostile") { $0.add(Self.hostile, named: ReportPrivacyTests.hostile.joined()) }
        try write("empty") { $0.add(Cassette(), named: "empty.har") }
        try await missed().write(to: folder.appendingPathComponent("missed.html"))
        let names = ["shop", "compared", "browser", "hostile", "empty", "missed"]
        let missing = names.filter {
            !FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0).html").path)
        }
        #expect(missing == [])
    }

    private func write(_ name: String, titled title: String? = nil, _ add: (inout HARReport) throws -> Void) throws {
        var report = HARReport()
        try add(&report)
        try report.html(title: title).write(to: folder.appendingPathComponent("\(name).html"))
    }

    /// What a test that asks for another page of a list attaches.
    private func missed() async throws -> Data {
        let file = temporary.cassette("BookTests.lists-the-second-page.har")
        try file.save(
            Cassette([
                .number(1, at: "books?page=1"), .number(2, at: "books/42"),
                .number(3, at: "books?page=2", method: "POST"),
            ]))
        let session = try CassetteSession(file, mode: .replay)
        let client = session.client(over: MockClient {}, baseURL: api)
        for path: URLPath in ["books/42", "books?page=2&sort=title"] {
            _ = try? await client.request(NumberEndpoint(path: path))
        }
        return try #require(session.report())
    }
}

extension ReportJudgeTests {
    /// A session with all that a page can show.
    static let shop = Cassette(
        (0..<6).flatMap { round in
            [
                list(round), pictured(round), ordered(round), refused(round), retried(round), streamed(round),
                form(round), failed(round),
            ]
        })

    /// The same session with another price, a new field, a removed and a new exchange.
    static let changed = {
        var cassette = shop
        for index in cassette.interactions.indices
        where cassette.interactions[index].request.url.hasSuffix("books?page=1&sort=title") {
            cassette.interactions[index].outcome = .response(
                json(200, #"[{"id": 1, "title": "Momo", "price": 14.5, "stock": 3}, {"id": 2, "title": "Krabat"}]"#))
        }
        cassette.interactions.remove(at: 4)
        cassette.interactions.append(list(99))
        return cassette
    }()

    private static let host = "https://api.books.example/v2"

    private static func exchange(
        _ method: String, _ path: String, at milliseconds: Int, body: Interaction.Body? = nil,
        _ outcome: Interaction.Outcome,
        isNew: Bool = false, wait: Int = 40, receive: Int = 12
    ) -> Interaction {
        let setup: Duration = isNew ? .microseconds(58_300) : .microseconds(400)
        let metrics = ExchangeMetrics(
            nameLookup: isNew ? .microseconds(6200) : nil, connect: isNew ? .microseconds(18_100) : nil,
            tls: isNew ? .microseconds(31_000) : nil,
            requestStart: setup, requestSent: setup + .microseconds(350), firstByte: setup + .milliseconds(wait),
            total: setup + .milliseconds(wait + receive), isReusedConnection: !isNew, httpVersion: "HTTP/2",
            remoteAddress: "192.0.2.17",
            connectionID: "51544")
        let headers: HeaderFields = [
            "Accept": "application/json", "Accept-Encoding": "gzip", "Authorization": "Bearer t0ken-t0ken-t0ken-1",
            "User-Agent": "Books/4.1",
        ]
        return Interaction(
            .init(
                method, host + path, headers: headers + (body.map { ["Content-Type": $0.contentType] } ?? [:]),
                body: body), outcome,
            startedDateTime: Date(timeIntervalSince1970: 1_772_359_200 + Double(milliseconds) / 1000), metrics: metrics)
    }

    private static func json(_ status: Int, _ text: String) -> Interaction.Response {
        .init(
            status, reason: HTTPStatus.reason(status),
            headers: ["Content-Type": "application/json", "ETag": "\"a1\"", "Cache-Control": "max-age=60"],
            body: Data(text.utf8))
    }

    private static func list(_ round: Int) -> Interaction {
        let text = """
            {"books": [{"id": 1, "title": "Momo", "author": {"name": "Michael Ende", "born": 1929}, "price": 12.50, "tags": ["novel", "time"]}, \
            {"id": 2, "title": "Die unendliche Geschichte", "price": 18.00, "isbn": 9783522202602000000000}], "next": null, "total": 2}
            """
        return exchange(
            "GET", "/books?page=\(round)&sort=title", at: round * 420, .response(json(200, text)), isNew: round == 0,
            wait: 85)
    }

    private static func pictured(_ round: Int) -> Interaction {
        let response = Interaction.Response(200, reason: "OK", headers: ["Content-Type": "image/png"], body: picture)
        return exchange(
            "GET", "/books/\(round + 1)/cover.png", at: round * 420 + 95, .response(response), wait: 22, receive: 48)
    }

    private static func ordered(_ round: Int) -> Interaction {
        let body = Interaction.Body(
            Data(#"{"book": "it's \#(round)", "quantity": 2, "password": "hunter2-hunter2"}"#.utf8),
            contentType: "application/json")
        return exchange(
            "POST", "/orders", at: round * 420 + 130, body: body,
            .response(json(201, #"{"id": "o-\#(round)", "state": "paid"}"#)), wait: 140)
    }

    private static func refused(_ round: Int) -> Interaction {
        let text = #"{"title": "No such book", "status": 404, "detail": "There is no book 9\#(round)."}"#
        return exchange("GET", "/books/9\(round)", at: round * 420 + 180, .response(json(404, text)), wait: 18)
    }

    private static func retried(_ round: Int) -> Interaction {
        var interaction = exchange(
            "GET", "/stock/\(round)", at: round * 420 + 210, .response(json(200, #"{"count": 3}"#)), wait: 310)
        interaction.steps = [
            .init("queued", at: .zero, text: "queued"),
            .init("admitted", at: .milliseconds(12), text: "left the queue after 0.012 s"),
            .init("attempted", at: .milliseconds(70), text: "attempt 1: 503 Service Unavailable after 0.058 s"),
            .init(
                "retrying", at: .milliseconds(70), level: .notice, text: "503 Service Unavailable: retrying in 0.2 s"),
            .init("attempted", at: .milliseconds(320), text: "attempt 2: 200 OK after 0.050 s"),
        ]
        return interaction
    }

    private static func streamed(_ round: Int) -> Interaction {
        let events = (0..<8).map { "id: \($0)\nevent: price\ndata: {\"book\": \($0 % 3), \"price\": \(12 + $0).5}\n\n" }
        var interaction = exchange(
            "GET", "/prices?since=\(round)", at: round * 420 + 260,
            .response(
                .init(
                    200, reason: "OK", headers: ["Content-Type": "text/event-stream"], body: Data(events.joined().utf8))
            ), wait: 30, receive: 400)
        interaction.chunks = events.enumerated().map { .init(length: $1.utf8.count, time: .milliseconds($0 * $0 * 8)) }
        return interaction
    }

    private static func form(_ round: Int) -> Interaction {
        let body = Interaction.Body(
            Data("grant_type=refresh_token&refresh_token=r3fresh-r3fresh-1&scope=books+orders".utf8),
            contentType: "application/x-www-form-urlencoded")
        return exchange(
            "POST", "/token?round=\(round)", at: round * 420 + 300, body: body,
            .response(json(200, #"{"access_token": "t0ken-t0ken-t0ken-\#(round + 2)", "expires_in": 3600}"#)))
    }

    private static func failed(_ round: Int) -> Interaction {
        exchange(
            "DELETE", "/carts/\(round)", at: round * 420 + 350,
            .failure(.init(.timedOut, message: "The request timed out.")), wait: 60, receive: 0)
    }

    private static let picture =
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAgMAAADXB5lNAAAADFBMVEVDOMoNmqjgihz68NxgPGYSAAAAIElEQVR42mNgGGHA\
                /j8CDKQAnX37YWAF6OrbARcYQQAAeX/Uob//fEkAAAAASUVORK5CYII=
                """) ?? Data()

    /// Markup in every place of an exchange.
    private static let hostile = Cassette(
        ReportPrivacyTests.hostile.map { text in
            let type =
                text.hasPrefix("<img") ? "image/svg+xml" : text.hasPrefix("java") ? "text/html" : "application/json"
            let body =
                type == "application/json"
                ? #"{"\#(text)": ["\#(text)", {"a": "\#(text)"}]}"#
                : "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"hack()\">\(text)</svg>"
            let request = Interaction.Request(
                text, "https://a.example/\(text)?\(text)=\(text)#\(text)", headers: [text: text],
                body: .init(Data(body.utf8), contentType: type))
            let response = Interaction.Response(
                200, reason: text, headers: ["Content-Type": type, text: text], body: Data(body.utf8), url: text)
            return Interaction(
                request, .response(response),
                metrics: ExchangeMetrics(httpVersion: text, remoteAddress: text, connectionID: text),
                steps: [.init(text, at: .zero, text: text)], id: text, note: text)
        } + [
            Interaction(
                .init("GET", "javascript:hack()"),
                .failure(.init(.unknown, message: ReportPrivacyTests.hostile.joined())))
        ])
}
