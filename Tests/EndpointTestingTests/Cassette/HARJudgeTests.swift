import EndpointTesting
import Testing

/// Records everything that a file can contain. `.ci/har-judges` writes the files to a folder, and reads them with other
/// programs.
@Suite struct HARJudgeTests {
    private let temporary: TemporaryFolder
    private let folder: URL

    init() throws {
        temporary = try TemporaryFolder()
        let judged = ProcessInfo.processInfo.environment["ENDPOINT_HAR_JUDGE"]
        folder = judged.map { URL(fileURLWithPath: $0) } ?? temporary.url
    }

    @Test func `files have every kind of body, replaced secrets, and the connection`() async throws {
        let cassette = try await recorded()
        let short = file("short", Cassette.Format(largestEmbeddedBody: 2048)), complete = file("complete", .complete)
        let exported = folder.appendingPathComponent("exported.har")
        try short.save(cassette)
        try short.exported().write(to: exported)
        try complete.save(cassette)
        for file in [short.url, exported, complete.url] {
            let text = try String(contentsOf: file, encoding: .utf8)
            let parts = [
                "{{secret:", #""encoding": "base64""#, "serverIPAddress", #""ssl""#, "_eventSourceMessages",
                #""steps""#,
            ]
            #expect(parts.filter { !text.contains($0) } == [], "\(file)")
            #expect(["opensesame", "hunter2", "tok-en", "c00kie"].filter(text.contains) == [], "\(file)")
            #expect(text.contains("_file") == (file == short.url))
        }
    }

    private func file(_ name: String, _ format: Cassette.Format) -> CassetteFile {
        CassetteFile(folder.appendingPathComponent("\(name).har"), format: format)
    }

    private func recorded() async throws -> Cassette {
        let server = try LoopbackServer { Self.reply(to: $0) }, recording = Recording(), requests = try Self.requests()
        let client = LiveClient(baseURL: server.url).recording(into: recording, baseURL: api)
        for request in requests { _ = try? await client.send(APIRequest(request, for: NumberEndpoint())) }
        let interactions = recording.cassette.interactions
        #expect(interactions.count == requests.count && interactions.filter { $0.failure != nil }.count == 1)
        return Cassette(interactions + [Self.streamed], recordedAt: recording.cassette.recordedAt)
    }

    /// What that server does not have: HTTP/3 over IPv6, all phases of a connection with TLS, and events with their
    /// times.
    private static let streamed = Interaction(
        Interaction.Request(
            "GET", "https://api.example.com/v1/prices", headers: ["Cookie": "sid=c00kie-c00kie"]),
        .response(
            .init(
                200, headers: ["Content-Type": "text/event-stream"],
                body: Data("data: 1\n\ndata: 2\n\n".utf8))),
        startedDateTime: Date(),
        metrics: ExchangeMetrics(
            nameLookup: .microseconds(1500), connect: .milliseconds(2), tls: .milliseconds(3),
            requestStart: .milliseconds(8),
            requestSent: .milliseconds(9), firstByte: .milliseconds(20), total: .seconds(2), isReusedConnection: false,
            httpVersion: "HTTP/3", remoteAddress: "2001:db8::1", connectionID: "7"),
        chunks: [.init(length: 9, time: .milliseconds(100)), .init(length: 9, time: .milliseconds(1500))],
        steps: [.init("retrying", at: .milliseconds(7), level: .notice, text: "503: retrying in 0.5 s")],
        note: "Written by a test.")

    private static func requests() throws -> [URLRequest] {
        let login: URLQuery = ["grant_type": "password", "username": "Ann", "password": "hunter2-hunter2"]
        return try [
            .get("json", query: ["q": "größer & kleiner", "access_token": "tok-en-1-tok-en-1"]),
            .head("json"), .get("json/{a} 'b'"), .get("missing"), .get("moved"), .get("closed"),
            .get("image"), .get("latin"), .get("zipped"), .get("events"), .get("large"),
            .post("login", body: .form(login)),
            .post("login", body: .json(["password": "opensesame-opensesame", "name": "Zoë \u{1F600} \"\\\u{2028}"])),
            .post("image", body: .binary(image)), .put("large", body: .binary(large)),
            .post("form", body: .multipart([.field("title", "Momo"), .data("scan", image, contentType: "image/png")])),
            .patch("json", headers: ["Authorization": "Bearer tok-en-1-tok-en-1"], body: .json(["year": 1973])),
            .delete("gone"),
        ]
    }

    private static func reply(to request: RecordedRequest) -> LoopbackReply {
        let path = request.target.split(separator: "?")[0].split(separator: "/").first ?? ""
        switch path {
        case "login":
            return .response(
                LoopbackResponse(
                    headers: [
                        "Content-Type": "application/json", "Set-Cookie": "sid=c00kie-c00kie; Path=/; HttpOnly",
                        "Set-Cookie": "theme=dark; Expires=Wed, 21 Oct 2037 07:28:00 GMT",
                    ], body: Data(#"{"access_token": "tok-en-1-tok-en-1", "expires_in": 3600}"#.utf8)))
        case "image": return .data(image, type: "image/png")
        case "large": return .data(large)
        case "latin": return .data(Data([0x63, 0x61, 0x66, 0xE9]), type: "text/plain; charset=iso-8859-1")
        case "zipped":
            let body = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==") ?? Data()
            return .response(
                LoopbackResponse(headers: ["Content-Type": "text/plain", "Content-Encoding": "gzip"], body: body))
        case "events":
            let events = "event: price\nid: 1\ndata: 1.5\n\ndata: two\ndata: lines\n\n"
            return .data(Data(events.utf8), type: "text/event-stream")
        case "moved": return .redirect(to: "/json")
        case "missing": return .json(#"{"message": "There is none."}"#, status: 404)
        case "closed": return .closeWithoutAnswer
        case "gone": return .status(204)
        default: return .json(#"[{"title": "Die unendliche Geschichte 😀", "price": 1.50}]"#)
        }
    }

    private static let image = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0xFF, 0xFE])
    private static let large = Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
}
