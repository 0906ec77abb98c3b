import Foundation
import Testing

@testable import EndpointScaffold

@Suite struct PagingInferenceTests {
    /// The list `GET /v1/items?page=1`, whose response has this `Link`.
    private func list(link: String) throws -> String {
        let object = try JSONSerialization.jsonObject(with: har([#"GET /v1/items?page=1 → 200 [{"id": 1}]"#]))
        var root = try #require(object as? [String: Any])
        var log = try #require(root["log"] as? [String: Any])
        var entries = try #require(log["entries"] as? [[String: Any]])
        var response = try #require(entries[0]["response"] as? [String: Any])
        response["headers"] = [["name": "Link", "value": link]]
        entries[0]["response"] = response
        log["entries"] = entries
        root["log"] = log
        let made = try Scaffold(
            har: JSONSerialization.data(withJSONObject: root),
            .init(module: "ShopAPI", library: .path("/"), source: ""))
        return try #require(made.source("Endpoint/Item/ItemListEndpoint.swift"))
    }

    @Test(arguments: [
        (#"<https://shop.example.com/v1/items?page=2>; rel="next""#, true),
        ("<https://shop.example.com/v1/items?page=2>; rel=next", true),
        (#"<https://shop.example.com/v1/items?page=0>; rel="prev", <?page=2>; title="x, y"; rel="last NEXT""#, true),
        (#"<https://shop.example.com/v1/next>; rel="prev""#, false),
        (#"<https://shop.example.com/v1/items?page=9>; rel="last"; title="next""#, false),
        ("next", false),
    ])
    func `pages are linked only by a relation that is next`(link: String, isLinked: Bool) throws {
        #expect(try list(link: link).contains(#"LinkHeader(response)["next"] != nil"#) == isLinked)
    }
}
