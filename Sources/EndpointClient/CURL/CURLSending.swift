#if os(Linux)
    /// How often a request has been sent, and whether it may be sent again after its connection broke: a pure value.
    ///
    /// libcurl repeats a request by itself, up to five times, but not if the connection breaks while the body is being
    /// sent. So the client counts: a request is repeated once, by libcurl or else by the client. It is repeated more
    /// often only if the server has not processed it: then it may be repeated whatever its method is.
    struct CURLSending {
        /// Why libcurl was stopped before it sent the request.
        enum Refusal {
            /// The connection has unexpected bytes.
            case staleConnection
            /// It has been sent, and libcurl was about to repeat it.
            case repetition
            /// It waits for a look-up.
            case lookUp
        }

        enum Verdict: Equatable {
            /// It is sent again, over a new connection.
            case again
            /// The server may have acted on it.
            case never
            /// It has been sent again before.
            case nothingLeft
        }

        /// How often a request is sent again that the server has not processed.
        static let refusalLimit = 5

        /// Whether it may be sent again even if the server has acted on it.
        var mayBeRepeated = false

        /// How often it has been sent.
        private(set) var count = 0

        /// How often it has been sent again by the client.
        private(set) var repeats = 0

        /// How many of these repeats had no proof that the server had not processed the request.
        private(set) var doubtfulRepeats = 0

        /// Whether its connection had carried a request before; nil if that is unknown.
        var isKept: Bool?

        /// Whether it is proven that the server has not processed what was sent last.
        private(set) var isRefused = false

        init(mayBeRepeated: Bool = false, isKept: Bool? = nil) {
            (self.mayBeRepeated, self.isKept) = (mayBeRepeated, isKept)
        }

        /// Whether it may be sent now, because the client has started the transfer for it.
        var maySend: Bool { count <= repeats }

        /// Whether libcurl has to report what becomes of its stream, because the next verdict may depend on it.
        var needsReports: Bool { !mayBeRepeated || repeats > 0 }

        /// What follows when the connection broke before a response.
        var verdict: Verdict {
            if isRefused { return repeats - doubtfulRepeats < Self.refusalLimit ? .again : .nothingLeft }
            guard mayBeRepeated else { return .never }
            return doubtfulRepeats == 0 ? .again : .nothingLeft
        }

        /// Whether a failure before a response is one after which the verdict counts: the server has refused the
        /// request, or the connection broke, and was a kept one, which the server may have closed before.
        func isBroken(by failure: CURLFailure) -> Bool {
            guard failure.code != 0 else { return false }
            return isRefused || failure.isBrokenConnection && (isKept == true || failure.isOutOfTries)
        }

        /// It is sent now.
        mutating func send() {
            isRefused = false
            count += 1
        }

        /// It is going to be sent again.
        mutating func sendAgain() {
            if !isRefused { doubtfulRepeats += 1 }
            repeats += 1
            isRefused = false
        }

        /// Reads a message of libcurl about the transfer.
        mutating func read(_ message: UnsafeRawBufferPointer) {
            if Self.provesRefusal(message) { isRefused = true }
        }

        /// Whether a message proves that the server has not processed the request: it has refused the stream (RFC 9113
        /// §8.7), the stream is beyond the last one that the server processes (`GOAWAY`, §6.8), for which libcurl has
        /// the same words, or no stream was opened.
        ///
        /// The messages are those of libcurl 8.3 to 8.19 with `curl_global_trace`; the first one is also that of
        /// earlier versions. A field of the request is a message too, with a bracket before its name, so the whole
        /// message counts.
        static func provesRefusal(_ message: UnsafeRawBufferPointer) -> Bool {
            let text = message.last == UInt8(ascii: "\n") ? message.dropLast() : message[...]
            if text.elementsEqual("REFUSED_STREAM, retrying a fresh connect".utf8) { return true }
            guard text.starts(with: "[HTTP/2] ".utf8) else { return false }
            if text.dropFirst(9).starts(with: "send: nghttp2_submit_request error (".utf8) { return true }
            guard text.dropFirst(9).first == UInt8(ascii: "[") else { return false }
            let rest = text.dropFirst(10).drop { $0 != UInt8(ascii: "]") }
            guard rest.elementsEqual("] RESET: REFUSED_STREAM (err 7)".utf8) else { return false }
            return text.dropFirst(10).dropLast(rest.count).allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
        }
    }
#endif
