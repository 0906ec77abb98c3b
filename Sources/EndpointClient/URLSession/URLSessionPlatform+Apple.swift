#if !canImport(FoundationNetworking)
    /// How `URLSession` is used on Apple's platforms.
    enum URLSessionPlatform {
        /// All encodings that it decodes, and the languages of the user.
        static var addedHeaders: HeaderFields {
            ["Accept-Encoding": "*", "Accept-Language": Locale.preferredLanguages.joined(separator: ",")]
        }

        /// Apple does not document repeated requests.
        static let repeatsByItself = false

        static let readsBytesAfterHead = false

        /// Whether suspending a task slows the server down.
        static let canPause = true

        static func check(host: String) throws {}

        static func code(of error: URLError, whileReadingBody: Bool) -> URLError.Code { error.code }

        /// Without a credential storage, the default for a password is to continue without one, which ends in an
        /// ordinary 401. Server trust is evaluated by the system.
        static func disposition(of challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
            .performDefaultHandling
        }

        static func urlRequest(for request: ResolvedRequest, body: InputStream?) -> URLRequest {
            var urlRequest = URLRequest(url: request.url)
            urlRequest.httpMethod = request.method
            urlRequest.timeoutInterval = 86_400
            urlRequest.allHTTPHeaderFields = request.headers.dictionary
            if let body {
                urlRequest.httpBodyStream = body
                if let length = request.body?.length {
                    urlRequest.setValue(String(length), forHTTPHeaderField: "Content-Length")
                }
            }
            return urlRequest
        }

        static func stream(of data: Data) -> InputStream { InputStream(data: data) }

        static func stream(for body: RequestBody, tracker: UploadTracker?) -> InputStream? {
            guard body.length != 0, let stream = body.makeStream() else { return nil }
            return stream is MultipartStream ? BoundStream.reading(body) : stream
        }
    }

    /// Makes a system stream from a custom one, because Apple's `URLSession` accepts no other: it is one end of a
    /// pipe, and a thread writes to the other end until all is written or the session has closed its end.
    enum BoundStream {
        static func reading(_ body: RequestBody) -> InputStream? {
            var input: InputStream?
            var output: OutputStream?
            Stream.getBoundStreams(withBufferSize: 1 << 16, inputStream: &input, outputStream: &output)
            guard let output else { return nil }
            // Streams are not Sendable, and the two ends come from one call, so that the compiler cannot prove that
            // this one is used only by the new thread.
            nonisolated(unsafe) let writingEnd = output
            Thread.detachNewThread { body.makeStream().map { copy($0, to: writingEnd) } }
            return input
        }

        /// If the source fails, the pipe is closed early. The session then fails too, because it gets fewer bytes than
        /// were announced.
        private static func copy(_ source: InputStream, to output: OutputStream) {
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
