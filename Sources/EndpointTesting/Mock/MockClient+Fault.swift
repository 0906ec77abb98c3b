extension MockClient {
    /// A named failure: a connection error, or a response that cannot be decoded.
    ///
    /// Connection errors are thrown as the `URLError` of a client with a transport, which names the request. The other
    /// faults are responses with status 200 and a bad body, so that the endpoint's own code has to detect the problem.
    public struct Fault: Hashable, Sendable {
        private enum Kind: Hashable {
            case error(URLError.Code)
            case body(String, contentType: String)
        }

        private let kind: Kind

        /// The server did not respond in time.
        public static let timedOut = Fault(kind: .error(.timedOut))
        /// The device has no connection.
        public static let offline = Fault(kind: .error(.notConnectedToInternet))
        /// The name of the host cannot be resolved.
        public static let dnsFailure = Fault(kind: .error(.cannotFindHost))
        /// The host refuses the connection.
        public static let refused = Fault(kind: .error(.cannotConnectToHost))
        /// The TLS handshake failed.
        public static let tls = Fault(kind: .error(.secureConnectionFailed))
        /// The connection broke before the response was complete.
        public static let reset = Fault(kind: .error(.networkConnectionLost))

        /// JSON that ends in the middle.
        public static let truncatedBody = Fault(kind: .body(#"{"id": "1", "tit"#, contentType: "application/json"))
        /// A body with the media type of JSON that is not JSON.
        public static let malformedJSON = Fault(kind: .body(#"{"id": , }"#, contentType: "application/json"))
        /// A web page instead of JSON, as from a captive portal.
        public static let wrongContentType = Fault(
            kind: .body("<!doctype html><title>Sign in</title>", contentType: "text/html; charset=utf-8"))
        /// An empty body.
        public static let emptyBody = Fault(kind: .body("", contentType: "application/json"))

        /// Any other connection error.
        public static func error(_ code: URLError.Code) -> Fault {
            Fault(kind: .error(code))
        }

        /// Any other connection error by the number of its code: −1001 is a timeout.
        public static func error(number: Int) -> Fault {
            let code: URLError.Code? = URLError.Code(rawValue: number)  // Failable on Linux, and only there.
            return .error(code ?? .unknown)
        }

        func answer(to request: APIRequest) throws -> APIResponse {
            switch kind {
            case .error(let code):
                throw URLError(code)
            case .body(let text, let type):
                return try .answer(headers: ["Content-Type": type], body: Data(text.utf8), to: request)
            }
        }
    }
}

extension APIRequest {
    /// A connection error as a client with a transport throws it: with the URL, and with the request before its
    /// message. Any other error is unchanged, and so is one from another client, which already has a URL.
    func failure(_ error: any Error, redaction: Redaction) -> any Error {
        guard let error = error as? URLError, error.failingURL == nil, let url = urlRequest.url else { return error }
        return error.failing(at: url, redaction: redaction)
            .concerning(urlRequest.httpMethod ?? "GET", url, redaction: redaction)
    }

    /// The response of a closure. Its errors, including those of its stream, are those of a client with a transport.
    func answered(redaction: Redaction, by answer: () async throws -> APIResponse) async throws -> APIResponse {
        do {
            var response = try await answer()
            guard case .stream(let stream) = response.body else { return response }
            response.body = .stream(stream.mapError { failure($0, redaction: redaction) })
            return response
        } catch {
            throw failure(error, redaction: redaction)
        }
    }
}
