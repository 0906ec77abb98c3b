import EndpointCore
import Foundation
import Testing

@testable import EndpointCassette

/// Hostile JSON with secrets in it, as a body and inside of others.
@Suite struct TypedRedactionFuzzTests {
    private static let bodies: [(type: String, wrapped: @Sendable (String) -> String)] = [
        ("application/json", { $0 }),
        ("application/json", { JSONPrinter.compact(["log": .string($0), "x": 1]) }),
        ("application/x-ndjson", { "\($0)\n\($0)\n" }),
        ("text/event-stream", { "event: x\ndata: \($0)\n\ndata: \($0)\n\n" }),
        ("multipart/form-data; boundary=B", { "--B\r\nContent-Type: application/json\r\n\r\n\($0)\r\n--B--\r\n" }),
        ("application/x-www-form-urlencoded", { "a=1&payload=\(PercentEncoding.form($0))" }),
        ("application/x-www-form-urlencoded", { "a=1&payload=\($0)" }),
        ("text/html", { "<p>\($0)</p> <a href='/x?j=\($0)'>" }),
    ]

    @Test(arguments: bodies.indices)
    func `no secret survives in hostile JSON, and redacting twice gives the same`(index: Int) {
        var random = SplitMix64(seed: UInt64(index))
        let (type, wrapped) = Self.bodies[index]
        for _ in 0..<400 {
            let body = wrapped(JSONPrinter.compact(Self.object(depth: 3, isSecret: false, using: &random)))
            let once = redacted(body, type)
            #expect(!once.contains("c4n4") && !once.contains("8051774"), "\(body)\n\(once)")
            #expect(redacted(once, type) == once, "\(body)")
            if type == "application/json" { #expect(JSONParser.node(Data(once.utf8)) != nil) }
        }
    }

    private func redacted(_ body: String, _ type: String) -> String {
        var ledger = PlaceholderTable()
        let request = Interaction.Request("POST", "https://a.example/", body: .init(Data(body.utf8), contentType: type))
        return request.redacted(by: .standard, into: &ledger).body?.text ?? ""
    }

    private static func object(depth: Int, isSecret: Bool, using random: inout SplitMix64) -> JSONNode {
        let members = (0..<Int.random(in: 0...3, using: &random)).map { number in
            let isSecretKey = Bool.random(using: &random)
            let key =
                isSecretKey ? ["clientSecret", "credentials", "authToken"].randomElement(using: &random) : "k\(number)"
            return (key ?? "", value(depth: depth - 1, isSecret: isSecret || isSecretKey, using: &random))
        }
        return JSONNode(members)
    }

    private static func value(depth: Int, isSecret: Bool, using random: inout SplitMix64) -> JSONNode {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(true)
        case 2: return isSecret ? .number("8051774\(Int.random(in: 0..<9, using: &random))") : 17
        case 3:
            return isSecret ? .string("c4n4ry\", {}[]: \\\"\(Int.random(in: 0..<9, using: &random))") : "x, \"y\": 1"
        case 4: return isSecret ? .number("-8051774.5e2") : "a?b=c"
        case 5: return object(depth: depth, isSecret: isSecret, using: &random)
        default:
            return .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    value(depth: depth - 1, isSecret: isSecret, using: &random)
                })
        }
    }
}
