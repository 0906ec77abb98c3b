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

    /// A stream of exactly as many bytes as were announced.
    ///
    /// libcurl sends what it gets: a longer stream would run into the next request of the connection, a shorter one would keep
    /// the server waiting for ever, and a stream that cannot be opened counts as an empty body. Here the rest is left out, and the
    /// other two fail the request, with the reason in the meter.
    final class ContentLengthStream: InputStream {
        private let source: InputStream?
        private let length: Int64?
        private let meter: UploadMeter?
        private var offset: Int64 = 0
        private var hasEnded = false

        init(_ body: OutgoingBody, meter: UploadMeter?) {
            source = body.makeStream()
            length = body.length
            self.meter = meter
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
                meter?.read(upTo: offset)
            } else {
                hasEnded = count == 0
                if let problem = problem(count) {
                    meter?.fail(problem)
                    return -1
                }
            }
            return count
        }

        private func problem(_ count: Int) -> String? {
            if let problem = (source as? FormStream)?.problem { return problem }
            if count < 0 { return "its stream cannot be read." }
            return length.map { "its stream ended after \(offset) of \($0) bytes." }
        }
    }

    /// Bytes in memory, read where they are. The stream that Foundation makes of a `Data` on Linux copies all of it first.
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
