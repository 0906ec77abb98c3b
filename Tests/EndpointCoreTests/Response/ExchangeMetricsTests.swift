import EndpointCore
import Testing

@Suite struct ExchangeMetricsTests {
    private let metrics = ExchangeMetrics(
        nameLookup: .milliseconds(4), connect: .milliseconds(10), tls: .milliseconds(21),
        requestStart: .milliseconds(35), requestSent: .milliseconds(36), firstByte: .milliseconds(120),
        total: .milliseconds(125), isReusedConnection: false, httpVersion: "HTTP/2", remoteAddress: "192.0.2.1",
        connectionID: "51034")

    private let report = RetryReport(attempts: [], reason: .deadline)

    private func plainResponse() throws -> APIResponse {
        APIResponse(http: try response(200), body: .data(Data()))
    }

    @Test func `a response has no metrics at first, and a copy keeps its own`() throws {
        let plain = try plainResponse()
        var measured = plain
        measured.metrics = metrics
        let copy = measured
        measured.metrics?.httpVersion = "HTTP/3"
        #expect(plain.metrics == nil)
        #expect(copy.metrics == metrics)
        #expect(measured.metrics?.httpVersion == "HTTP/3")
    }

    @Test func `metrics and retries of a response do not replace each other`() throws {
        var answer = try plainResponse()
        answer.metrics = metrics
        answer.retries = report
        #expect(answer.metrics == metrics && answer.retries == report)
        answer.metrics = nil
        #expect(answer.metrics == nil && answer.retries == report)
        answer.metrics = metrics
        answer.retries = nil
        #expect(answer.metrics == metrics && answer.retries == nil)
    }

    @Test func `metrics are stored as a pointer in responses and reports, which are copied often`() {
        struct Parts {
            let http: HTTPURLResponse
            let body: APIResponse.Body
            let pointer: AnyObject?
            let verdict: (endpoint: ObjectIdentifier, isAccepted: Bool)?
        }
        #expect(MemoryLayout<APIResponse>.size <= MemoryLayout<Parts>.size)
        #expect(MemoryLayout<AttemptReport>.size < MemoryLayout<ExchangeMetrics>.size)
    }

    @Test func `an event has the metrics of the exchange that it ends`() throws {
        var answer = try plainResponse()
        answer.metrics = metrics
        let attempt = AttemptReport(
            number: 1, start: .zero, duration: .zero, status: 503, failure: .status(503), metrics: metrics)
        let call = ObservedCall(1, APIRequest(try .get("x"), for: UserEndpoint()), at: .zero, date: .distantPast) {
            _, _, _ in
        }
        func known(_ step: CallStep) -> ExchangeMetrics? { CallEvent(call, elapsed: .zero, step: step).metrics }
        #expect(known(.attempted(attempt)) == metrics)
        #expect(known(.ended(.success(answer))) == metrics)
        #expect(known(.ended(.success(try plainResponse()))) == nil)
        #expect(known(.ended(.failure(URLError(.timedOut)))) == nil)
        #expect(known(.began) == nil)
    }

    @Test func `metrics are described by what is known`() {
        #expect(
            "\(metrics)" == """
                DNS lookup 0.004 s, connect 0.010 s, TLS 0.021 s, request sent after 0.036 s, first byte after 0.120 s, \
                total 0.125 s, HTTP/2, new connection to 192.0.2.1
                """)
        #expect("\(ExchangeMetrics(total: .seconds(1), isReusedConnection: true))" == "total 1.000 s, kept connection")
        #expect("\(ExchangeMetrics(remoteAddress: "::1"))" == "connection to ::1")
        #expect("\(ExchangeMetrics())" == "unknown")
    }

    @Test(
        arguments: [
            ("h2", "HTTP/2"), ("http/2.0", "HTTP/2"), ("HTTP/2.0", "HTTP/2"), ("HTTP/2", "HTTP/2"), ("h3", "HTTP/3"),
            ("HTTP/3", "HTTP/3"), ("http/1.1", "HTTP/1.1"), ("HTTP/1.0", "HTTP/1.0"), ("spdy/3.1", "spdy/3.1"),
            ("", nil), ("unknown", nil),
        ] as [(String, String?)])
    func `the HTTP version is written in one way`(text: String, version: String?) {
        #expect(ExchangeMetrics.httpVersion(text) == version)
    }
}
