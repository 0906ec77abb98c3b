#if canImport(FoundationNetworking)
    /// How `URLSession` is used where it is built on libcurl (swift-corelibs-foundation).
    enum URLSessionPlatform {
        /// A value of one blank keeps a default of `URLSession` from being sent: the language of the machine, and the type of a form for
        /// a POST without a `Content-Type`.
        static let defaultHeaders = [
            "User-Agent": "Endpoint", "Accept": "*/*", "Accept-Language": " ", "Content-Type": " ",
        ]

        /// libcurl sends a request again when a connection that was kept open turns out to be broken.
        static let repeatsByItself = true

        /// - Throws: `RequestError` for an IPv6 literal: `URLSession` passes it to libcurl in a form that libcurl cannot read.
        static func check(host: String) throws {
            if host.hasPrefix("[") || host.contains(":") { throw RequestError(.host(host)) }
        }

        /// Cancelling a challenge leaves the 401 response as it was. With the default handling, a challenge for Basic never ends.
        static func disposition(of challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition {
            .cancelAuthenticationChallenge
        }

        /// Every body is a stream, because libcurl sends only a stream again from its start when it finds its connection closed. With a
        /// blank `Transfer-Encoding` it is sent with its length instead of in chunks.
        static func urlRequest(for request: ResolvedRequest, body: InputStream?) -> URLRequest {
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

        static func stream(for body: RequestBody, tracker: UploadTracker?) -> InputStream? {
            body.length == 0 ? nil : ContentLengthStream(body, tracker: tracker)
        }
    }

    /// A stream of exactly as many bytes as were announced.
    ///
    /// libcurl does not check the length: the end of a longer stream would become part of the connection's next request, a shorter one
    /// would make the server wait for ever, and one that cannot be opened would be an empty body. This stream ends at the announced
    /// length. It fails in the other two cases, and the tracker keeps the reason.
    final class ContentLengthStream: InputStream {
        private let source: InputStream?
        private let length: Int64?
        private let tracker: UploadTracker?
        private var offset: Int64 = 0
        private var hasEnded = false

        init(_ body: RequestBody, tracker: UploadTracker?) {
            source = body.makeStream()
            length = body.length
            self.tracker = tracker
            super.init(data: Data())
        }

        override func open() {
            source?.open()
        }

        override func close() {
            source?.close()
        }

        override var streamStatus: Stream.Status {
            source?.streamStatus ?? .error
        }

        override var streamError: (any Error)? {
            source?.streamError
        }

        override var hasBytesAvailable: Bool {
            length.map { offset < $0 } ?? !hasEnded
        }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            let wanted = length.map { Int(min(Int64(maxLength), $0 - offset)) } ?? maxLength
            guard wanted > 0 else { return 0 }
            let count = source?.read(buffer, maxLength: wanted) ?? -1
            if count > 0 {
                offset += Int64(count)
                tracker?.read(upTo: offset)
            } else {
                hasEnded = count == 0
                if let problem = problem(count) {
                    tracker?.fail(problem)
                    return -1
                }
            }
            return count
        }

        private func problem(_ count: Int) -> String? {
            if let problem = (source as? MultipartStream)?.problem { return problem }
            if count < 0 { return "its stream cannot be read." }
            return length.map { "its stream ended after \(offset) of \($0) bytes." }
        }
    }

    /// A stream of bytes in memory that does not copy them first, as Foundation's own stream does on Linux.
    final class MemoryStream: InputStream {
        private let bytes: Data
        private var offset = 0
        private var status = Stream.Status.notOpen

        init(_ bytes: Data) {
            self.bytes = bytes
            super.init(data: Data())
        }

        override func open() {
            status = .open
        }

        override func close() {
            status = .closed
        }

        override var streamStatus: Stream.Status { status }

        override var streamError: (any Error)? { nil }

        override var hasBytesAvailable: Bool { offset < bytes.count }

        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            let piece = bytes.dropFirst(offset).prefix(maxLength)
            piece.copyBytes(to: buffer, count: piece.count)
            offset += piece.count
            return piece.count
        }
    }
#endif
