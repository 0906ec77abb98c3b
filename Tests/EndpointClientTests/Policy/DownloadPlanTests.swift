import Testing

@testable import EndpointClient

@Suite struct DownloadPlanTests {
    private static let url = "https://api.example.com/covers/1"
    private static let origin = "https://api.example.com"
    private static let stored = DownloadPlan.Stored(resource: url, origin: origin, validator: "\"a\"", length: 500)

    @Test func `the rest is requested only if the bytes haven't changed`() throws {
        var request = try request()
        plan(request).apply(to: &request)
        #expect(request.value(forHTTPHeaderField: "Range") == "bytes=100-")
        #expect(request.value(forHTTPHeaderField: "If-Range") == "\"a\"")
        #expect(request.value(forHTTPHeaderField: "Accept-Encoding") == "identity")
    }

    @Test(arguments: [
        ["signature=one", "signature=two"], ["", "Expires=1&Signature=b&Key-Pair-Id=c&Policy=d"],
        [
            "X-Amz-Date=1&X-Amz-Credential=a%2Fb&X-Amz-Signature=c&versionId=7",
            "versionId=7&X-Amz-Date=2&X-Amz-Credential=d%2Fe&X-Amz-Signature=f",
        ],
        ["id=1&sv=1&se=2026-01-01&sp=r&sig=a", "id=1&sv=1&se=2026-01-02&sp=r&sig=b"],
        ["size=l&id=1", "id=1&size=l"], ["id=1#a", "id=1#b"],
        ["id=1&api_key=k3y-0f-ann-1", "id=1&api_key=k3y-0f-ann-2"],
    ])
    func `a signed URL that differs each time continues the same bytes`(queries: [String]) throws {
        let stored = try stored("\(Self.url)?\(queries[0])")
        #expect(range(of: plan(try request("\(Self.url)?\(queries[1])"), stored: stored)) == "bytes=100-")
    }

    @Test(arguments: [
        ["?id=1", "?id=2"], ["?id=1", ""], ["?id=1&id=2", "?id=2&id=1"], ["?sp=1", "?sp=2"],
        ["?versionId=1&X-Amz-Signature=a", "?versionId=2&X-Amz-Signature=b"],
    ])
    func `another query means another resource`(queries: [String]) throws {
        let stored = try stored(Self.url + queries[0])
        #expect(range(of: plan(try request(Self.url + queries[1]), stored: stored)) == nil)
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
        #expect(plan.step(for: rest, now: now) == (isSame ? .append(length: 500) : .restart))
        let none = try response(416, ["Content-Range": "bytes */500"], from: second)
        let end = self.plan(try request(path), offset: 500, stored: stored)
        #expect(end.step(for: none, now: now) == (isSame ? .complete : .restart))
    }

    @Test func `the whole is requested if nothing can be continued`() throws {
        var other = try request()
        other.setValue("bytes=0-9", forHTTPHeaderField: "Range")
        let plans = [
            plan(try request(), offset: 0), plan(try request(), stored: nil),
            plan(try request("https://api.example.com/covers/2")),
            plan(try request(method: "POST")), plan(other), plan(try request(), offset: 501),
        ]
        #expect(plans.map(range) == Array(repeating: nil, count: plans.count))
        var request = try request()
        plans[0].apply(to: &request)
        #expect(request.value(forHTTPHeaderField: "Range") == nil)
        #expect(request.value(forHTTPHeaderField: "If-Range") == nil)
    }

    @Test(arguments: [
        ("bytes 100-499/500", DownloadPlan.Step.append(length: 500)),
        ("Bytes 100-299/500", .append(length: 500)),
        ("bytes 100-499/*", .append(length: 500)),
        ("bytes 0-499/500", .wrongRange("bytes 0-499/500")),
        ("bytes 101-499/500", .wrongRange("bytes 101-499/500")),
        ("bytes 100-499/600", .wrongRange("bytes 100-499/600")),
        ("bytes 100-500/500", .wrongRange("bytes 100-500/500")),
        ("bytes 100-99/500", .wrongRange("bytes 100-99/500")),
        ("bytes 100-/500", .wrongRange("bytes 100-/500")),
        ("bytes 100-499", .wrongRange("bytes 100-499")),
        ("bytes +100-499/500", .wrongRange("bytes +100-499/500")),
        ("items 100-499/500", .wrongRange("items 100-499/500")),
        ("bytes 100-99999999999999999999/500", .wrongRange("bytes 100-99999999999999999999/500")),
        ("", .wrongRange("")),
    ])
    func `a range has to be the requested one`(header: String, step: DownloadPlan.Step) throws {
        #expect(plan(try request()).step(for: try response(206, ["Content-Range": header]), now: now) == step)
    }

    @Test func `a range of another representation is never added`() throws {
        let changed = try response(206, ["Content-Range": "bytes 100-499/500", "ETag": "\"b\""])
        #expect(plan(try request()).step(for: changed, now: now) == .restart)
    }

    @Test func `a date identifies the bytes even if the answer has a tag`() throws {
        let dated = DownloadPlan.Stored(
            resource: Self.url, origin: Self.origin, validator: "Sun, 06 Nov 1994 08:49:37 GMT", length: 500)
        let answer = try response(206, ["Content-Range": "bytes 100-499/500", "ETag": "\"b\""])
        #expect(plan(try request(), stored: dated).step(for: answer, now: now) == .append(length: 500))
    }

    @Test func `a representation that has shrunk to the stored length isn't complete`() throws {
        let longer = DownloadPlan.Stored(resource: Self.url, origin: Self.origin, validator: "\"a\"", length: 600)
        let answer = try response(416, ["Content-Range": "bytes */500"])
        #expect(plan(try request(), offset: 500, stored: longer).step(for: answer, now: now) == .restart)
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
            (["ETag": "\"b\"", "Content-Length": "7"], "\"b\"", 7),
            (["ETag": "\"b\""], "\"b\"", nil),
            (["ETag": "W/\"b\"", "Content-Length": "7"], nil, 7),
            (["ETag": "\"b\"", "Content-Length": "7", "Content-Encoding": "gzip"], nil, nil),
            (["ETag": "\"b\"", "Accept-Ranges": "none"], nil, nil),
            ([:], nil, nil),
            (
                ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:37 GMT"],
                "Sun, 06 Nov 1994 08:49:37 GMT", nil
            ),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:38 GMT"], nil, nil),
            (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], nil, nil),
        ] as [(HeaderFields, String?, Int64?)])
    func `the whole replaces the part, and a strong validator allows continuing it`(
        headers: HeaderFields, validator: String?, length: Int64?
    ) throws {
        let stored = validator.map {
            DownloadPlan.Stored(resource: Self.url, origin: Self.origin, validator: $0, length: length)
        }
        #expect(plan(try request()).step(for: try response(200, headers), now: now) == .begin(stored, length: length))
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

    @Test(arguments: [204, 205]) func `a response without content stores no file`(status: Int) throws {
        #expect(plan(try request()).step(for: try response(status, ["ETag": "\"b\""]), now: now) == .noContent)
    }

    private let now = Date(timeIntervalSince1970: 784_111_777)

    private func request(_ url: String = url, method: String = "GET") throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        return request
    }

    private func plan(_ request: URLRequest, offset: Int64 = 100, stored: DownloadPlan.Stored? = stored) -> DownloadPlan
    {
        DownloadPlan(request, offset: offset, stored: stored, redaction: .standard)
    }

    /// The stored information about a whole response from a URL.
    private func stored(
        _ url: String, from source: String = url, length: Int64 = 500, redaction: Redaction = .standard
    ) throws -> DownloadPlan.Stored {
        let plan = DownloadPlan(try request(url), offset: 0, stored: nil, redaction: redaction)
        let headers: HeaderFields = ["ETag": "\"a\"", "Content-Length": "\(length)"]
        let step = plan.step(for: try response(200, headers, from: source), now: now)
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
