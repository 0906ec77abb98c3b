import Foundation
import Testing

@testable import EndpointScaffold

@Suite struct HeaderInferenceTests {
    private func scaffold(curl line: String) throws -> (endpoint: String, environment: String) {
        let made = try Scaffold(curl: line, .init(module: "ShopAPI", library: .path("/"), source: ""))
        let path = try #require(made.files.keys.first { $0.contains("Endpoint/Book/") && $0.hasPrefix("Sources") })
        return (
            String(decoding: made.files[path] ?? Data(), as: UTF8.self),
            try #require(made.source("Common/ShopEnvironment.swift"))
        )
    }

    @Test func `the Accept of a curl line for JSON is that of the environment`() throws {
        let made = try scaffold(curl: "curl https://shop.example.com/v1/books/1 -H 'accept: application/json'")
        #expect(!made.endpoint.contains("Accept"))
        #expect(made.environment.contains(#"["Accept": "application/json"]"#))
    }

    @Test(arguments: ["GET", "DELETE", "POST"])
    func `any other Accept of a curl line is that of the endpoint`(method: String) throws {
        let accept = "application/json, text/plain, */*"
        let made = try scaffold(curl: "curl -X \(method) https://shop.example.com/v1/books/1 -H 'Accept: \(accept)'")
        #expect(made.endpoint.contains(#"["Accept": "\#(accept)"]"#))
        #expect(!made.environment.contains("Accept"))
    }

    @Test func `a curl line without an Accept leaves it to the client, which sends what curl sends`() throws {
        let made = try scaffold(curl: "curl https://shop.example.com/v1/books/1")
        #expect(!made.endpoint.contains("Accept"))
        #expect(!made.environment.contains("Accept"))
    }

    @Test(arguments: [
        ("http://shop.example.com", true), ("http://127.example.com", true), ("http://192.168.0.1:8080", true),
        ("http://localhost:8080", false), ("http://api.localhost", false), ("http://127.0.0.1", false),
        ("http://[::1]:80", false), ("https://shop.example.com", false),
    ])
    func `only another machine without encryption is insecure, in the environment and in the notes`(
        origin: String, isInsecure: Bool
    ) throws {
        let made = try Scaffold(
            curl: "curl \(origin)/v1/books/1", .init(module: "ShopAPI", library: .path("/"), source: ""))
        let environment = try #require(made.source("Common/ShopEnvironment.swift"))
        #expect(environment.contains("allowsInsecureConnections: Bool { true }") == isInsecure)
        #expect(environment.contains("unencrypted") == isInsecure)
        #expect(made.notes.contains { $0.contains("unencrypted") } == isInsecure)
    }
}
