import EndpointTesting
import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointCore

/// The decisions of a cache, without a store and without a client.
@Suite struct CachePolicyTests {
    private let arrival = 1_767_225_600.0

    private func stored(_ headers: HeaderFields, status: Int = 200) -> StoredResponse {
        StoredResponse(status: status, headers: headers, requestTime: arrival, responseTime: arrival)
    }

    private func decide(
        _ headers: HeaderFields, after seconds: Double, request: HeaderFields = [:],
        policy: URLRequest.CachePolicy = .useProtocolCachePolicy, hasFailed: Bool = false
    ) -> CachePolicy.Decision {
        CachePolicy().decide(
            CacheRequest(method: "GET", headers: request, policy: policy), stored: stored(headers),
            at: arrival + seconds, hasFailed: hasFailed)
    }

    private func isReused(
        _ headers: HeaderFields, after seconds: Double, request: HeaderFields = [:],
        policy: URLRequest.CachePolicy = .useProtocolCachePolicy
    ) -> Bool {
        if case .reuse = decide(headers, after: seconds, request: request, policy: policy) { true } else { false }
    }

    /// The pieces that random headers are made of.
    private static let pieces = [
        "max-age", "MAX-AGE", "no-store", "no-cache", "private", "public", "must-revalidate", "must-understand",
        "stale-while-revalidate", "stale-if-error", "s-maxage", "immutable", "x", "=", "=", ",", ", ", "\"", "\"", "\\",
        " ", "\t", ";", "0", "60", "3600", "99999999999", "-1", "'", "1.5", "foo=\"max-age=9\"", "max-age=60",
        "max-age=3600", "stale-while-revalidate=30", "no-cache=\"a\"", "private=\"\"", "no-store=1", "*", "Accept",
    ]

    private static let dates = [
        "Thu, 01 Jan 2026 00:00:00 GMT", "Thu, 01 Jan 2026 00:10:00 GMT", "Wed, 31 Dec 2025 23:00:00 GMT",
        "Fri, 01 Jan 2027 00:00:00 GMT", "Thursday, 01-Jan-26 00:30:00 GMT", "Thu Jan  1 00:05:00 2026", "0", "-1", "",
        "Thu, 01 Jan 2026 00:00:00 UTC", "Thu, 1 Jan 2026 1:00:00 GMT", "Thu, 01 Jan 2026 00:10:00 GMT, 0",
    ]

    @Test func `no random header gives a response a longer life than the strict reading`() {
        var fuzz = Fuzz(seed: 9111, pieces: Self.pieces)
        var dice = SplitMix64(seed: 5861)
        var reused = 0
        for _ in 0..<(isThorough ? 100_000 : 4_000) {
            var headers: HeaderFields = [:]
            if Int.random(in: 0..<8, using: &dice) > 0 { headers.append("Cache-Control", fuzz.text(longest: 8)) }
            if Int.random(in: 0..<8, using: &dice) == 0 { headers.append("Cache-Control", fuzz.text(longest: 3)) }
            if Int.random(in: 0..<6, using: &dice) == 0 { headers.append("Vary", fuzz.text(longest: 3)) }
            for name in ["Date", "Expires", "Last-Modified"] where Int.random(in: 0..<3, using: &dice) == 0 {
                headers.append(name, Self.dates.randomElement(using: &dice) ?? "")
            }
            if Int.random(in: 0..<6, using: &dice) == 0 {
                headers.append("Age", ["0", "7", "x", "9, 1"].randomElement(using: &dice) ?? "")
            }
            let delay = Double(Int.random(in: 0..<3, using: &dice))
            let response = StoredResponse(
                status: 200, headers: headers, requestTime: arrival - delay, responseTime: arrival)
            let longest = CacheOracle.longestUse(
                headers, status: 200, arrival: Date(timeIntervalSince1970: arrival), delay: delay)
            let request = CacheRequest(method: "GET", headers: [:])
            let isStored = CacheRules.refusal(of: response, to: request) == nil
            for seconds in [longest, longest + 1, longest + 100, longest + 1e6] {
                guard isStored else { continue }
                let decision = CachePolicy().decide(request, stored: response, at: arrival + seconds)
                if case .validate = decision { continue }
                Issue.record("\(headers) is used after \(seconds) s, not for \(longest) s: \(decision)")
            }
            if isStored, longest > 0, isReused(headers, after: 0) { reused += 1 }
        }
        #expect(reused > (isThorough ? 5_000 : 200))  // The headers don't only make responses useless.
    }

    @Test(
        arguments: [
            ("max-age=60", 59, true), ("max-age=60", 60, false), ("max-age=\"60\"", 59, true),
            ("max-age='60'", 0, false), ("max-age=60;", 0, false), ("max-age = 60", 0, false), ("max-age", 0, false),
            ("max-age=60, max-age=10", 10, false), ("max-age=10, max-age=60", 10, false),
            ("unknown=\"max-age=0\", max-age=60", 59, true), ("future, max-age=60", 59, true),
            ("private=\"\", max-age=60", 59, true), ("private=\"x, max-age=60", 0, false),
            ("max-age=60, no-cache=\"\"", 0, false), ("max-age=60, no-cache=foo", 0, false),
            ("a\"b, no-cache, c\", max-age=60", 0, false), ("s-maxage=60, max-age=1", 2, false),
        ] as [(String, Double, Bool)])
    func `directives have the stricter of their meanings`(control: String, seconds: Double, isUsed: Bool) {
        #expect(isReused(["Cache-Control": control], after: seconds) == isUsed)
    }

    @Test(arguments: ["no-store", "NO-STORE", "no-store=1", "no-store;", "max-age=9, no-store=\"", "x=\"a, no-store"])
    func `a response with no-store isn't stored, even if it is malformed`(control: String) {
        let request = CacheRequest(method: "GET", headers: [:])
        #expect(CacheRules.refusal(of: stored(["Cache-Control": control]), to: request) == "no-store")
    }

    @Test(arguments: [206, 304, 199, 600]) func `a status that isn't a whole response isn't stored`(status: Int) {
        let request = CacheRequest(method: "GET", headers: [:])
        #expect(CacheRules.refusal(of: stored(["Cache-Control": "max-age=9"], status: status), to: request) == "status")
    }

    @Test func `a clock that shows an earlier time than the arrival makes every response stale`() {
        let year = 31_536_000.0
        #expect(!isReused(["Cache-Control": "max-age=60"], after: -year))
        #expect(!isReused(["Cache-Control": "max-age=60, stale-while-revalidate=99999999"], after: -1))
        #expect(!isReused(["Cache-Control": "max-age=60"], after: year))
        #expect(isReused(["Cache-Control": "max-age=60"], after: 1))
    }

    @Test func `dates from the future and great ages don't make a response younger`() {
        let future = "Fri, 01 Jan 2027 00:00:00 GMT"
        #expect(!isReused(["Cache-Control": "max-age=60", "Date": future], after: 60))
        #expect(!isReused(["Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT", "Date": future], after: 0))
        #expect(!isReused(["Cache-Control": "max-age=60", "Age": "99999999999999999999"], after: 0))
        #expect(!isReused(["Expires": future, "Date": future], after: 0))
    }

    @Test func `a clock that jumps while a request is under way counts as the delay of its response`() {
        var response = stored(["Cache-Control": "max-age=60"])
        response.requestTime -= 31_536_000
        #expect(!CacheFreshness(of: response, response.control, at: arrival).isFresh)
        response.requestTime = arrival + 31_536_000
        #expect(CacheFreshness(of: response, response.control, at: arrival + 59).isFresh)
        #expect(!CacheFreshness(of: response, response.control, at: arrival + 60).isFresh)
    }

    @Test func `a heuristic lifetime is a tenth of the time since the last change, and at most a day`() {
        #expect(isReused(["Last-Modified": "Wed, 31 Dec 2025 23:00:00 GMT"], after: 359))
        #expect(!isReused(["Last-Modified": "Wed, 31 Dec 2025 23:00:00 GMT"], after: 360))
        #expect(!isReused(["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], after: 86_400))
    }

    @Test(
        arguments: [
            ("no-cache", 0, false), ("max-age=10", 9, true), ("max-age=10", 10, false), ("max-age=0", 0, false),
            ("min-fresh=30", 29, true), ("min-fresh=30", 31, false), ("min-fresh=x", 0, false),
            ("max-stale", 1_000, true), ("max-stale=30", 89, true), ("max-stale=30", 91, false),
            ("max-stale=x", 61, false),
        ] as [(String, Double, Bool)])
    func `a request can demand more or less than the response allows`(wish: String, seconds: Double, isUsed: Bool) {
        #expect(isReused(["Cache-Control": "max-age=60"], after: seconds, request: ["Cache-Control": wish]) == isUsed)
    }

    @Test func `must-revalidate and no-cache forbid every use of a stale response`() {
        for control in ["max-age=1, must-revalidate", "no-cache"] {
            let headers: HeaderFields = ["Cache-Control": "\(control), stale-while-revalidate=99, stale-if-error=99"]
            guard
                case .validate(_, let validation) = decide(
                    headers, after: 2, request: ["Cache-Control": "max-stale"])
            else {
                Issue.record("\(control) is used")
                continue
            }
            #expect(!validation.allowsStaleIfError && !validation.allowsStaleOffline)
        }
    }

    @Test func `a stale response is used while it is refreshed, unless its last refresh has failed`() {
        let headers: HeaderFields = ["Cache-Control": "max-age=1, stale-while-revalidate=10", "ETag": "\"a\""]
        guard case .reuseAndRefresh(_, let validation) = decide(headers, after: 5) else {
            Issue.record("not used")
            return
        }
        #expect(validation.conditions == ["If-None-Match": "\"a\""])
        guard case .validate = decide(headers, after: 5, hasFailed: true) else {
            Issue.record("used again")
            return
        }
    }

    @Test func `a confirmation replaces fields, but not those about the stored bytes`() {
        let merged = CacheRules.merged(
            ["A": "1", "b": "2", "Age": "9", "Date": "old", "Content-Length": "3", "Content-Encoding": "gzip"],
            with: ["B": "3", "C": "4", "Content-Length": "0", "Content-Encoding": "br", "Connection": "X", "X": "1"])
        #expect(merged == ["A": "1", "Content-Length": "3", "Content-Encoding": "gzip", "B": "3", "C": "4"])
    }

    @Test func `an unsafe request makes its URL and those of the same origin that it names invalid`() throws {
        let url = try #require(URL(string: "https://a.example/v1/books"))
        let headers: HeaderFields = ["Location": "/v1/books/7", "Content-Location": "https://b.example/x"]
        let urls = CacheRules.invalidated(by: "POST", at: url, status: 201, headers)
        #expect(urls?.map(\.absoluteString) == ["https://a.example/v1/books", "https://a.example/v1/books/7"])
        #expect(CacheRules.invalidated(by: "POST", at: url, status: 400, headers) == nil)
        #expect(CacheRules.invalidated(by: "OPTIONS", at: url, status: 200, headers) == nil)
        #expect(CacheRules.invalidated(by: "M-SEARCH", at: url, status: 200, headers) != nil)
    }

    @Test func `variants differ by the values of the named fields, and not by blanks in lists`() {
        let names = CacheVariant.names(in: ["Vary": "Foo, accept-language,, bar"]) ?? []
        #expect(names == ["accept-language", "bar", "foo"])
        let one = CacheVariant.text(names, of: ["foo": "1, 2", "Accept-Language": "de, EN"])
        #expect(one == CacheVariant.text(names, of: ["Foo": "1,2 ", "accept-language": "de,en", "Other": "x"]))
        #expect(one != CacheVariant.text(names, of: ["Foo": "1,2", "Bar": "", "accept-language": "de,en"]))
        #expect(one != CacheVariant.text(names, of: ["Foo": "\"1, 2\"", "accept-language": "de,en"]))
        #expect(CacheVariant.names(in: ["Vary": "Foo, *"]) == nil)
        #expect(CacheVariant.names(in: ["Vary": "not a list"]) == nil)
    }

    @Test(
        arguments: [
            ("bytes=0-1", 0..<2), ("bytes=8-", 8..<10), ("bytes=-3", 7..<10), ("bytes=5-99", 5..<10),
            ("bytes=-99", 0..<10), ("bytes=10-", nil), ("bytes=3-2", nil), ("bytes=0-1,3-4", nil), ("bytes=-0", nil),
            ("items=0-1", nil), ("bytes=", nil), ("bytes=-", nil), ("bytes=99999999999999999999-", nil),
        ] as [(String, Range<Int>?)])
    func `one range of a stored body is found`(value: String, range: Range<Int>?) {
        #expect(CacheRange(value, total: 10)?.bytes == range)
    }

    @Test func `a keyed digest is that of RFC 4231`() {
        let digest = KeyedDigest(key: "Jefe".utf8).hexadecimal("what do ya want for nothing?".utf8)
        #expect(digest == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = KeyedDigest(key: [UInt8](repeating: 0xAA, count: 131))
        #expect(
            long.hexadecimal("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }
}
