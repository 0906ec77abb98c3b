import EndpointCore
import Testing

@Suite struct HTTPErrorTests {
    private func error(
        _ status: Int, _ body: String, type: String = "application/json", method: String = "GET", wait: String? = nil
    ) throws -> HTTPError {
        var request = try UserEndpoint().makeAPIRequest()
        request.urlRequest.httpMethod = method
        var headers: HeaderFields = ["Content-Type": type]
        headers["Retry-After"] = wait
        let answer = try APIResponse(
            http: response(status, headers), body: .data(Data(body.utf8)))
        return try #require(throws: HTTPError.self) { try UserEndpoint().read(answer, to: request) }
    }

    @Test(arguments: [
        (
            404, #"{"title": "No such book", "code": "not_found"}"#,
            #"GET /v1/users/1 → 404 Not Found: "No such book" (not_found)"#
        ),
        (422, #"{"message": "Bad", "code": 7}"#, #"GET /v1/users/1 → 422 Unprocessable Content: "Bad" (7)"#),
        (500, "", "GET /v1/users/1 → 500 Internal Server Error"),
        (599, "", "GET /v1/users/1 → 599"),
        (418, "[1, 2]", "GET /v1/users/1 → 418 I'm a teapot. Body: [number × 2]"),
    ])
    func `an HTTP error describes the request and the response`(status: Int, body: String, sentence: String) throws {
        let error = try error(status, body)
        #expect(error.description == sentence)
        #expect(error.localizedDescription == sentence)
        #expect("\(error)" == sentence)
        #expect(String(reflecting: error) == sentence)
    }

    @Test(arguments: [
        ("http", "The plain HTTP request was sent to HTTPS port", "text/html", true),
        ("http", "Client sent an HTTP request to an HTTPS server.", "text/plain", true),
        ("http", "You're speaking plain HTTP to an SSL-enabled server port.", "text/html", true),
        ("http", #"{"type": "https://e.example/p", "title": "HTTP"}"#, "application/json", false),
        ("http", "Bad Request", "text/html", false),
        ("https", "The plain HTTP request was sent to HTTPS port", "text/html", false),
    ])
    func `a refusal of cleartext asks about the port`(scheme: String, body: String, type: String, asks: Bool) throws {
        let url = try #require(URL(string: "\(scheme)://h:8443/x"))
        let http = try #require(
            HTTPURLResponse(url: url, statusCode: 400, httpVersion: nil, headerFields: ["Content-Type": type]))
        let error = HTTPError(http, body: Data(body.utf8))
        #expect(error.description.contains("Is this an https port?") == asks, "\(error)")
    }

    @Test func `an API's own error is thrown when the body decodes to it`() throws {
        struct Refusal: APIFailure, Decodable, Equatable {
            let reason: String
            var exchange = FailedExchange()
            init(reason: String) { self.reason = reason }
        }
        let (good, bad) = (Data(#"{"reason": "x"}"#.utf8), Data("<html>".utf8))
        #expect(throws: Refusal(reason: "x")) { try HTTPError.check(response(400), with: good, orThrow: Refusal.self) }
        #expect(throws: HTTPError.self) { try HTTPError.check(response(400), with: bad, orThrow: Refusal.self) }
        try HTTPError.check(response(200), with: good, orThrow: Refusal.self)
    }

    @Test func `an HTTP error has the problem details and the Retry-After`() throws {
        let error = try error(
            429, #"{"type": "https://e.com/p", "title": "Slow down"}"#, type: "application/problem+json", wait: "7")
        #expect(error.problem?.title == "Slow down")
        #expect(error.retryAfter(from: Date(timeIntervalSince1970: 0)) == .seconds(7))
        #expect(error.header("retry-after") == "7")
    }

    @Test func `a Retry-After date counts from the response's Date, not from the device's clock`() throws {
        let (sent, end) = ("Wed, 21 Oct 2037 07:28:00 GMT", "Wed, 21 Oct 2037 07:28:07 GMT")
        let error = HTTPError(try response(503, ["Date": sent, "Retry-After": end]), body: Data())
        #expect(error.retryAfter(from: Date(timeIntervalSince1970: 0)) == .seconds(7))
    }

    @Test(
        arguments: [
            ("250", .milliseconds(250)), ("0.5", .microseconds(500)), ("0", .zero), ("1e300", .seconds(1 << 31)),
            ("-1", .seconds(7)), ("nan", .seconds(7)), ("soon", .seconds(7)), ("", .seconds(7)),
        ] as [(String, Duration)])
    func `retry-after-ms takes precedence over Retry-After if it is valid`(text: String, wait: Duration) throws {
        let headers = ["Retry-After": "7", "retry-after-ms": text]
        let response = try #require(
            HTTPURLResponse(
                url: URL(fileURLWithPath: "/"), statusCode: 503, httpVersion: nil, headerFields: headers))
        #expect(response.retryAfter(from: Date(timeIntervalSince1970: 0)) == wait)
    }

    @Test func `an HTTP error says how long the server asks to wait unless the report does`() throws {
        var limited = try error(429, "", wait: "7")
        #expect(limited.description == "GET /v1/users/1 → 429 Too Many Requests. Retry-After: 7 s")
        limited.retries = RetryReport(attempts: [], reason: .retryAfter(.seconds(7)))
        #expect(!limited.description.contains("Retry-After"))
        let date = "Wed, 21 Oct 2037 07:28:00 GMT"
        #expect(try error(503, "", wait: date).description.hasSuffix("503 Service Unavailable. Retry-After: \(date)"))
    }

    @Test func `an error shows at most 300 characters of the first line of a text`() throws {
        let error = try error(500, String(repeating: "x ", count: 500), type: "text/plain")
        #expect((140...150).contains(error.description.count { $0 == "x" }))
    }

    @Test func `an empty segment of a relative URL isn't a host`() throws {
        let url = try #require(URL(string: "a//b/c"))
        #expect(RequestSummary.methodAndPath("GET", url, .standard) == "GET a//b/c")
    }

    @Test func `an HTTP error shows no secret, however it is printed`() throws {
        var request = try APIRequest(
            .get("users?access_token=canary1&x=1", headers: ["Authorization": "Bearer canary2"]), for: UserEndpoint())
        request.urlRequest.httpBody = Data(#"{"password": "canary3"}"#.utf8)
        request.urlRequest.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let url = try #require(URL(string: "https://u:canary4@h/users?api_key=canary5"))
        let http = try #require(
            HTTPURLResponse(
                url: url, statusCode: 401, httpVersion: nil,
                headerFields: ["Set-Cookie": "sid=canary6", "Content-Type": "application/json"]))
        let answer = APIResponse(http: http, body: .data(Data(#"{"access_token": "canary7", "x": 1}"#.utf8)))
        let error = try #require(throws: HTTPError.self) { try UserEndpoint().read(answer, to: request) }
        var dumped = ""
        dump(error, to: &dumped)
        let texts = [
            "\(error)", String(reflecting: error), error.localizedDescription, dumped, "\(error.request as Any)",
            "\(error.request?.allHTTPHeaderFields as Any)",
            String(decoding: error.request?.httpBody ?? Data(), as: UTF8.self),
        ]
        #expect(!texts.joined().contains("canary"))
        #expect(texts[0].contains("/users?api_key="))
    }
}
