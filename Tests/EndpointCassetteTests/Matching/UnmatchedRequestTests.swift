import Foundation
import Testing

@testable import EndpointCassette

@Suite struct UnmatchedRequestTests {
    private let orders = Cassette([
        .sample("/v1/orders"), .sample("/v1/me"),
        Interaction(
            .json("POST", "https://api.example.com/v1/orders", #"{"items":[{"qty":1}],"token":"{{secret:token#1}}"}"#),
            .response(.json("{}", status: 201))),
    ])

    private func error(_ request: Interaction.Request, _ playback: PlaybackState = PlaybackState()) throws
        -> UnmatchedRequest
    {
        let index = CassetteIndex(orders)
        return try #require(
            UnmatchedRequest(
                request, orders.match(request, by: index, at: playback), in: orders, by: index, at: playback,
                file: "Tests/__Cassettes__/OrderTests/places-order.har", origin: "OrderAPI.swift:31 · CreateOrder",
                hints: ["If the new request is right:   ENDPOINT_CASSETTE=all swift test"]))
    }

    @Test func `an unmatched request shows the nearest recorded one and what differs`() throws {
        let request = Interaction.Request.json(
            "POST", "https://api.example.com/v1/orders?dryRun=true",
            #"{"token":"{{secret:token#1}}","items":[{"qty":2}]}"#)
        #expect(
            try error(request, PlaybackState().playing(1)).description == """
                No recorded interaction matches this request.

                  POST https://api.example.com/v1/orders?dryRun=true          OrderAPI.swift:31 · CreateOrder
                  cassette  Tests/__Cassettes__/OrderTests/places-order.har   (3 interactions, 1 played)

                  Nearest: #3 POST https://api.example.com/v1/orders   2 differences
                    query      + dryRun=true
                    body       $.items[0].qty 1 → 2
                  Next:    #1 GET https://api.example.com/v1/orders   3 differences (media type, method, query)
                  Next:    #2 GET https://api.example.com/v1/me   4 differences (media type, method, query, url)

                  If this is expected to vary:  .standard.ignoring(.json("$.items[*].qty"), .query("dryRun"))
                  If the new request is right:   ENDPOINT_CASSETTE=all swift test
                """)
    }

    @Test func `an exhausted request says how often it was recorded`() throws {
        let text = try error(.get("https://api.example.com/v1/me"), PlaybackState().playing(1)).description
        #expect(
            text.hasPrefix(
                "This request matches #2, but that was already played (1 of 1).\n  GET https://api.example.com/v1/me"))
        #expect(
            text.contains(
                "Recorded once, requested more often: perhaps by a retry, or without a cache. If it may be repeated: allowRepeats: true"
            ))
    }

    @Test func `an unmatched request shows no secret of its own`() throws {
        var request = Interaction.Request.json(
            "POST", "https://ann:pa55w0rd@api.example.com/v1/orders?api_key=key-123456", #"{"password":"hunter2-x"}"#)
        request.headers = ["Authorization": "Bearer abcdef123456"]
        let error = try error(request)
        var dumped = ""
        dump(error, to: &dumped)
        for secret in ["pa55w0rd", "key-123456", "hunter2-x", "abcdef123456"] {
            #expect(!error.description.contains(secret) && !dumped.contains(secret))
        }
    }

    @Test func `an unmatched request shows no secret of a recorded one`() throws {
        var recorded = Interaction.sample("/v1/orders")
        recorded.request = .json(
            "POST", "https://ann:pa55w0rd@api.example.com/v1/orders?api_key=key-123456",
            #"{"password":"hunter2-x","access_tokens":[{"x":1}],"client_secret":["s3same-x"]}"#)
        recorded.request.headers = ["Authorization": "Bearer abcdef123456"]
        let cassette = Cassette([recorded])
        let index = CassetteIndex(cassette, by: .standard.headers("Authorization"))
        let live = Interaction.Request.json(
            "POST", "https://api.example.com/v1/orders", #"{"client_secret":["other-9"]}"#)
        let match = cassette.match(live, by: index, at: PlaybackState())
        let error = try #require(UnmatchedRequest(live, match, in: cassette, by: index, at: PlaybackState()))
        var dumped = "\(error)"
        dump(error, to: &dumped)
        for secret in ["pa55w0rd", "key-123456", "hunter2-x", "s3same-x", "other-9", "abcdef123456"] {
            #expect(!dumped.contains(secret), "\(secret)")
        }
        for difference in Matching.standard.headers("Authorization").differences(recorded: recorded.request, live: live)
        {
            #expect(
                !["key-123456", "hunter2-x", "s3same-x", "other-9", "abcdef123456"].contains(
                    where: "\(difference)".contains))
        }
    }

    @Test func `an unmatched request shortens a long value`() {
        let difference = Matching.Difference(
            .body, at: "$.note", recorded: String(repeating: "ab ", count: 100), live: "x")
        #expect(difference.description.count < 150)
        #expect(difference.description.hasSuffix("… → x"))
    }

    @Test func `a matched request is not an error`() {
        let index = CassetteIndex(orders)
        let request = orders.interactions[1].request
        let match = orders.match(request, by: index, at: PlaybackState())
        #expect(UnmatchedRequest(request, match, in: orders, by: index, at: PlaybackState()) == nil)
    }

    @Test func `unused exchanges are listed`() {
        let one = CassetteError(unusedIn: orders, at: PlaybackState().playing(0).playing(2))
        #expect(one?.description == "1 interaction was never requested.   #2 GET https://api.example.com/v1/me → 200")
        #expect(CassetteError(unusedIn: orders, at: PlaybackState())?.unusedIndices == [0, 1, 2])
        #expect(CassetteError(unusedIn: Cassette(), at: PlaybackState()) == nil)
    }
}
