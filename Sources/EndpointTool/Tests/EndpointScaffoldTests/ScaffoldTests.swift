import Foundation
import Testing

@testable import EndpointScaffold

/// The repository.
let repository = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }

/// A scaffold of exchanges, each in a line: `GET /v1/books/1 → 200 {"id": "1"}`, with the body of a request before the
/// arrow.
func scaffold(_ lines: String..., module: String = "ShopAPI") throws -> Scaffold {
    try Scaffold(har: har(lines), .init(module: module, library: .path("/library"), source: "shop.har"))
}

func har(_ lines: [String], origin: String = "https://shop.example.com", headers: [[String: String]] = []) throws
    -> Data
{
    let entries = lines.map { line -> [String: Any] in
        let sides = line.components(separatedBy: " → ")
        let request = sides[0].split(separator: " ", maxSplits: 2).map(String.init)
        let reply = sides[1].split(separator: " ", maxSplits: 1).map(String.init)
        var made: [String: Any] = [
            "method": request[0], "url": origin + request[1], "headers": headers, "queryString": [],
        ]
        if request.count > 2 { made["postData"] = ["mimeType": "application/json", "text": request[2]] }
        let content = ["mimeType": reply.count > 1 ? "application/json" : "", "text": reply.count > 1 ? reply[1] : ""]
        return [
            "startedDateTime": "2024-01-31T12:00:00Z", "time": 1, "request": made,
            "response": ["status": Int(reply[0]) ?? 0, "statusText": "", "headers": [], "content": content],
        ]
    }
    return try JSONSerialization.data(withJSONObject: ["log": ["version": "1.2", "entries": entries]])
}

extension Scaffold {
    /// The text of a file of the module, without the folder of the sources.
    func source(_ path: String) -> String? {
        files["Sources/ShopAPI/\(path)"].map { String(decoding: $0, as: UTF8.self) }
    }

    func test(_ path: String) -> String? {
        files["Tests/ShopAPITests/\(path)"].map { String(decoding: $0, as: UTF8.self) }
    }

    var text: String {
        files.sorted { $0.key < $1.key }.map { String(decoding: $0.value, as: UTF8.self) }.joined(separator: "\n")
    }
}

@Suite struct ScaffoldTests {
    @Test(arguments: [
        "Endpoint/Book/BookEndpoint", "Endpoint/Book/DeleteBookEndpoint", "Endpoint/Book/CreateBookEndpoint",
        "Endpoint/Book/UpdateBookEndpoint", "Endpoint/Book/BookCoverEndpoint", "Endpoint/JsonEndpoint",
        "Endpoint/VoidEndpoint",
    ])
    func `the module of the recorded household has the files that were written by hand`(path: String) throws {
        let folder = repository.appendingPathComponent("Household")
        let cassette = "HouseholdAPITests/__Cassettes__/RecordedBookTests/RecordedBookTests.a-book-comes-and-goes.har"
        let made = try Scaffold(
            har: Data(contentsOf: folder.appendingPathComponent(cassette)),
            .init(module: "HouseholdAPI", library: .path("/"), source: "household.har"))
        let own = try #require(made.files["Sources/HouseholdAPI/\(path).swift"])
        let wanted = try String(
            contentsOf: folder.appendingPathComponent("HouseholdAPI/\(path).swift"), encoding: .utf8)
        #expect(Self.code(String(decoding: own, as: UTF8.self)) == Self.code(wanted))
    }

    /// The lines without comments.
    private static func code(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter {
            !$0.trimmingCharacters(in: .whitespaces).hasPrefix("///")
        }
    }

    @Test func `a list is read page by page`() throws {
        let made = try scaffold(
            #"GET /v1/items?cursor=a → 200 {"items": [{"id": 1, "name": "x"}], "next_cursor": "b"}"#,
            #"GET /v1/items → 200 {"items": [{"id": 2, "name": "y"}], "next_cursor": null}"#,
            #"GET /v1/items/1 → 200 {"id": 1, "name": "x"}"#)
        let list = try #require(made.source("Endpoint/Item/ItemListEndpoint.swift"))
        #expect(list.contains("public struct ItemListEndpoint: JsonEndpoint, PagedEndpoint {"))
        #expect(list.contains("guard let next = content.nextCursor else { return nil }"))
        #expect(made.source("Model/ItemPage.swift")?.contains("public var items: [Item]") == true)
        #expect(made.source("Model/ItemPage.swift")?.contains(#"case nextCursor = "next_cursor""#) == true)
        #expect(made.source("Model/Item.swift")?.contains("Identifiable") == true)
        #expect(made.source("Endpoint/Item/ItemEndpoint.swift")?.contains("public let id: Item.ID") == true)
    }

    @Test func `failures are the error of the API`() throws {
        let made = try scaffold(
            #"GET /a → 200 {"x": 1}"#, #"GET /b → 404 {"code": "not_found", "status": 404}"#,
            #"GET /c → 400 {"code": "invalid", "status": 400}"#)
        let error = try #require(made.source("Common/APIError.swift"))
        #expect(error.contains("public struct APIError: APIFailure, Codable, Hashable {"))
        #expect(error.contains("public let code: Code"))
        #expect(error.contains(#"public static let notFound = Code(rawValue: "not_found")"#))
        #expect(made.source("Common/ShopEndpoint.swift")?.contains("orThrow: APIError.self") == true)
    }

    @Test func `no secret of a recording is in any file`() throws {
        let secret = "s3cr3tTokenOfAnn4711"
        let data = try har(
            [
                #"GET /v1/me?api_key=s3cr3tTokenOfAnn4711 → 200 {"id": 1, "access_token": "s3cr3tTokenOfAnn4711"}"#,
                #"POST /v1/login {"user": "ann", "password": "s3cr3tTokenOfAnn4711"} → 200 {"ok": true}"#,
            ],
            headers: [
                ["name": "Authorization", "value": "Bearer \(secret)"], ["name": "Cookie", "value": "sid=\(secret)"],
            ])
        let made = try Scaffold(har: data, .init(module: "ShopAPI", library: .path("/"), source: ""))
        #expect(!made.text.contains(secret))
        #expect(made.source("Common/ShopEnvironment.swift")?.contains("$0.credential = .bearer(token)") == true)
        #expect(made.notes.contains { $0.hasPrefix("Requests had cookies") })
    }

    @Test func `no secret of a curl line is in any file`() throws {
        let made = try Scaffold(
            curl:
                "curl https://shop.example.com/v1/me?api_key=s3cr3tTokenOfAnn4711 -H 'X-Api-Key: s3cr3tTokenOfAnn4711' "
                + #"-b sid=s3cr3tTokenOfAnn4711 -u ann:s3cr3tTokenOfAnn4711 --json '{"password": "s3cr3tTokenOfAnn4711"}'"#,
            .init(module: "ShopAPI", library: .path("/"), source: ""))
        #expect(!made.text.contains("s3cr3t"))
        #expect(!made.text.contains("YW5uOnMzY3IzdFRva2VuT2ZBbm40NzEx"))
        #expect(made.source("Common/ShopEnvironment.swift")?.contains("credential") == true)
    }

    @Test func `a curl line becomes an endpoint with its tests`() throws {
        let made = try Scaffold(
            curl:
                #"curl 'https://shop.example.com/v1/orders?dry=true' -H 'X-Version: 3' --json '{"items": [{"sku": "a"}]}'"#,
            .init(module: "ShopAPI", library: .path("/"), source: ""))
        #expect(made.endpoints == ["CreateOrderEndpoint: POST orders"])
        let endpoint = try #require(made.source("Endpoint/Order/CreateOrderEndpoint.swift"))
        #expect(endpoint.contains(#"try .post("orders", query: ["dry": dry], "#))
        #expect(endpoint.contains("body: .json(draft))"))
        #expect(made.source("Common/ShopEnvironment.swift")?.contains(#"["X-Version": "3"]"#) == true)
        #expect(
            made.test("Endpoint/Order/CreateOrderEndpointTests.swift")?.contains(
                #"relativeString == "orders?dry=true""#) == true)
    }

    @Test(arguments: [
        ("{", "The cassette ends unexpectedly at line 1, column 2."),
        ("[]", "The cassette is JSON, but not a HAR file: it contains array, not an object."),
        ("{}", #"The cassette is JSON, but not a HAR file: it has no "log"."#),
        (#"{"log": {}}"#, #"The cassette is JSON, but not a HAR file: its log has no "entries"."#),
        (
            #"{"log": {"entries": []}}"#,
            "The HAR file has no entry whose URL is http or https, so there is nothing to make a module of."
        ),
        (
            #"{"log": {"entries": [{"request": {"method": "GET", "url": "wss://a.b/c", "headers": []}}]}}"#,
            "The HAR file has no entry whose URL is http or https, so there is nothing to make a module of."
        ),
        (
            #"{"log": {"entries": [{}]}}"#,
            "The HAR file has no entry whose URL is http or https, so there is nothing to make a module of."
        ),
        (
            #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://a.b/c", "headers": []}}]}}"#,
            "The HAR file has no call of an API that a module could be made of."
        ),
    ])
    func `a file that is no recording is an error in a sentence`(text: String, sentence: String) throws {
        let error = try #require(throws: (any Error).self) {
            try Scaffold(har: Data(text.utf8), .init(module: "ShopAPI", library: .path("/"), source: ""))
        }
        #expect("\(error)" == sentence)
    }

    @Test func `hostile names stay text`() throws {
        let made = try scaffold(
            #"GET /a/"\(x)/../%22 → 200 {"*/ } import X \n \u0000 \u202E ```": "\"\\(exit(0))\"\u2028", "": 1, "init": 2}"#,
            #"GET /b?a=1&%22%5C(x)%22=2 → 200 []"#)
        #expect(made.text.contains(#"*/ } import X \n \u{0} \u{202E} ```"#))
        for (path, data) in made.files where path.hasSuffix(".swift") {
            let text = String(decoding: data, as: UTF8.self)
            #expect(!text.contains("\u{202E}") && !text.contains("\u{0}"))
            #expect(!path.contains("..") && !path.contains("\""))
        }
    }

    @Test func `the notes say what was left out`() throws {
        let data = try har([#"GET /a → 200 {"x": 1}"#, "GET /app.css → 200"])
        var text = String(decoding: data, as: UTF8.self)
        text = text.replacingOccurrences(
            of: #""entries":["#,
            with:
                #""entries":[{"startedDateTime":"2024-01-31T12:00:00Z","request":{"method":"GET","url":"ws:\/\/a.b","headers":[]}},"#
        )
        let made = try Scaffold(har: Data(text.utf8), .init(module: "ShopAPI", library: .path("/"), source: ""))
        #expect(made.notes.contains("Left out: entry #1: its URL is neither http nor https, but ws."))
    }

    @Test func `the most frequent origin with calls of an API is the one of the module`() throws {
        let first =
            try JSONSerialization.jsonObject(with: har([#"GET /v1/a/1 → 200 {"x": 1}"#])) as? [String: [String: Any]]
        let second =
            try JSONSerialization.jsonObject(
                with: har(["GET /x → 200", "GET /y → 200", "GET /z → 200"], origin: "https://cdn.example.com"))
            as? [String: [String: Any]]
        let entries = ["log", "log"].enumerated().flatMap {
            ([first, second][$0.offset]?[$0.element]?["entries"] as? [Any]) ?? []
        }
        let data = try JSONSerialization.data(withJSONObject: ["log": ["version": "1.2", "entries": entries]])
        let made = try Scaffold(har: data, .init(module: "ShopAPI", library: .path("/"), source: ""))
        #expect(made.endpoints == ["AEndpoint: GET a/{id}"])
        #expect(made.notes.contains("Left out: calls to other servers: https://cdn.example.com (3)."))
    }

    @Test func `lines have at most 120 columns, apart from JSON and long texts`() throws {
        let made = try scaffold(
            #"GET /v1/orders?aaaaaaaaaaaaaaa=1&bbbbbbbbbbbbbbbbbbbb=2&cccccccccccccccccc=3&dddddddddddddddddd=4&eeeeeeeeeeee=5 → 200 [{"id": 1, "customerName": "Ann", "deliveryAddress": {"street": "x", "city": "y", "zip": "z"}, "items": [{"sku": "a", "count": 1}, {"sku": "b", "count": 2}]}]"#
        )
        for (path, data) in made.files where path.hasSuffix(".swift") {
            for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where !line.contains("{\"") {
                #expect(line.count <= 120, "\(path): \(line)")
            }
        }
    }
}

@Suite struct ScaffoldFolderTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func `the files are written into a new folder`() throws {
        try withFolder { folder in
            let target = folder.appendingPathComponent("deep/Shop")
            try ScaffoldFolder.write(["a/b.txt": Data("x".utf8), "c.txt": Data()], to: target, force: false)
            #expect(try String(contentsOf: target.appendingPathComponent("a/b.txt"), encoding: .utf8) == "x")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: target.deletingLastPathComponent().path) == ["Shop"]
            )
        }
    }

    @Test func `a folder that exists is kept without force and replaced with it`() throws {
        try withFolder { folder in
            let target = folder.appendingPathComponent("Shop")
            try ScaffoldFolder.write(["old.txt": Data()], to: target, force: false)
            #expect(throws: ScaffoldError.self) {
                try ScaffoldFolder.write(["new.txt": Data()], to: target, force: false)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == ["old.txt"])
            try ScaffoldFolder.write(["new.txt": Data()], to: target, force: true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == ["new.txt"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Shop"])
        }
    }

    @Test func `a failure leaves nothing half written`() throws {
        try withFolder { folder in
            let target = folder.appendingPathComponent("Shop")
            #expect(throws: (any Error).self) {
                try ScaffoldFolder.write(["a": Data(), "a/b": Data()], to: target, force: false)
            }
            let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(rest.isEmpty)
        }
    }
}
