import Foundation
import TestSupport
import Testing

@testable import EndpointCore

@Suite struct HTTPRateLimitTests {
    private func limits(_ headers: HeaderFields) -> [HTTPRateLimit] {
        HTTPRateLimit.limits(in: headers)
    }

    @Test func `quotas are read with their policies`() {
        let headers: HeaderFields = [
            "RateLimit": #""burst";r=5;t=10, "daily";r=900"#,
            "RateLimit-Policy": #""burst";q=100;w=60,"daily";q=1000;w=86400;qu="requests""#,
        ]
        #expect(
            limits(headers) == [
                HTTPRateLimit(policy: "burst", limit: 100, remaining: 5, window: .seconds(60), reset: .after(10)),
                HTTPRateLimit(policy: "daily", limit: 1000, remaining: 900, window: .seconds(86400)),
            ])
    }

    @Test func `the dictionary of older drafts is read`() {
        let headers: HeaderFields = ["RateLimit": "limit=100, remaining=50, reset=5", "RateLimit-Policy": "100;w=60"]
        #expect(
            limits(headers) == [HTTPRateLimit(limit: 100, remaining: 50, window: .seconds(60), reset: .after(5))])
    }

    @Test func `the three headers of the first drafts are read`() {
        let headers: HeaderFields = [
            "RateLimit-Limit": "10, 10;w=1;x", "RateLimit-Remaining": "9", "RateLimit-Reset": "7",
        ]
        #expect(limits(headers) == [HTTPRateLimit(limit: 10, remaining: 9, window: .seconds(1), reset: .after(7))])
    }

    @Test func `the three headers of GitHub are read`() {
        let headers: HeaderFields = [
            "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000060",
            "X-RateLimit-Resource": "core", "X-RateLimit-Used": "60",
        ]
        let limit = limits(headers).first
        #expect(limit == HTTPRateLimit(policy: "core", limit: 60, remaining: 0, reset: .at(1_700_000_060)))
        #expect(limit?.delay(from: Date(timeIntervalSince1970: 1_700_000_000)) == .seconds(60))
        #expect(limit?.delay(from: Date(timeIntervalSince1970: 1_800_000_000)) == .zero)
    }

    @Test func `a reset with a fraction is read`() {
        let headers: HeaderFields = [
            "X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "9", "X-RateLimit-Reset-After": "1.5",
        ]
        #expect(limits(headers).first?.delay(from: Date(timeIntervalSince1970: 0)) == .seconds(1.5))
    }

    @Test func `a fraction with too many digits isn't a number`() {
        let headers: HeaderFields = ["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "1.99999999999999999999"]
        #expect(limits(headers) == [HTTPRateLimit(remaining: 1)])
    }

    @Test func `the quota with the least left counts`() throws {
        let stated = try response(200, ["RateLimit": #""a";r=7, "b";r=3, "c";r=5"#])
        #expect(HTTPRateLimit(stated)?.policy == "b")
        #expect(HTTPRateLimit(try response()) == nil)
    }

    @Test(arguments: ["", "-1", "1.5", "many", "1 2", "r=1", "\"a\";r=x", "\"a\";r=-1", ";r=1", "\"a", ",,,"])
    func `invalid rate limit values are skipped`(text: String) {
        #expect(limits(["RateLimit": text]) == [])
        #expect(limits(["X-RateLimit-Limit": "5", "X-RateLimit-Remaining": text]) == [])
    }

    @Test func `large numbers are limited`() {
        let digits = String(repeating: "9", count: 400)
        let limit = limits(["RateLimit-Remaining": digits, "RateLimit-Reset": digits]).first
        #expect(limit?.remaining == 999_999_999_999_999)
        #expect(limit?.delay(from: Date(timeIntervalSince1970: 0)) == .seconds(2_147_483_648))
    }

    /// 100,000 rounds with `ENDPOINT_THOROUGH=1`.
    @Test func `hostile rate limit headers don't trap`() {
        let count = ProcessInfo.processInfo.environment["ENDPOINT_THOROUGH"] == "1" ? 100_000 : 10_000
        var fuzz = Fuzz(
            seed: 8,
            pieces: [
                "\"a\"", "a", ";", ",", "=", "r=1", "t=9", "q=5", "w=60", "limit", "remaining=3", "reset", "1",
                "99999999999999999999", ".", "-", " ", "\\",
                "\"", "1700000000",
            ])
        let names =
            ["RateLimit", "RateLimit-Policy"]
            + ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"].flatMap { prefix in
                ["Remaining", "Limit", "Reset-After", "Reset", "Resource"].map { prefix + $0 }
            }
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        for _ in 0..<count {
            let text = fuzz.text()
            for limit in limits(HeaderFields(names.map { .init($0, text) })) {
                let delay = limit.delay(from: now) ?? .zero
                if limit.remaining < 0 || delay < .zero || delay > .seconds(2_147_483_648) { Issue.record("\(text)") }
            }
        }
    }
}

@Suite struct RetryAfterTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    @Test(arguments: [("120", 120), ("0", 0), (" 7 ", 7), ("007", 7), ("999999999999999999999", 2_147_483_648)])
    func `a Retry-After in seconds is at most 68 years`(text: String, seconds: Int) {
        #expect(RetryAfter(text)?.delay(from: now) == .seconds(seconds))
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:50:37 1994", 60),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sat, 05 Nov 1994 08:49:37 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 2_147_483_648),
    ])
    func `a Retry-After date in the past gives no wait`(text: String, seconds: Int) {
        #expect(RetryAfter(text)?.delay(from: now) == .seconds(seconds))
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "NaN", "inf", "1e3", "soon", "١٢", "1 2", "Sun, 31 Feb 2027 00:00:00 GMT",
    ])
    func `an invalid Retry-After is refused`(text: String) {
        #expect(RetryAfter(text) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a broken clock doesn't trap`(seconds: Double) {
        let delay = RetryAfter("Sun, 06 Nov 1994 08:50:37 GMT")?.delay(from: Date(timeIntervalSince1970: seconds))
        #expect((.zero ... .seconds(2_147_483_648)).contains(delay ?? .seconds(-1)))
    }

    @Test func `any text can be read as a Retry-After without trapping`() {
        var fuzz = Fuzz(seed: 3, pieces: ["1", "0", "9999999999", "-", ".", "Sun, 06 Nov 1994 08:49:37 GMT", " "])
        let delays = (0..<30_000).compactMap { _ in RetryAfter(fuzz.text(longest: 4))?.delay(from: now) }
        #expect(delays.allSatisfy { (.zero ... .seconds(2_147_483_648)).contains($0) })
    }
}

/// What a response asks for: `Retry-After`, or a quota that is used up.
@Suite struct AskedWaitTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func wait(_ status: Int, _ headers: [String: String]) throws -> Duration? {
        let url = try #require(URL(string: "https://example.com"))
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: headers)?
            .retryAfter(from: now)
    }

    @Test(
        arguments: [
            ["RateLimit": "\"a\";r=0;t=7"], ["RateLimit-Remaining": "0", "RateLimit-Reset": "7"],
            ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000007"],
            ["RateLimit": "\"a\";r=0;t=7, \"b\";r=1;t=90, \"c\";r=0;t=3"],
        ], [429, 503])
    func `a quota of zero asks to wait until it resets`(headers: [String: String], status: Int) throws {
        #expect(try wait(status, headers) == .seconds(7))
    }

    @Test func `a Retry-After takes precedence over a quota of zero`() throws {
        let headers = ["RateLimit": "\"a\";r=0;t=7", "Retry-After": "2"]
        #expect(try wait(429, headers) == .seconds(2))
    }

    @Test func `the reset of a quota is compared to the response's Date`() throws {
        let headers = [
            "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000007", "Date": "Tue, 14 Nov 2023 22:13:25 GMT",
        ]
        #expect(try wait(429, headers) == .seconds(2))
    }

    @Test(
        arguments: [
            (429, ["RateLimit": "\"a\";r=1;t=7"]), (429, ["RateLimit": "\"a\";r=0"]), (429, [:]),
            (500, ["RateLimit": "\"a\";r=0;t=7"]), (200, ["RateLimit": "\"a\";r=0;t=7"]),
        ] as [(Int, [String: String])])
    func `a quota that isn't used up, has no reset, or comes with another status asks for nothing`(
        status: Int, headers: [String: String]
    ) throws {
        #expect(try wait(status, headers) == nil)
    }
}
