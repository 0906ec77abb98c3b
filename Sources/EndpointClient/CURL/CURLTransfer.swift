#if os(Linux)
    internal import CLibCURL

    /// One exchange performed by libcurl: what its callbacks report, and its result.
    final class CURLTransfer {
        let handle: CURLHandle
        private let exchange: Exchange
        private let pool: CURLPool
        private let wake: @Sendable () -> Void
        private let onEnd: () -> Void
        let upload: CURLUpload?
        private var head = ResponseHeadReader()
        private let body = GrowingBuffer()
        private var channel: BodyChannel?
        private var problem: (any Error)?
        private var refusal: CURLSending.Refusal?
        private var sending = CURLSending()
        private var socket: Int32? { didSet { pool.use(socket, for: id) } }
        private var systemError: Int32?
        private var activeRound: Int?
        private var unrecorded: Int?
        private let name: CURLLookUps.Name
        private var (isResolving, isFresh) = (false, false)
        private var (isReceivePaused, isAskedForCertificate) = (false, false)
        private var (isAnswered, isCancelled, hasEnded) = (false, false, false)

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
            upload = exchange.request.body.map {
                CURLUpload($0, tracker: job.exchange.tracker, job.settings.abandonedReads, wake: wake)
            }
            let origin = exchange.request.origin
            name = CURLLookUps.Name(client: job.settings.id, host: origin.host, port: origin.port)
            sending.mayBeRepeated = exchange.request.mayBeRepeated
            if !pool.library.hasRequestCallback {
                // The end of the connecting is not reported, so libcurl limits it.
                exchange.hasConnected()
                if !exchange.request.mayBeRepeated { handle.set(CURLOption.freshConnection, 1) }
            }
            let context = Unmanaged.passUnretained(self).toOpaque()
            for option in Self.contextOptions { handle.set(option, context) }
            handle.set(CURLOption.closeSocketData, Unmanaged.passUnretained(pool).toOpaque())
        }

        private var id: ObjectIdentifier { ObjectIdentifier(exchange) }

        // Commands of the engine.

        /// Starts the transfer, or starts it again when it has been waiting for a look-up.
        func start() {
            handle.forgetError()
            do { try pool.start(self) } catch { complete(.failure(error)) }
        }

        /// Ends the transfer because the look-up for which it waited has failed.
        func fail(_ failure: CURLFailure) {
            complete(.failure(error(failure)))
        }

        /// Stops the transfer. During a DNS lookup libcurl could only block until the lookup has ended, so the transfer
        /// ends after it.
        func cancel() {
            guard !isCancelled else { return }
            isCancelled = true
            if !isResolving { end() }
        }

        func resume() {
            isReceivePaused = false
            clibcurl_easy_pause(handle.easy, CURLAnswer.pauseNothing)
        }

        /// libcurl is done with the transfer.
        func finish(_ code: Int32) {
            let failure = failure(code)
            if failure.isOfConnection || sending.isRefused { retireConnection() }
            releaseSocket()
            endLookUp(failure.isOfLookUp && isResolving ? .failed(failure) : .unused)
            guard !isCancelled else { return end() }
            // A server may close the connection after its response, before it has read the rest of the body.
            if failure.isBrokenConnection, upload != nil, head.isComplete, answer(waitsFor: nil).isWhole {
                isAnswered = true
            }
            switch refusal.take() {
            case .lookUp: return
            case .staleConnection: return restart()
            case .repetition: return repeatOrFail(after: failure)
            case nil where isBroken(failure): return repeatOrFail(after: failure)
            case nil: complete(Result { try response(failure) })
            }
        }

        private func complete(_ result: Result<APIResponse, any Error>) {
            end()
            exchange.complete(result)
        }

        private func end() {
            guard !hasEnded else { return }
            hasEnded = true
            if exchange.hasTimedOut { retireConnection() }
            releaseSocket()
            endLookUp(.unused)
            pool.leaveLookUps(id)
            upload?.stop()
            pool.end(self)
            onEnd()
        }

        // Sending again.

        /// Whether the request failed before anything of a response arrived, in a way that may let it be sent again.
        private func isBroken(_ failure: CURLFailure) -> Bool {
            sending.isKept = sending.isKept ?? (clibcurl_get_long(handle.easy, CURLInfo.connectionCount) == 0)
            return problem == nil && exchange.isAwaited && exchange.tracker?.fault == nil && !head.hasBegun
                && sending.isBroken(by: failure)
        }

        private func repeatOrFail(after failure: CURLFailure) {
            switch sending.verdict {
            case .again:
                recordRepetition()
                restart()
            case .never: complete(.failure(URLError.brokenAfterSending(exchange.request.method)))
            case .nothingLeft: complete(.failure(sending.isRefused ? URLError.refused(sending.count) : error(failure)))
            }
        }

        private func recordRepetition() {
            sending.sendAgain()
            isFresh = true
            exchange.isRepeated()
        }

        /// Starts again over a new connection.
        private func restart() {
            head = ResponseHeadReader()
            upload?.rewind()
            isFresh = true
            handle.set(CURLOption.freshConnection, 1)
            handle.set(CURLOption.forbidReuse, 0)
            start()
        }

        // Look-ups.

        /// libcurl is about to look the name up. A transfer that has to wait ends, and is started again later.
        func mayLookUp() -> Bool {
            guard !exchange.request.origin.isAddress else { return true }
            isResolving = pool.mayLookUp(name, for: id)
            if !isResolving { refusal = .lookUp }
            return isResolving
        }

        private func endLookUp(_ outcome: CURLLookUps.Outcome) {
            isResolving = false
            pool.endLookUp(name, of: id, outcome)
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

        private func failure(_ code: Int32) -> CURLFailure {
            CURLFailure(
                code: code, text: handle.errorText, systemError: code == 0 ? nil : systemError ?? SystemLimit.current,
                isAskedForCertificate: isAskedForCertificate)
        }

        private func response(_ failure: CURLFailure) throws -> APIResponse {
            if let problem { throw problem }
            if !isAnswered {
                if let fault = exchange.tracker?.fault { throw fault }
                guard failure.code == 0 else { throw error(failure) }
            }
            guard head.isComplete, let http = httpResponse else {
                throw URLError(
                    .networkConnectionLost, description: "The connection ended inside the head of the response.")
            }
            var response = APIResponse(http: http, headers: head.headers, body: .data(body.take()))
            response.metrics = metrics(isOver: true)
            response.trailers = head.trailers
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

        private func error(_ failure: CURLFailure) -> any Error {
            let error = failure.error(isReadingBody: head.isComplete)
            guard sending.count > 0 || head.hasBegun else {
                guard error.code == .timedOut, let limit = exchange.request.connectLimit else { return error }
                return Deadline(after: limit, of: .connection, on: .system).error
            }
            if failure.isLineTooLong, !head.isComplete { return URLError.headLineTooLong }
            if error.code == .networkConnectionLost, head.isComplete {
                return URLError.lostInBody(
                    after: clibcurl_get_offset(handle.easy, CURLInfo.downloadedBytes),
                    of: head.contentLength(answering: exchange.request.method))
            }
            return error.afterSending
        }

        // What libcurl reports.

        func receiveHead(_ line: UnsafeRawBufferPointer) -> Int {
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
            handle.reportsStreams = false
            closeAfterwards()
            if exchange.channel != nil, let http = httpResponse {
                channel = exchange.begin(http, head.headers, metrics(isOver: false), resume: wake)
            }
            if channel == nil, hasBody, let length = head.decodedLength, length > exchange.bodyLimit {
                throw URLError.bodyTooLong(limit: exchange.bodyLimit)
            }
            if head.status >= 300 { upload?.wakeIfPaused() }
            checkLater()
        }

        // Answers that are complete before the request is.

        /// libcurl waits for these events of the connection. While it may receive, it waits for bytes to read.
        func isWatched(for events: Int32) {
            guard upload != nil, head.isComplete, !hasEnded else { return }
            if answer(waitsFor: events).isWhole { endEarly() }
        }

        /// Checks after this call of libcurl whether the response is complete.
        private func checkLater() {
            guard upload != nil, !isAnswered, !hasEnded else { return }
            pool.afterwards { [weak self] in
                guard let self, !hasEnded, answer(waitsFor: nil).isWhole else { return }
                endEarly()
            }
        }

        private func answer(waitsFor events: Int32?) -> CURLEarlyAnswer {
            CURLEarlyAnswer(
                version: head.version, isSecure: exchange.request.origin.isSecure,
                length: head.lengthBeforeEnd(answering: exchange.request.method),
                received: clibcurl_get_offset(handle.easy, CURLInfo.downloadedBytes),
                events: isReceivePaused ? nil : events)
        }

        /// Ends the transfer with its response. The rest of the body is not sent, so the connection cannot be used
        /// again.
        private func endEarly() {
            guard !isAnswered else { return }
            isAnswered = true
            pool.afterwards { [weak self] in
                guard let self, !hasEnded else { return }
                handle.set(CURLOption.forbidReuse, 1)
                finish(0)
            }
        }

        private var hasBody: Bool { head.hasBody(answering: exchange.request.method) }

        /// Closes the connection after a response that cannot have a body, because some servers send one anyway (RFC
        /// 9112 §6.3), and after one whose length is ambiguous: the remaining bytes would be read as the next response.
        private func closeAfterwards() {
            guard head.version.hasPrefix("HTTP/1") else { return }
            if !hasBody || head.isAmbiguous { handle.set(CURLOption.forbidReuse, 1) }
        }

        func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            recordBody(bytes.count)
            checkLater()
            if let channel {
                isReceivePaused = !channel.offer(bytes)
                return isReceivePaused ? CURLAnswer.pause : bytes.count
            }
            guard body.count + bytes.count <= exchange.bodyLimit else {
                problem = URLError.bodyTooLong(limit: exchange.bodyLimit)
                retireConnection()
                return -1
            }
            body.append(bytes)
            return bytes.count
        }

        /// Counts bytes of the body, once for all pieces that libcurl reports in one call.
        private func recordBody(_ count: Int) {
            guard activeRound == pool.round else {
                activeRound = pool.round
                return exchange.recordBody(count)
            }
            if unrecorded == nil {
                pool.afterwards { [weak self] in self.map { $0.exchange.recordBody($0.unrecorded.take() ?? 0) } }
            }
            unrecorded = (unrecorded ?? 0) + count
        }

        /// Restarts the idle time, once for everything that libcurl reports in one round.
        private func recordActivity() {
            guard activeRound != pool.round else { return }
            activeRound = pool.round
            exchange.recordActivity()
        }

        func sendBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            guard let upload else { return 0 }
            recordActivity()
            return upload.read(buffer)
        }

        /// libcurl is about to send the request.
        func mayBeSent(over ends: CURLSockets.Ends?) -> Bool {
            guard !isCancelled else { return false }
            exchange.hasConnected()
            endLookUp(.unused)
            if !sending.maySend {
                // libcurl repeats the request by itself.
                guard sending.verdict == .again else {
                    refusal = .repetition
                    return false
                }
                recordRepetition()
            }
            handle.reportsStreams = sending.needsReports
            releaseSocket()
            switch pool.claimSocket(ends, isNew: isFresh) {
            case .stale:
                refusal = .staleConnection
                handle.set(CURLOption.forbidReuse, 1)
                return false
            case .granted(let socket, let isKept): (self.socket, sending.isKept) = (socket, isKept)
            case .unknown: sending.isKept = nil
            }
            sending.send()
            return true
        }

        func openSocket(_ family: Int32, _ type: Int32, _ protocolNumber: Int32) -> Int32 {
            endLookUp(.found)
            if isCancelled { return CURLAnswer.badSocket }
            let descriptor = pool.openSocket(family, type, protocolNumber)
            systemError = descriptor < 0 ? errno : nil
            return descriptor
        }

        /// A message of libcurl about the connection, a handshake of TLS, or the stream.
        func hears(_ text: UnsafeRawBufferPointer) {
            sending.read(text)
            guard text.first == UInt8(ascii: "T") else { return }
            if String(decoding: text, as: UTF8.self).contains("Request CERT") { isAskedForCertificate = true }
        }
    }
#endif
