import EndpointCore
import Testing

@Suite struct FailureCategoryTests {
    @Test(arguments: [
        (URLError.Code.notConnectedToInternet, "There is no internet connection."),
        (.dataNotAllowed, "There is no internet connection."),
        (.timedOut, "The server took too long to respond. Try again."),
        (.cannotFindHost, "The server could not be found."),
        (.cannotConnectToHost, "The server cannot be reached. Try again later."),
        (.networkConnectionLost, "The connection was lost. Try again."),
        (.serverCertificateUntrusted, "A secure connection to the server is not possible."),
        (.badServerResponse, "The server's response could not be read. Try again later."),
        (.httpTooManyRedirects, "The server has a problem. Try again later."),
        (.userAuthenticationRequired, "You need to sign in."),
        (.badURL, "This cannot be sent."), (.cancelled, "This was cancelled."),
        (.unknown, "Something went wrong. Try again."),
    ])
    func `a URL error has a message`(code: URLError.Code, message: String) {
        #expect(URLError(code).userMessage == message)
    }

    @Test(arguments: [
        (400, FailureCategory.invalid), (401, .signedOut), (403, .forbidden), (404, .notFound), (408, .timedOut),
        (409, .conflict), (410, .notFound), (413, .tooLarge), (422, .invalid), (425, .busy), (429, .busy),
        (451, .forbidden),
        (500, .serverFailed), (502, .serverFailed), (503, .busy), (504, .timedOut), (304, .unreadable),
    ])
    func `a status has a category`(status: Int, category: FailureCategory) throws {
        #expect(HTTPError(try response(status), body: Data()).category == category)
    }

    @Test func `a 403 for too many requests isn't in the category of missing access`() throws {
        let limited = try response(403, ["X-RateLimit-Remaining": "0"])
        #expect(HTTPError(limited, body: Data()).category == .busy)
        #expect(HTTPError(try response(403, ["Retry-After": "60"]), body: Data()).category == .busy)
        #expect(HTTPError(try response(403, ["X-RateLimit-Remaining": "9"]), body: Data()).category == .forbidden)
    }

    @Test func `all other errors of the library have a category`() {
        let content = ContentError("x", from: nil, with: Data())
        let errors: [(any Error, FailureCategory)] = [
            (content, .unreadable), (RequestError(.url("x")), .unsendable), (CancellationError(), .cancelled),
            (BreakerOpenError(host: "a", retryAfter: .zero), .busy),
            (QuotaExceededError(host: "a", retryAfter: .zero), .busy), (CredentialError.refused, .signedOut),
            (CredentialError.refreshTimedOut, .timedOut), (CredentialError.refreshFailed, .serverFailed),
        ]
        for (error, category) in errors { #expect(error.category == category) }
    }

    @Test func `a download that can't be stored isn't in the category of unreadable content`() throws {
        let request = try UserEndpoint().makeAPIRequest()
        let full = DownloadError(.file("the disk is full"), nil, request, .standard)
        #expect(full.category == .unstorable)
        #expect(full.userMessage == FailureCategory.unstorable.message)
        #expect(DownloadError(.length(1, expected: 2), try response(), request, .standard).category == .unreadable)
    }

    private enum Own: LocalizedError {
        case spoken, silent

        var errorDescription: String? { self == .spoken ? "The shop is closed." : nil }
    }

    @Test func `an API's own error provides its own message`() {
        #expect(Own.spoken.userMessage == "The shop is closed.")
        #expect(Own.silent.userMessage == "Something went wrong. Try again.")
        #expect(Own.spoken.category == .unknown)
    }

    @Test func `no message contains a part of the exchange`() throws {
        let body = Data(#"{"message": "SQLSTATE[42]: token=geheim"}"#.utf8)
        let error = HTTPError(try response(500, ["Content-Type": "application/json"]), body: body)
        #expect(error.userMessage == FailureCategory.serverFailed.message)
    }

    @Test(arguments: FailureCategory.allCases)
    func `no message contains a technical term`(category: FailureCategory) {
        let words = Set(category.message.lowercased().split { !$0.isLetter })
        #expect(words.isDisjoint(with: ["http", "url", "json", "tls", "status", "request", "host", "dns", "error"]))
        #expect(category.message.hasSuffix("."))
    }
}
