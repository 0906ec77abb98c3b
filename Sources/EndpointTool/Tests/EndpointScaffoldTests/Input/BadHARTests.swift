import Foundation
import Testing

@testable import EndpointScaffold

/// HAR files that are damaged, hostile, or no recordings of an API.
@Suite struct BadHARTests {
    private let options = Scaffold.Options(module: "ShopAPI", library: .path("/"), source: "shop.har")

    /// A file with a good entry and these.
    private func file(_ entries: String...) -> Data {
        let good =
            #"{"request": {"method": "GET", "url": "https://shop.example.com/v1/books/1", "headers": []}, "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", "text": "{\"id\": 1}"}}}"#
        return Data(#"{"log": {"version": "1.2", "entries": [\#(([good] + entries).joined(separator: ","))]}}"#.utf8)
    }

    private func refusal(_ data: Data) throws -> String {
        let error = try #require(throws: (any Error).self) { try Scaffold(har: data, options) }
        return "\(error)"
    }

    @Test(arguments: [0, 1, 20, 60, 100, 200, 230])
    func `a truncated file is refused with the place where it ends`(length: Int) throws {
        let sentence = try refusal(file().prefix(length))
        #expect(sentence.contains("ends unexpectedly at line 1, column \(length + 1)"))
    }

    @Test(arguments: [
        ("[]", "it contains array, not an object"), ("3", "it contains number, not an object"),
        (#"{"log": 1}"#, "log"), (#"{"log": {"entries": {}}}"#, "entries"),
        (#"{"openapi": "3.1.0"}"#, #"it has no "log""#),
        ("<html></html>", "at line 1, column 1"), ("\u{0}\u{1}", "at line 1, column 1"),
    ])
    func `a file of another schema is refused with what is wrong`(text: String, part: String) throws {
        #expect(try refusal(Data(text.utf8)).contains(part))
    }

    @Test(arguments: [
        "5", "{}", "null", #"{"request": 5}"#, #"{"request": {"method": 1, "url": "https://shop.example.com/a"}}"#,
        #"{"request": {"method": "GET", "url": "https://shop.example.com/a", "headers": 3}, "response": {"status": 200}}"#,
        #"{"request": {"method": "GET", "url": "https://shop.example.com/a", "headers": []}, "response": {"status": "good"}}"#,
        #"{"request": {"method": "GET", "url": "https://shop.example.com/a", "headers": []}, "response": {"status": 200, "headers": [], "content": {"encoding": "base64", "text": "?not base64?"}}}"#,
    ])
    func `an entry that cannot be read is left out, and that is said`(entry: String) throws {
        let made = try Scaffold(har: file(entry), options)
        #expect(made.endpoints == ["BookEndpoint: GET books/{id}"])
        #expect(made.notes.contains { $0.hasPrefix("Left out: entry #2: ") })
    }

    @Test func `a body that is marked as base64 and is not has its place in the note`() throws {
        let entry =
            #"{"request": {"method": "GET", "url": "https://shop.example.com/a", "headers": []}, "response": {"status": 200, "headers": [], "content": {"encoding": "base64", "text": "?"}}}"#
        let made = try Scaffold(har: file(entry), options)
        #expect(made.notes.contains { $0.contains("base64") && $0.contains("content.text") })
    }

    @Test func `connections of WebSockets are left out, and that is said`() throws {
        let made = try Scaffold(
            har: file(
                #"{"_resourceType": "websocket", "_webSocketMessages": [{"type": "send", "time": 1, "opcode": 1, "data": "hi"}], "request": {"method": "GET", "url": "wss://shop.example.com/v1/live", "headers": []}, "response": {"status": 101, "headers": [], "content": {}}}"#,
                #"{"request": {"method": "GET", "url": "https://shop.example.com/v1/socket", "headers": [{"name": "Upgrade", "value": "websocket"}]}, "response": {"status": 101, "headers": [], "content": {}}}"#
            ), options)
        #expect(made.endpoints == ["BookEndpoint: GET books/{id}"])
        #expect(made.notes.contains("Left out: entry #2: its URL is neither http nor https, but wss."))
        #expect(made.notes.contains("Left out: 1 connection of WebSockets."))
    }

    @Test func `markup and code in a recording stay text of one literal`() throws {
        let hostile = #"</script><img src=x onerror=alert(1)>\(exit(1))"; import Darwin //"#
        let json = try JSONSerialization.data(withJSONObject: ["*/ } \n import Darwin": hostile])
        let text = String(decoding: json, as: UTF8.self)
        let entry = try JSONSerialization.data(withJSONObject: [
            "request": [
                "method": "POST", "url": "https://shop.example.com/v1/\(hostile)",
                "headers": [["name": hostile, "value": hostile]],
                "postData": ["mimeType": "application/json", "text": text],
            ],
            "response": ["status": 201, "headers": [], "content": ["mimeType": hostile, "text": text]],
        ])
        let made = try Scaffold(har: file(String(decoding: entry, as: UTF8.self)), options)
        for (path, data) in made.files where path.hasSuffix(".swift") {
            for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
                #expect(!line.contains("import Darwin") || line.contains("\""), "\(path): \(line)")
                #expect(!line.contains(#""\(exit(1))"#) && !line.hasPrefix("import Darwin"))
            }
        }
    }

    @Test func `of very many calls of one kind only the first are read, and that is said`() throws {
        let entry =
            #"{"request": {"method": "GET", "url": "https://shop.example.com/v1/books/2", "headers": []}, "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", "text": "{\"id\": 2}"}}}"#
        let many = [String](repeating: entry, count: 300).joined(separator: ",")
        let made = try Scaffold(har: file(many), options)
        #expect(made.endpoints == ["BookEndpoint: GET books/{id}"])
        #expect(made.notes.contains { $0.hasPrefix("Left out: 201 calls after the first of the same kind") })
    }

    @Test func `a call with a body of more than a mebibyte is left out, and that is said`() throws {
        let long = String(repeating: "x", count: 1 << 20)
        let entry =
            #"{"request": {"method": "GET", "url": "https://shop.example.com/v1/large", "headers": []}, "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", "text": "{\"a\": \"\#(long)\"}"}}}"#
        let made = try Scaffold(har: file(entry), options)
        #expect(made.endpoints == ["BookEndpoint: GET books/{id}"])
        #expect(made.notes.contains("Left out: 1 call with a body of more than 1 MiB."))
    }
}
