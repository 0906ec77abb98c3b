/// A way to go wrong, by name: without an answer, or with one that cannot be read.
///
/// Those without an answer throw the `URLError` that `URLSession` throws. The others are successes by their status, so that the
/// endpoint's own code has to find out.
public struct MockFault: Hashable, Sendable {
    private enum Kind: Hashable {
        case error(URLError.Code)
        case body(String, contentType: String)
    }

    private let kind: Kind

    /// The server said nothing for too long.
    public static let timedOut = MockFault(kind: .error(.timedOut))
    /// The device has no connection.
    public static let offline = MockFault(kind: .error(.notConnectedToInternet))
    /// The name of the host is not known.
    public static let dnsFailure = MockFault(kind: .error(.cannotFindHost))
    /// Nobody listens at the host.
    public static let refused = MockFault(kind: .error(.cannotConnectToHost))
    /// No secure connection came about.
    public static let tls = MockFault(kind: .error(.secureConnectionFailed))
    /// The connection broke before the answer was complete.
    public static let reset = MockFault(kind: .error(.networkConnectionLost))

    /// JSON that ends in the middle.
    public static let truncatedBody = MockFault(kind: .body(#"{"id": "1", "tit"#, contentType: "application/json"))
    /// A body that says it is JSON and is none.
    public static let malformedJSON = MockFault(kind: .body(#"{"id": , }"#, contentType: "application/json"))
    /// A web page in place of JSON, as a captive portal sends it.
    public static let wrongContentType = MockFault(
        kind: .body("<!doctype html><title>Sign in</title>", contentType: "text/html; charset=utf-8"))
    /// No body at all.
    public static let emptyBody = MockFault(kind: .body("", contentType: "application/json"))

    /// Any other failure of the connection.
    public static func error(_ code: URLError.Code) -> MockFault {
        MockFault(kind: .error(code))
    }

    /// Any other failure of the connection, by the number of its code: −1001 for a timeout.
    public static func error(number: Int) -> MockFault {
        let code: URLError.Code? = URLError.Code(rawValue: number)  // Failable on Linux, and only there.
        return .error(code ?? .unknown)
    }

    func answer(to request: APIRequest) throws -> APIResponse {
        switch kind {
        case .error(let code):
            throw URLError(code, userInfo: request.urlRequest.url.map { [NSURLErrorFailingURLErrorKey: $0] } ?? [:])
        case .body(let text, let type):
            return try .answer(headers: ["Content-Type": type], body: Data(text.utf8), to: request)
        }
    }
}
