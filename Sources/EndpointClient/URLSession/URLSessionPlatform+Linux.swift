#if canImport(FoundationNetworking)
    /// How `URLSession` is used where it is built on libcurl (swift-corelibs-foundation).
    enum URLSessionPlatform {
        /// Headers that `URLSession` adds: the language of the machine, and the type of a form for a POST without a
        /// `Content-Type`. A value of one blank prevents that.
        private static let defaults = ["Accept-Language", "Content-Type"]

        /// All encodings that its libcurl decodes.
        static let addedHeaders: HeaderFields = ["Accept-Encoding": "*"]

        /// libcurl sends a request again when a connection that was kept open turns out to be broken.
        static let repeatsByItself = true

        /// Whether suspending a task slows the server down. Here it would restart its transfer.
        static let canPause = false

        /// Whether the bytes that a server sends after the response to a HEAD become the next response on that
        /// connection.
        static let readsBytesAfterHead = true

        /// - Throws: `RequestError` for an IPv6 literal: `URLSession` passes it to libcurl in a form that libcurl
        ///   cannot read.
        static func check(host: String) throws {
            if host.hasPrefix("[") || host.contains(":") { throw RequestError(.host(host)) }
        }

        /// The code that an error of `URLSession` has on other platforms.
        ///
        /// Here the code is `unknown` for all failures of TLS, which differ only in libcurl's message, and for a body
        /// that broke off or could not be decoded; and it is `unsupportedURL` for a response that is not HTTP.
        static func code(of error: URLError, whileReadingBody isReading: Bool) -> URLError.Code {
            if [.unknown, .badServerResponse].contains(error.code), isLost(error.localizedDescription) {
                return .networkConnectionLost
            }
            return otherCode(of: error, whileReadingBody: isReading)
        }

        /// Whether libcurl's text, the only difference, means that the connection was closed or reset.
        private static func isLost(_ sentence: String) -> Bool {
            let text = sentence.lowercased()
            return ["transfer closed", "empty reply", "reset by peer", "recv failure"].contains { text.contains($0) }
        }

        private static func otherCode(of error: URLError, whileReadingBody isReading: Bool) -> URLError.Code {
            switch error.code {
            case .unsupportedURL: .badServerResponse
            case .unknown where isReading: .badServerResponse
            case .unknown: tlsCode(error.localizedDescription) ?? .unknown
            default: error.code
            }
        }

        private static func tlsCode(_ sentence: String) -> URLError.Code? {
            let text = sentence.lowercased()
            if text.contains("certificate") { return .serverCertificateUntrusted }
            guard text.contains("ssl") || text.contains("tls") else { return nil }
            return text.contains("reset") || text.contains("syscall") ? .networkConnectionLost : .secureConnectionFailed
        }

        /// Cancelling a challenge keeps the 401 response. With the default handling, a challenge for Basic never ends.
        static func disposition(of challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
            .cancelAuthenticationChallenge
        }

        /// Every body is a stream, because libcurl sends only a stream again from its start when it finds its
        /// connection closed. With a blank `Transfer-Encoding` it is sent with its length instead of in chunks.
        static func urlRequest(for request: ResolvedRequest, body: InputStream?) -> URLRequest {
            var urlRequest = URLRequest(url: request.url)
            urlRequest.httpMethod = request.method
            urlRequest.timeoutInterval = 86_400
            var headers = request.headers
            for name in defaults where !headers.contains(name) { headers[name] = " " }
            if let body {
                urlRequest.httpBodyStream = body
                if let length = request.body?.length {
                    headers["Content-Length"] = String(length)
                    headers["Transfer-Encoding"] = " "
                }
            }
            urlRequest.allHTTPHeaderFields = headers.dictionary
            return urlRequest
        }

        /// Bytes in memory as a stream.
        static func stream(of data: Data) -> InputStream { MemoryStream(data) }

        static func stream(for body: RequestBody, tracker: UploadTracker?) -> InputStream? {
            body.length == 0 ? nil : ContentLengthStream(body, tracker: tracker)
        }
    }
#endif
