extension MockClient {
    /// A way to go wrong, by name: without an answer, or with one that cannot be read.
    ///
    /// Those without an answer throw the `URLError` that `URLSession` throws. The others are successes by their status, so that the
    /// endpoint's own code has to find out.
    public struct Fault: Hashable, Sendable {
        private enum Kind: Hashable {
            case error(URLError.Code)
            case body(String, contentType: String)
        }

        private let kind: Kind

        /// The server said nothing for too long.
        public static let timedOut = Fault(kind: .error(.timedOut))
        /// The device has no connection.
        public static let offline = Fault(kind: .error(.notConnectedToInternet))
        /// The name of the host is not known.
        public static let dnsFailure = Fault(kind: .error(.cannotFindHost))
        /// Nobody listens at the host.
        public static let refused = Fault(kind: .error(.cannotConnectToHost))
        /// No secure connection came about.
        public static let tls = Fault(kind: .error(.secureConnectionFailed))
        /// The connection broke before the answer was complete.
        public static let reset = Fault(kind: .error(.networkConnectionLost))

        /// JSON that ends in the middle.
        public static let truncatedBody = Fault(kind: .body(#"{"id": "1", "tit"#, contentType: "application/json"))
        /// A body that says it is JSON and is none.
        public static let malformedJSON = Fault(kind: .body(#"{"id": , }"#, contentType: "application/json"))
        /// A web page in place of JSON, as a captive portal sends it.
        public static let wrongContentType = Fault(
            kind: .body("<!doctype html><title>Sign in</title>", contentType: "text/html; charset=utf-8"))
        /// No body at all.
        public static let emptyBody = Fault(kind: .body("", contentType: "application/json"))

        /// Any other failure of the connection.
        public static func error(_ code: URLError.Code) -> Fault {
            Fault(kind: .error(code))
        }

        /// Any other failure of the connection, by the number of its code: −1001 for a timeout.
        public static func error(number: Int) -> Fault {
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
}
