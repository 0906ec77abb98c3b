import Testing

@testable import EndpointCore

@Suite struct APIFailureTests {
    private struct ShopError: APIFailure, Codable, Hashable {
        let code: String
        let message: String
        var exchange = FailedExchange()

        init(code: String, message: String) { (self.code, self.message) = (code, message) }
    }

    private struct Order: VoidEndpoint {
        func makeRequest() throws -> URLRequest { try .get("orders/1?access_token=canary") }

        func validate(_ response: URLResponse?, with body: Data) throws {
            try HTTPError.check(response, with: body, orThrow: ShopError.self)
        }
    }

    /// An API that responds with 200 and reports the failure in the body.
    private struct Soft: VoidEndpoint {
        func makeRequest() throws -> URLRequest { try .get("orders/1") }

        func content(from response: URLResponse?, with body: Data) throws {
            throw try JSONDecoder().decode(ShopError.self, from: body)
        }
    }

    private static let json = #"{"code": "sold_out", "message": "Sold out.", "exchange": {"http": 1}}"#

    private func failure(of endpoint: some Endpoint, _ status: Int = 409) throws -> ShopError {
        let answer = try APIResponse(
            http: response(status, ["Content-Type": "application/json", "X-Request-Id": "r7", "Retry-After": "7"]),
            body: .data(Data(Self.json.utf8)))
        return try #require(throws: ShopError.self) {
            try endpoint.read(answer, to: endpoint.makeAPIRequest())
        }
    }

    @Test func `an API error has the request, the status, the headers and a sentence`() throws {
        let error = try failure(of: Order())
        #expect(error.code == "sold_out")
        #expect(error.status == 409)
        #expect(error.header("x-request-id") == "r7")
        #expect(error.retryAfter(from: .now) == .seconds(7))
        #expect(error.request?.url?.path == "orders/1")
        let sentence = #"GET /v1/users/1 → 409 Conflict: "Sold out." (sold_out). Retry-After: 7 s"#
        #expect(error.localizedDescription == sentence)
        #expect("\(error)" == sentence)
        #expect((error as any Error).localizedDescription == sentence)
    }

    @Test func `an API error shows no secret of the request`() throws {
        let error = try failure(of: Order())
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!["\(error)", dumped, "\(error.request as Any)"].joined().contains("canary"))
    }

    @Test func `an API error is described with the redaction of its client`() throws {
        let redaction = Redaction.standard.redacting(values: ["Sold out"])
        let error = try failure(of: Order())
        #expect(error.line(by: redaction).contains("409 Conflict") == true)
        #expect(!error.line(by: redaction).contains("Sold out"))
        #expect(error.line(by: .off).contains("Sold out"))
    }

    @Test func `an API error has the category of its status`() throws {
        let error: any Error = try failure(of: Order())
        #expect(error.category == .conflict)
        #expect(error.userMessage == FailureCategory.conflict.message)
        #expect(RetryFailure(error) == .status(409))
    }

    @Test func `an API error gets the response from an endpoint that decodes it itself`() throws {
        let error = try failure(of: Soft(), 200)
        #expect(error.localizedDescription.hasPrefix(#"GET /v1/users/1 → 200 OK: "Sold out." (sold_out)"#))
        #expect(error.category == .unknown)
    }

    @Test func `the exchange of an API error is neither compared nor coded`() throws {
        let error = try failure(of: Order())
        #expect(error == ShopError(code: "sold_out", message: "Sold out."))
        #expect(Set([error, ShopError(code: "sold_out", message: "Sold out.")]).count == 1)
        let json = try HTTPBody.encoder.encode(error)
        #expect(String(decoding: json, as: UTF8.self) == #"{"code":"sold_out","message":"Sold out."}"#)
    }

    @Test func `an API error without a response is described by its type and properties`() {
        let error = ShopError(code: "sold_out", message: "Sold out.")
        #expect(error.localizedDescription == "ShopError(code: sold_out, message: Sold out.)")
        #expect(error.status == nil)
        #expect(error.category == .unknown)
    }

    @Test func `an API error without a response shows no secret of its properties`() {
        let error = ShopError(code: "x", message: "refused: access_token=canary-1234")
        #expect(!error.localizedDescription.contains("canary"))
        #expect(error.localizedDescription.hasPrefix("ShopError(code: x, message: refused"))
    }

    private struct Terse: APIFailure, Decodable {
        var exchange = FailedExchange()
        var description: String { "terse" }
    }

    @Test func `a description of an API error's own doesn't replace the sentence`() throws {
        let error = try #require(throws: Terse.self) {
            try HTTPError.check(response(409), with: Data("{}".utf8), orThrow: Terse.self)
        }
        #expect("\(error)" == "terse")
        #expect(error.localizedDescription == "/v1/users/1 → 409 Conflict. Body: {}")
    }

    private struct Closed: APIFailure {
        var exchange = FailedExchange()
        var category: FailureCategory { .busy }
        var userMessage: String { "The shop is closed." }
    }

    @Test func `an API can have categories and messages of its own`() {
        let error: any Error = Closed()
        #expect(error.category == .busy)
        #expect(error.userMessage == "The shop is closed.")
    }

    @Test func `an API error keeps the origin of a failed refresh, and its attempts`() throws {
        let report = RetryReport(attempts: [], reason: .attempts)
        let error = try failure(of: Order()).attributed(to: .credentialRefresh).reporting(report)
        #expect(error.failureOrigin == .credentialRefresh)
        #expect(error.retries == report)
    }
}
