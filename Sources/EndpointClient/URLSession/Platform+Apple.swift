#if !canImport(FoundationNetworking)
    /// What URLSession needs to be told on Apple's platforms.
    enum Platform {
        static let defaultHeaders = ["User-Agent": "Endpoint", "Accept": "*/*"]

        /// Nothing of the kind is documented.
        static let repeatsByItself = false

        static func check(host: String) throws {}

        /// Without a credential storage the default is to go on without a credential: an ordinary 401. Server trust is evaluated
        /// by the system.
        static func disposition(of challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
            .performDefaultHandling
        }

        static func urlRequest(for request: OutgoingRequest, body: InputStream?) -> URLRequest {
            var urlRequest = URLRequest(url: request.url)
            urlRequest.httpMethod = request.method
            urlRequest.timeoutInterval = 86_400
            urlRequest.allHTTPHeaderFields = request.headers
            if let body {
                urlRequest.httpBodyStream = body
                if let length = request.body?.length {
                    urlRequest.setValue(String(length), forHTTPHeaderField: "Content-Length")
                }
            }
            return urlRequest
        }

        static func stream(of data: Data) -> InputStream { InputStream(data: data) }

        static func stream(for body: OutgoingBody, meter: UploadMeter?) -> InputStream? {
            guard body.length != 0, let stream = body.makeStream() else { return nil }
            return stream is FormStream ? BoundStream.reading(body) : stream
        }
    }
#endif
