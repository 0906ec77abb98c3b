import TestSupport
import Testing

@testable import EndpointClient
@testable import EndpointTesting

@Suite struct ServerQuotasTests {
    private var quotas = ServerQuotas()

    private func group(_ path: String = "x") throws -> QuotaGroup {
        let request = URLRequest(url: try #require(URL(string: path)))
        return QuotaGroup(APIRequest(request, for: RawEndpoint(request)))
    }

    private func report(_ headers: HeaderFields) throws -> QuotaReport? {
        let url = try #require(URL(string: "https://a.example"))
        let http = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: headers.dictionary))
        return QuotaReport(
            APIResponse(http: http, body: .data(Data())), now: Date(timeIntervalSince1970: 1_000_000_000))
    }

    private static let reports: [(headers: HeaderFields, resource: String, seconds: Int?)] = {
        let plain: HeaderFields = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "30"]
        let time: HeaderFields = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000060"]
        let search: HeaderFields = ["X-RateLimit-Resource": "search"]
        let date: HeaderFields = ["Date": "Sun, 09 Sep 2001 01:47:00 GMT"]
        let list: HeaderFields = ["RateLimit": "\"burst\";r=0;t=7, \"daily\";r=9;t=999"]
        let some: HeaderFields = ["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "30"]
        let soon: HeaderFields = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "soon"]
        return [
            (plain, "", 30), (time, "", 60), (time.merging(date), "", 40), (plain.merging(search), "search", 30),
            (list, "", 7), (["RateLimit": "limit=10, remaining=0, reset=8"], "", 8),
            (["RateLimit-Remaining": "0", "RateLimit-Reset": "9"], "", 9),
            (["X-RateLimit-Remaining": "0"], "", nil), (soon, "", nil), (some, "", nil),
        ]
    }()

    @Test(arguments: reports.indices)
    func `a response says that a quota is used up, and until when`(row: Int) throws {
        let (headers, resource, seconds) = Self.reports[row]
        #expect(try report(headers) == QuotaReport(resource: resource, wait: seconds.map { .seconds($0) }))
    }

    @Test func `a response without a quota says nothing`() throws {
        #expect(try report(["Content-Type": "text/plain", "X-RateLimit-Reset": "30"]) == nil)
    }

    @Test mutating func `a quota without a name holds all calls until its reset`() throws {
        _ = quotas.record(QuotaReport(wait: .seconds(10)), for: try group("a"), at: .zero)
        #expect(quotas.hold(for: try group("b"), at: .seconds(9))?.end == .seconds(10))
        #expect(quotas.hold(for: try group("b"), at: .seconds(10)) == nil)
        #expect(quotas.isEmpty(at: .seconds(10)))
    }

    @Test mutating func `a quota with a name holds the calls that had an answer with it`() throws {
        _ = quotas.record(QuotaReport(resource: "core"), for: try group("repos/1"), at: .zero)
        _ = quotas.record(QuotaReport(resource: "search", wait: .seconds(10)), for: try group("search/a"), at: .zero)
        #expect(quotas.hold(for: try group("search/b"), at: .zero)?.resource == "search")
        #expect(quotas.hold(for: try group("repos/2"), at: .zero) == nil)
        #expect(quotas.hold(for: try group("unknown"), at: .zero) == nil)
    }

    @Test mutating func `a later response doesn't end a hold early`() throws {
        _ = quotas.record(QuotaReport(wait: .seconds(10)), for: try group(), at: .zero)
        _ = quotas.record(QuotaReport(wait: .seconds(2)), for: try group(), at: .zero)
        _ = quotas.record(QuotaReport(), for: try group(), at: .zero)
        #expect(quotas.hold(for: try group(), at: .zero)?.end == .seconds(10))
    }

    @Test mutating func `a reset in the far future counts as a day, whatever the clock does`() throws {
        _ = quotas.record(QuotaReport(wait: .seconds(Int64.max)), for: try group(), at: .seconds(50_000))
        #expect(quotas.hold(for: try group(), at: .seconds(50_000))?.end == .seconds(50_000 + 86_400))
        #expect(quotas.hold(for: try group(), at: .zero)?.end == .seconds(86_400))
    }

    @Test mutating func `a reset that has passed holds nothing`() throws {
        _ = quotas.record(QuotaReport(wait: .zero), for: try group(), at: .zero)
        #expect(quotas.hold(for: try group(), at: .zero) == nil)
    }

    @Test mutating func `a server that makes up names doesn't fill the memory`() throws {
        for number in 0..<2000 {
            _ = quotas.record(
                QuotaReport(resource: "\(number)", wait: .seconds(1000 + number)), for: try group("\(number)"),
                at: .zero)
        }
        let held = try (0..<2000).count { quotas.hold(for: try group("\($0)"), at: .zero) != nil }
        #expect(held <= 256)
        #expect(held > 100)
    }
}
