#if canImport(FoundationNetworking)
    /// What URLSession needs to be told where it is built on libcurl (swift-corelibs-foundation).
    enum Platform {
        /// One blank keeps a default of URLSession from being sent: the language of the machine is nobody's business, and a POST
        /// that names no type of its own is not a form.
        static let defaultHeaders = [
            "User-Agent": "Endpoint", "Accept": "*/*", "Accept-Language": " ", "Content-Type": " ",
        ]

        /// libcurl sends a request again when a connection that was kept open turns out to be broken.
        static let repeatsByItself = true

        /// - Throws: `RequestError` for an IPv6 literal, which URLSession on Linux hands to libcurl in a form it cannot read.
        static func check(host: String) throws {
            if host.hasPrefix("[") || host.contains(":") { throw RequestError(.host(host)) }
        }

        /// A challenge that is left to URLSession on Linux never ends when it is for Basic; given up, it becomes the plain 401 that
        /// it was.
        static func disposition(of challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
            .cancelAuthenticationChallenge
        }

        /// Every body is a stream, because only a stream is sent again whole when libcurl finds its connection closed. With
        /// a blank `Transfer-Encoding` it is sent with its length instead of in chunks.
        static func urlRequest(for request: OutgoingRequest, body: InputStream?) -> URLRequest {
            var urlRequest = URLRequest(url: request.url)
            urlRequest.httpMethod = request.method
            urlRequest.timeoutInterval = 86_400
            var headers = request.headers
            if let body {
                urlRequest.httpBodyStream = body
                if let length = request.body?.length {
                    headers["Content-Length"] = String(length)
                    headers["Transfer-Encoding"] = " "
                }
            }
            urlRequest.allHTTPHeaderFields = headers
            return urlRequest
        }

        /// Bytes in memory as a stream.
        static func stream(of data: Data) -> InputStream { MemoryStream(data) }

        static func stream(for body: OutgoingBody, meter: UploadMeter?) -> InputStream? {
            body.length == 0 ? nil : ContentLengthStream(body, meter: meter)
        }
    }
#endif
