import Foundation

@testable import EndpointCassette

extension Interaction {
    /// A GET that is answered with JSON.
    static func sample(_ path: String, _ json: String = "{\"id\":1}", status: Int = 200, at second: Double = 0)
        -> Interaction
    {
        Interaction(
            Request("GET", "https://api.example.com\(path)", headers: ["Accept": "application/json"]),
            .response(.json(json, status: status)), startedDateTime: Date(timeIntervalSince1970: 1_700_000_000 + second)
        )
    }
}

extension Interaction.Response {
    static func json(_ text: String, status: Int = 200) -> Interaction.Response {
        Interaction.Response(
            status, reason: "OK", headers: ["Content-Type": "application/json"], body: Data(text.utf8))
    }
}

extension Interaction.Request {
    static func json(_ method: String, _ url: String, _ text: String) -> Interaction.Request {
        Interaction.Request(method, url, body: .init(Data(text.utf8), contentType: "application/json"))
    }

    static func form(_ url: String, _ text: String) -> Interaction.Request {
        Interaction.Request(
            "POST", url, body: .init(Data(text.utf8), contentType: "application/x-www-form-urlencoded"))
    }

    static func get(_ url: String) -> Interaction.Request {
        Interaction.Request("GET", url)
    }
}

extension Cassette.HAR {
    var text: String { String(decoding: data, as: UTF8.self) }
}

extension Cassette {
    /// Everything as a file, without redaction.
    func written() throws -> Cassette.HAR {
        try HARWriter.file(self, .complete, sidecars: SidecarNames(cassette: "cassette.har"))
    }

    /// Reads the text of a file, without a filter.
    static func reading(_ har: String) throws -> Cassette {
        try reading(har: Data(har.utf8)).0
    }

    /// Reads a file with these members of one entry: that of another program, or one of this package.
    static func reading(entry: String, isOwn: Bool = false) throws -> (Cassette, [Cassette.ImportNote]) {
        try reading(har: Data("{\"log\":{\(isOwn ? "\"_endpoint\":{}," : "")\"entries\":[{\(entry)}]}}".utf8))
    }

    /// Reads an entry with these members of its response.
    static func reading(response: String, isOwn: Bool = false) throws -> (Cassette, [Cassette.ImportNote]) {
        try reading(
            entry: """
                "startedDateTime":"2025-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.example/"},
                "response":{\(response)}
                """, isOwn: isOwn)
    }
}
