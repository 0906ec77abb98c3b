#if os(Linux)
    internal import CLibCURL

    /// One exchange performed by libcurl: what its callbacks report, and its result.
    final class CURLTransfer {
        /// Why libcurl was stopped before it sent the request.
        private enum Refusal {
            /// The connection has unexpected bytes, or another kept connection has just turned out to be broken.
            case staleConnection
            /// It has been sent once and must not be repeated.
            case secondTime
        }

        let handle: CURLHandle
        private let exchange: Exchange
        private let pool: CURLPool
        private let wake: @Sendable () -> Void
        private let onEnd: () -> Void
        private let upload: CURLUpload?
        private var head = ResponseHeadReader()
        private let body = GrowingBuffer()
        private var channel: BodyChannel?
        private var problem: (any Error)?
        private var refusal: Refusal?
        private var sends = 0
        private var socket: Int32?
        private var activeRound: Int?
        private var isResolving = false
        private var isCancelled = false

        /// - Parameters:
        ///   - onEnd: called when the exchange has completely ended.
        ///   - wake: called on any thread when the paused transfer can continue: bytes of the request's body
        ///     have become available, or those of the response have been read.
        /// - Throws: `RequestError` when libcurl parses the URL differently than the check before.
        init(
            _ job: CURLJob, in pool: CURLPool, wake: @escaping @Sendable () -> Void, onEnd: @escaping () -> Void
        ) throws {
            (exchange, self.pool, self.wake, self.onEnd) = (job.exchange, pool, wake, onEnd)
            handle = try pool.makeHandle()
            try handle.prepare(exchange.request, usesProxies: job.settings.options.usesEnvironmentProxies)
            upload = exchange.request.body.map { CURLUpload($0, tracker: job.exchange.tracker, wake: wake) }
            if !pool.library.hasRequestCallback, !exchange.request.mayBeRepeated {
                handle.set(CURLOption.freshConnection, 1)
            }
            let context = Unmanaged.passUnretained(self).toOpaque()
            for option in Self.contextOptions { handle.set(option, context) }
            handle.set(CURLOption.closeSocketData, Unmanaged.passUnretained(pool).toOpaque())
        }

        // Commands of the engine.

        /// Stops the transfer. During a DNS lookup libcurl could only block until the lookup has ended, so the transfer
        /// ends after it.
        func cancel() {
            guard !isCancelled else { return }
            isCancelled = true
            if !isResolving { end() }
        }

        func resume() {
            clibcurl_easy_pause(handle.easy, CURLAnswer.pauseNothing)
        }

        /// libcurl is done with the transfer.
        func finish(_ code: Int32) {
            releaseSocket()
            if refusal == .staleConnection, !isCancelled {
                refusal = nil
                handle.set(CURLOption.freshConnection, 1)
                handle.set(CURLOption.forbidReuse, 0)
                return pool.restart(self)
            }
            let result = Result { try response(code) }
            end()
            exchange.complete(result)
        }

        private func end() {
            if exchange.hasTimedOut { retireConnection() }
            releaseSocket()
            upload?.stop()
            pool.end(self)
            onEnd()
        }

        /// Prevents further requests on a connection whose server timed out or sent a refused response. With HTTP/2 it
        /// would be used for others.
        private func retireConnection() {
            if let socket { pool.retireSocket(socket) }
            handle.set(CURLOption.forbidReuse, 1)
        }

        private func releaseSocket() {
            if let socket = socket.take() { pool.releaseSocket(socket, isHTTP2: head.version == "HTTP/2") }
        }

        // The result.

        private func response(_ code: Int32) throws -> APIResponse {
            if let problem { throw problem }
            if let fault = exchange.tracker?.fault { throw fault }
            guard refusal != .secondTime else { throw URLError.brokenAfterSending(exchange.request.method) }
            guard code == 0 else { throw error(CURLFailure(code: code, text: handle.errorText)) }
            guard head.isComplete, let http = httpResponse else {
                throw URLError(
                    .networkConnectionLost, description: "The connection ended inside the head of the response.")
            }
            var response = APIResponse(http: http, headers: head.headers, body: .data(body.take()))
            response.metrics = metrics(isOver: true)
            return response
        }

        private var httpResponse: HTTPURLResponse? {
            HTTPURLResponse(
                url: exchange.request.url, statusCode: head.status, httpVersion: head.version,
                headerFields: head.headers.dictionary)
        }

        private func metrics(isOver: Bool) -> ExchangeMetrics {
            var metrics = ExchangeMetrics(
                handle, head.version, pool.library, hasName: !exchange.request.origin.isAddress)
            if !isOver { metrics.total = nil }
            return metrics
        }

        /// After the request has been sent, an error that means that the server cannot be reached does not prove that
        /// nothing was sent, and an error that libcurl cannot name is the server's.
        private func error(_ failure: CURLFailure) -> URLError {
            let error = failure.error(isReadingBody: head.isComplete)
            guard sends > 0 else { return error }
            if failure.isLineTooLong, !head.isComplete { return URLError.headLineTooLong }
            if error.code.wasNotSent {
                return URLError(.networkConnectionLost, description: error.localizedDescription)
            }
            if error.code == .unknown { return URLError(.badServerResponse, description: error.localizedDescription) }
            return error
        }

        // What libcurl reports.

        private func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
            recordActivity()
            let wasComplete = head.isComplete
            do {
                try head.read(line)
                if head.isComplete, !wasComplete { try beginBody() }
            } catch let error as ResponseHeadReader.Problem {
                problem = error.error
            } catch {
                problem = error
            }
            guard problem != nil else { return line.count }
            retireConnection()
            return 0
        }

        /// The head is complete.
        ///
        /// - Throws: `URLError` when the announced body is too long, or when it is not a response to the request:
        ///   HTTP/2 without TLS, or another protocol, which no request asks for.
        private func beginBody() throws {
            guard head.version.hasPrefix("HTTP/1") || exchange.request.origin.isSecure, head.status != 101 else {
                throw URLError(
                    .badServerResponse, description: "The server changed the protocol, which was not requested.")
            }
            closeAfterwards()
            if exchange.channel != nil, let http = httpResponse {
                channel = exchange.begin(http, head.headers, metrics(isOver: false), resume: wake)
            }
            if channel == nil, let length = announcedLength, length > exchange.bodyLimit {
                throw URLError.bodyTooLong(limit: exchange.bodyLimit)
            }
            if head.status >= 300 { upload?.wakeIfPaused() }
        }

        /// The length of the body, if the head has it and the body is not encoded.
        private var announcedLength: Int? {
            guard hasBody, !head.headers.contains("Content-Encoding"), !head.headers.contains("Transfer-Encoding")
            else {
                return nil
            }
            return head.headers["Content-Length"].map { Int($0) ?? .max }
        }

        /// Whether the response has a body by its request and status (RFC 9110 §6.4.1).
        private var hasBody: Bool {
            exchange.request.method != "HEAD" && head.status != 204 && head.status != 304
        }

        /// Closes the connection after a response that cannot have a body, because some servers send one anyway (RFC
        /// 9112 §6.3), and after one whose length is ambiguous: the remaining bytes would be read as the next response.
        private func closeAfterwards() {
            guard head.version.hasPrefix("HTTP/1") else { return }
            if !hasBody || head.isAmbiguous { handle.set(CURLOption.forbidReuse, 1) }
        }

        private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            recordActivity()
            if let channel { return channel.offer(bytes) ? bytes.count : CURLAnswer.pause }
            guard body.count + bytes.count <= exchange.bodyLimit else {
                problem = URLError.bodyTooLong(limit: exchange.bodyLimit)
                retireConnection()
                return -1
            }
            body.append(bytes)
            return bytes.count
        }

        /// Restarts the idle time, once for everything that libcurl reports in one round.
        private func recordActivity() {
            guard activeRound != pool.round else { return }
            activeRound = pool.round
            exchange.recordActivity()
        }

        private func sendBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            guard let upload else { return 0 }
            recordActivity()
            return upload.read(buffer)
        }

        /// libcurl is about to send the request.
        private func mayBeSent(localPort: Int32) -> Bool {
            guard !isCancelled else { return false }
            guard sends == 0 || exchange.request.mayBeRepeated else {
                refusal = .secondTime
                return false
            }
            releaseSocket()
            let (socket, isStale) = pool.claimSocket(localPort: localPort, isNew: sends > 0)
            self.socket = socket
            if isStale {
                refusal = .staleConnection
                handle.set(CURLOption.forbidReuse, 1)
            } else {
                sends += 1
            }
            return !isStale
        }

        private func openSocket(_ family: Int32, _ type: Int32, _ protocolNumber: Int32) -> Int32 {
            isResolving = false
            return isCancelled ? CURLAnswer.badSocket : pool.openSocket(family, type, protocolNumber)
        }
    }

    extension CURLTransfer {
        /// The options that set the transfer as a callback's context.
        private static let contextOptions = [
            CURLOption.writeData, CURLOption.headerData, CURLOption.readData, CURLOption.seekData,
            CURLOption.requestData, CURLOption.resolverData, CURLOption.openSocketData,
        ]

        private static func of(_ context: UnsafeMutableRawPointer?) -> CURLTransfer {
            Unmanaged<CURLTransfer>.fromOpaque(context!).takeUnretainedValue()
        }

        /// Sets the callbacks of a handle. Their contexts are set for each transfer.
        static func setCallbacks(of handle: CURLHandle, _ library: CURLLibrary) {
            let easy = handle.easy
            clibcurl_set_bytes_callback(easy, CURLOption.headerFunction) { bytes, size, count, context in
                CURLTransfer.of(context).receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            clibcurl_set_bytes_callback(easy, CURLOption.writeFunction) { bytes, size, count, context in
                CURLTransfer.of(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            clibcurl_set_bytes_callback(easy, CURLOption.readFunction) { bytes, size, count, context in
                CURLTransfer.of(context).sendBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
            }
            clibcurl_set_seek_callback(easy) { context, offset, _ in
                guard offset == 0 else { return CURLAnswer.cannotSeek }
                CURLTransfer.of(context).upload?.rewind()
                return CURLAnswer.ok
            }
            clibcurl_set_resolver_callback(easy) { _, _, context in
                CURLTransfer.of(context).isResolving = true
                return CURLAnswer.ok
            }
            clibcurl_set_open_callback(easy) { context, _, address in
                CURLTransfer.of(context).openSocket(address[0], address[1], address[2])
            }
            clibcurl_set_close_callback(easy) { context, socket in CURLPool.of(context).closeSocket(socket) }
            if library.hasRequestCallback {
                clibcurl_set_prereq_callback(easy) { context, _, _, _, localPort in
                    CURLTransfer.of(context).mayBeSent(localPort: localPort) ? CURLAnswer.ok : CURLAnswer.abort
                }
            }
        }
    }

    extension ExchangeMetrics {
        /// libcurl's measurements of a transfer that has ended. Its times count from the start of the transfer.
        ///
        /// - Parameter hasName: whether the host is a name, which needs a DNS lookup.
        fileprivate init(_ handle: CURLHandle, _ version: String, _ library: CURLLibrary, hasName: Bool) {
            func time(_ info: Int32) -> Duration? {
                let microseconds = clibcurl_get_offset(handle.easy, info)
                return microseconds > 0 ? .microseconds(microseconds) : nil
            }
            let isReused = clibcurl_get_long(handle.easy, CURLInfo.connectionCount) == 0
            // A Unix-domain socket has no address; libcurl reports its path instead.
            let port = clibcurl_get_long(handle.easy, CURLInfo.localPort)
            self.init(
                requestStart: time(CURLInfo.preTransferTime),
                requestSent: library.hasSendTime ? time(CURLInfo.postTransferTime) : nil,
                firstByte: time(CURLInfo.startTransferTime), total: time(CURLInfo.totalTime),
                isReusedConnection: isReused, httpVersion: version,
                remoteAddress: clibcurl_get_string(handle.easy, CURLInfo.primaryIP).flatMap {
                    $0.pointee == 0 || port <= 0 ? nil : String(cString: $0)
                }, connectionID: port > 0 ? String(port) : nil)
            guard !isReused else { return }
            let lookup = time(CURLInfo.nameLookupTime)
            if hasName { nameLookup = lookup }
            connect = time(CURLInfo.connectTime).map { $0 - (lookup ?? .zero) }
            tls = time(CURLInfo.appConnectTime).map { $0 - (time(CURLInfo.connectTime) ?? .zero) }
        }
    }
#endif
