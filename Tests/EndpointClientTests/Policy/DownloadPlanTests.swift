import Testing

@testable import EndpointClient

@Suite struct DownloadPlanTests {
    private static let url = "https://api.example.com/covers/1"
    private static let origin = "https://api.example.com"
    private static let dates: HeaderFields = [
        "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:37 GMT",
    ]

    @Test func `the rest is requested only if the bytes haven't changed`() throws {
        var request = try request()
        plan(request).apply(to: &request)
        #expect(request.value(forHTTPHeaderField: "Range") == "bytes=100-")
        #expect(request.value(forHTTPHeaderField: "If-Range") == "\"a\"")
        #expect(request.value(forHTTPHeaderField: "Accept-Encoding") == "identity")
    }

    @Test(arguments: [
        ["", "Expires=1&Signature=b&Key-Pair-Id=c"],
        ["Expires=1&Signature=b&Key-Pair-Id=c", "Signature=b&Key-Pair-Id=c&Policy=d&Hash-Algorithm=SHA256"],
        [
            "X-Amz-Date=1&X-Amz-Credential=a%2Fb&X-Amz-Signature=c&versionId=7",
            "versionId=7&X-Amz-Date=2&X-Amz-Credential=d%2Fe&X-Amz-Signature=f",
        ],
        [
            "X-Goog-Algorithm=a&X-Goog-Credential=b&X-Goog-Date=1&X-Goog-Expires=2&X-Goog-SignedHeaders=h&X-Goog-Signature=c",
            "X-Goog-Algorithm=a&X-Goog-Credential=b&X-Goog-Date=3&X-Goog-Expires=4&X-Goog-SignedHeaders=h&X-Goog-Signature=d",
        ],
        ["id=1&sv=1&se=2026-01-01&sp=r&sig=a", "id=1&sv=1&se=2026-01-02&sp=r&sig=b"],
        ["id=1&sv=1&si=policy&sig=a", "id=1&sv=1&si=policy&sig=b"],
        ["AWSAccessKeyId=a&Signature=b&Expires=1", "AWSAccessKeyId=a&Signature=c&Expires=2"],
        ["size=l&id=1", "id=1&size=l"], ["id=1#a", "id=1#b"],
    ])
    func `a signed URL that differs each time continues the same bytes`(queries: [String]) throws {
        let stored = try stored("\(Self.url)?\(queries[0])")
        #expect(range(of: plan(try request("\(Self.url)?\(queries[1])"), stored: stored)) == "bytes=100-")
    }

    @Test(arguments: [
        ["?id=1", "?id=2"], ["?id=1", ""], ["?id=1&id=2", "?id=2&id=1"], ["?sp=1", "?sp=2"],
        ["?versionId=1&X-Amz-Signature=a", "?versionId=2&X-Amz-Signature=b"],
        ["?exp=1", "?exp=2"], ["?key=1", "?key=2"], ["?token=a", "?token=b"], ["?token=a", "?token={{secret}}"],
        ["?api_key=k3y-0f-ann-1", "?api_key=k3y-0f-ann-2"], ["?signature=a", "?signature=b"],
        ["?sig=a&se=1", "?sig=b&se=1"], ["?Expires=1&Signature=b", "?Expires=2&Signature=b"],
        ["?X-Amz-Date=1&X-Amz-Signature=a", "?X-Amz-Date=2&X-Amz-Signature=b"],
        ["?sv=1&se=1&sig=a&sig=b", "?sv=1&se=1&sig=a&sig=c"],
        ["?sv=1&se=1&sig=a&token=1", "?sv=1&se=1&sig=a&token=2"],
    ])
    func `another query means another resource`(queries: [String]) throws {
        let stored = try stored(Self.url + queries[0])
        #expect(range(of: plan(try request(Self.url + queries[1]), stored: stored)) == nil)
        #expect(range(of: plan(try request(Self.url + queries[0]), stored: stored)) == "bytes=100-")
    }

    @Test(arguments: [
        ("covers/1", "https://api.example.com/v1/covers/1", "https://api.example.com/v1/covers/1", true),
        ("covers/1", "https://api.example.com/v1/covers/1", "https://api.example.com/v2/covers/1", false),
        ("covers/1", "https://api.example.com/v1/covers/1", "https://mirror.example.com/v1/covers/1", false),
        ("covers/1", "http://127.0.0.1:80/covers/1", "http://127.0.0.1:81/covers/1", false),
        ("covers/1", "https://files.example.com/a?sig=one", "https://files.example.com/b?sig=two", true),
    ])
    func `bytes of another base URL are never added`(
        path: String, first: String, second: String, isSame: Bool
    ) throws {
        let stored = try stored(path, from: first)
        let rest = try response(206, ["Content-Range": "bytes 100-499/500", "ETag": "\"a\""], from: second)
        let plan = plan(try request(path), stored: stored)
        #expect(plan.step(for: rest, now: now) == (isSame ? .append(end: 500, stored) : .restart))
        let none = try response(416, ["Content-Range": "bytes */500"], from: second)
        let end = self.plan(try request(path), offset: 500, stored: stored)
        #expect(end.step(for: none, now: now) == (isSame ? .complete : .restart))
    }

    @Test func `the whole is requested if nothing can be continued`() throws {
        var other = try request()
        other.setValue("bytes=0-9", forHTTPHeaderField: "Range")
        let plans = [
            plan(try request(), offset: 0), plan(try request(), stored: nil, isNew: true),
            plan(try request("https://api.example.com/covers/2")),
            plan(try request(method: "POST")), plan(other), plan(try request(), offset: 501),
            plan(try request(header: "If-Range")), plan(try request(header: "If-Unmodified-Since")),
        ]
        #expect(plans.map(range) == Array(repeating: nil, count: plans.count))
        var request = try request()
        plans[0].apply(to: &request)
        #expect(request.value(forHTTPHeaderField: "Range") == nil)
        #expect(request.value(forHTTPHeaderField: "If-Range") == nil)
    }

    @Test(
        arguments: [
            ("bytes 100-499/500", 500), ("Bytes 100-299/500", 300), ("bytes 100-499/*", 500),
            ("bytes 0-499/500", nil), ("bytes 101-499/500", nil), ("bytes 100-499/600", nil),
            ("bytes 100-500/500", nil), ("bytes 100-500/*", nil), ("bytes 100-99/500", nil), ("bytes 100-/500", nil),
            ("bytes 100-499", nil), ("bytes +100-499/500", nil), ("items 100-499/500", nil),
            ("bytes 100-99999999999999999999/500", nil), ("bytes 100-9223372036854775807/*", nil), ("", nil),
        ] as [(String, Int64?)])
    func `a range that is not the requested one begins anew`(header: String, end: Int64?) throws {
        let stored = try stored()
        let step = plan(try request(), stored: stored).step(
            for: try response(206, ["Content-Range": header]), now: now)
        #expect(step == (end.map { .append(end: $0, stored) } ?? .restart))
    }

    @Test(
        arguments: [
            ("400", true), ("399", false), ("401", false), ("99999999999999999999", false), ("400, 400", true),
            ("400, 401", false), (nil, true),
        ] as [(String?, Bool)])
    func `a part whose length contradicts its range begins anew`(length: String?, isPart: Bool) throws {
        let stored = try stored()
        var headers: HeaderFields = ["Content-Range": "bytes 100-499/500"]
        headers["Content-Length"] = length
        let step = plan(try request(), stored: stored).step(for: try response(206, headers), now: now)
        #expect(step == (isPart ? .append(end: 500, stored) : .restart))
    }

    @Test func `a length that a part tells counts for the next part`() throws {
        var stored = try stored(headers: ["ETag": "\"a\""])
        #expect(stored.length == nil)
        let step = plan(try request(), stored: stored).step(
            for: try response(206, ["Content-Range": "bytes 100-199/500"]), now: now)
        stored.length = 500
        #expect(step == .append(end: 200, stored))
        let next = plan(try request(), offset: 200, stored: stored).step(
            for: try response(206, ["Content-Range": "bytes 200-599/600"]), now: now)
        #expect(next == .restart)
    }

    @Test(
        arguments: [
            (["ETag": "\"a\""], [:], true), (["ETag": "\"a\""], ["ETag": "\"b\""], false),
            (["ETag": "\"a\""], ["ETag": "W/\"a\""], false),
            (["ETag": "\"a\""], ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], true),
            (["ETag": "\"a\""], ["Content-Encoding": "gzip"], false),
            (dates, [:], true), (dates, ["ETag": "\"b\""], true),
            (dates, ["Last-Modified": "Sunday, 06-Nov-94 08:49:37 GMT"], true),
            (dates, ["Last-Modified": "Sun, 06 Nov 1994 08:49:38 GMT"], false),
            (dates, ["Last-Modified": "yesterday"], false),
            (
                dates.merging(["ETag": "\"a\""]), ["ETag": "\"a\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:38 GMT"],
                false
            ),
            (dates.merging(["ETag": "W/\"a\""]), dates.merging(["ETag": "W/\"a\""]), true),
            (dates.merging(["ETag": "W/\"a\""]), dates.merging(["ETag": "W/\"b\""]), false),
            (dates.merging(["ETag": "W/\"a\""]), dates, false),
            (dates.merging(["ETag": "W/\"a\""]), ["ETag": "W/\"a\""], false),
            (dates.merging(["ETag": "W/\"a\""]), [:], false),
        ] as [(HeaderFields, HeaderFields, Bool)])
    func `a part of another version is never added`(
        first: HeaderFields, second: HeaderFields, isSame: Bool
    ) throws {
        let stored = try stored(headers: first)
        let plan = plan(try request(), offset: 100, stored: stored)
        let part = try response(206, second.merging(["Content-Range": "bytes 100-499/500"]))
        var longer = stored
        longer.length = 500
        #expect(plan.step(for: part, now: now) == (isSame ? .append(end: 500, longer) : .restart))
        let headers = second.merging(["Content-Range": "bytes */100", "Content-Encoding": ""])
        if second["Content-Encoding"] == nil {
            #expect(plan.step(for: try response(416, headers), now: now) == (isSame ? .complete : .restart))
        }
    }

    @Test(
        arguments: [
            (["ETag": "\"a\""], "\"a\"", nil), (dates, "Sun, 06 Nov 1994 08:49:37 GMT", nil),
            (dates.merging(["ETag": "\"a\""]), "\"a\"", nil),
            (dates.merging(["ETag": "W/\"a\""]), nil, "Sun, 06 Nov 1994 08:49:37 GMT"),
        ] as [(HeaderFields, String?, String?)])
    func `a condition belongs to its validator`(headers: HeaderFields, ifRange: String?, since: String?) throws {
        let plan = plan(try request(), stored: try stored(headers: headers))
        var request = try request()
        plan.apply(to: &request)
        #expect(request.value(forHTTPHeaderField: "If-Range") == ifRange)
        #expect(request.value(forHTTPHeaderField: "If-Unmodified-Since") == since)
        let step = plan.step(for: try response(412, [:]), now: now)
        #expect(step == (since == nil ? .fail : .restart))
    }

    @Test func `a representation that has shrunk to the stored length isn't complete`() throws {
        let answer = try response(416, ["Content-Range": "bytes */500"])
        let plan = plan(try request(), offset: 500, stored: try stored(length: 600))
        #expect(plan.step(for: answer, now: now) == .restart)
    }

    @Test func `only a 200 is the representation that a tag identifies`() throws {
        let answer = try response(203, ["ETag": "\"b\"", "Content-Length": "7"])
        #expect(plan(try request()).step(for: answer, now: now) == .begin(nil, length: 7))
    }

    @Test func `a range that wasn't requested is refused`() throws {
        let plan = plan(try request(), offset: 0)
        #expect(
            plan.step(for: try response(206, ["Content-Range": "bytes 0-499/500"]), now: now)
                == .wrongRange("bytes 0-499/500"))
        #expect(plan.step(for: try response(416, [:]), now: now) == .fail)
    }

    @Test(arguments: [
        ("bytes */500", 500, DownloadPlan.Step.complete), ("bytes */500", 100, .restart),
        ("bytes */600", 500, .restart), ("", 500, .restart),
    ])
    func `a download with all bytes is complete`(header: String, offset: Int64, step: DownloadPlan.Step) throws {
        #expect(
            plan(try request(), offset: offset).step(for: try response(416, ["Content-Range": header]), now: now)
                == step)
    }

    @Test(
        arguments: [
            (["ETag": "\"b\"", "Content-Length": "7"], true, 7), (["ETag": "\"b\""], true, nil),
            (["ETag": "W/\"b\"", "Content-Length": "7"], false, 7), (["ETag": "b"], false, nil),
            (["ETag": "\"b\"", "Content-Length": "7", "Content-Encoding": "gzip"], false, nil),
            (["ETag": "\"b\"", "Accept-Ranges": "none"], false, nil), ([:], false, nil), (dates, true, nil),
            (dates.merging(["ETag": "W/\"b\""]), true, nil),
            (dates.merging(["Date": "Sun, 06 Nov 1994 08:50:36 GMT"]), false, nil),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], false, nil),
            (["ETag": "\"b\"", "Content-Length": "0"], true, 0),
        ] as [(HeaderFields, Bool, Int64?)])
    func `the whole replaces the part, and a strong validator allows continuing it`(
        headers: HeaderFields, isResumable: Bool, length: Int64?
    ) throws {
        let step = plan(try request(), isNew: true).step(for: try response(200, headers), now: now)
        guard case .begin(let stored, length) = step else { throw RequestError(.url("\(step)")) }
        #expect((stored != nil) == isResumable)
        #expect(stored?.validators.tag == (isResumable ? headers["ETag"] : nil))
        #expect(stored?.validators.modified == (isResumable ? headers["Last-Modified"] : nil))
        #expect(stored == nil || stored?.length == length)
    }

    @Test(arguments: ["99999999999999999999", "-1", "5 apples", "5, 6", "0x5", "9223372036854775808"])
    func `a length that is no number of bytes is refused`(length: String) throws {
        let step = plan(try request(), isNew: true).step(
            for: try response(200, ["Content-Length": length]), now: now)
        #expect(step == .invalidLength(length))
    }

    @Test func `a failing status is left to the endpoint`() throws {
        for status in [301, 403, 404, 500] {
            #expect(plan(try request()).step(for: try response(status, [:]), now: now) == .fail)
        }
    }

    @Test(
        arguments: [
            "token=s3cr3t-0f-ann", "X-Amz-Security-Token=s3cr3t-0f-ann", "api_key=s3cr3t-0f-ann",
            "code=s3cr3t-0f-ann&state=s3cr3t-0f-ann", "Key-Pair-Id=s3cr3t-0f-ann", "%74oken=s3cr3t-0f-ann",
            "%78-amz-id=s3cr3t-0f-ann",
        ], [Redaction.standard, .off])
    func `no secret is stored with a download`(query: String, redaction: Redaction) throws {
        let url = "https://ann:s3cr3t-0f-ann@api.example.com/covers/1?\(query)"
        let stored = try stored(url, from: url, redaction: redaction)
        #expect(!"\(stored)".contains("s3cr3t"))
        #expect(stored.resource.contains("api.example.com/covers/1"))
    }

    @Test func `the digest of a resource differs with each download`() throws {
        let url = Self.url + "?pin=1234"
        let digests = try ["1", "2"].map { DownloadResource(try request(url), .standard).digest(salt: $0) }
        #expect(Set(digests).count == 2)
        #expect(try stored(url).resource == Self.url)
    }

    @Test(arguments: [204, 205]) func `a response without content stores no file`(status: Int) throws {
        #expect(plan(try request()).step(for: try response(status, ["ETag": "\"b\""]), now: now) == .noContent)
    }

    private let now = Date(timeIntervalSince1970: 784_111_777)

    private func request(_ url: String = url, method: String = "GET", header: String? = nil) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        if let header { request.setValue("x", forHTTPHeaderField: header) }
        return request
    }

    /// A plan for a request, with bytes of the usual resource unless others are stored or it is new.
    private func plan(
        _ request: URLRequest, offset: Int64 = 100, stored: DownloadPlan.Stored? = nil, isNew: Bool = false
    ) -> DownloadPlan {
        let stored = isNew ? nil : stored ?? (try? self.stored())
        return DownloadPlan(request, offset: offset, stored: stored, redaction: .standard, salt: "new")
    }

    /// The stored information about a whole response from a URL.
    private func stored(
        _ url: String = url, from source: String? = nil, length: Int64 = 500, redaction: Redaction = .standard
    ) throws -> DownloadPlan.Stored {
        let headers: HeaderFields = ["ETag": "\"a\"", "Content-Length": "\(length)"]
        return try stored(url, from: source, headers: headers, redaction: redaction)
    }

    private func stored(
        _ url: String = url, from source: String? = nil, headers: HeaderFields, redaction: Redaction = .standard
    ) throws -> DownloadPlan.Stored {
        let plan = DownloadPlan(try request(url), offset: 0, stored: nil, redaction: redaction, salt: "1")
        let step = plan.step(for: try response(200, headers, from: source ?? url), now: now)
        guard case .begin(let stored?, _) = step else { throw RequestError(.url("\(step)")) }
        return stored
    }

    /// The headers that a plan adds.
    private func range(of plan: DownloadPlan) -> String? {
        var request = URLRequest(url: URL(fileURLWithPath: "/"))
        plan.apply(to: &request)
        return request.value(forHTTPHeaderField: "Range")
    }

    private func response(
        _ status: Int, _ headers: HeaderFields, from source: String = url
    ) throws -> HTTPURLResponse {
        let url = try #require(URL(string: source))
        return try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers.dictionary))
    }
}
