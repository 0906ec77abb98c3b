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

    /// A stream of our own for Apple's URLSession, which takes none but the system's: the one end of a pipe whose other end a
    /// thread fills, until all is written or nobody reads any more.
    enum BoundStream {
        static func reading(_ body: OutgoingBody) -> InputStream? {
            var input: InputStream?
            var output: OutputStream?
            Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &input, outputStream: &output)
            guard let output else { return nil }
            nonisolated(unsafe) let end = output
            Thread.detachNewThread { body.makeStream().map { pump($0, into: end) } }
            return input
        }

        /// A source that fails closes the pipe early; the session then has fewer bytes than were announced, and fails too.
        private static func pump(_ source: InputStream, into output: OutputStream) {
            source.open()
            output.open()
            defer { output.close() }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = source.read(&buffer, maxLength: buffer.count), count > 0 {
                guard write(buffer[..<count], to: output) else { break }
            }
            source.close()
        }

        private static func write(_ bytes: ArraySlice<UInt8>, to output: OutputStream) -> Bool {
            var rest = bytes
            while !rest.isEmpty {
                let count = rest.withUnsafeBufferPointer { output.write($0.baseAddress!, maxLength: $0.count) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
#endif
