#if os(Linux)
    internal import CLibCURL

    /// The failure of a transfer: libcurl's code (`CURLE_…`) and message.
    struct CURLFailure {
        let code: Int32
        let text: String
        /// The error of the system that prevented a connection (`errno`); nil if there is none.
        var systemError: Int32?
        /// Whether the server asked for a client certificate in the handshake.
        var isAskedForCertificate = false

        /// The failure as a `URLError`, whose code decides whether the call is retried.
        ///
        /// - Parameter isReadingBody: whether the head of the response had been read.
        func error(isReadingBody: Bool) -> URLError {
            URLError(urlCode(isReadingBody), description: sentence)
        }

        private func urlCode(_ isReadingBody: Bool) -> URLError.Code {
            if isOfThisMachine { return .resourceUnavailable }
            if !isReadingBody, let refusal = certificateRefusal { return refusal }
            if code == 56, text.contains("CONNECT") { return .cannotConnectToHost }
            return switch code {
            case 3: .badURL
            case 5, 6: .cannotFindHost
            case 7: .cannotConnectToHost
            case 28: .timedOut
            case 35 where isBroken: .networkConnectionLost
            case 35, 53, 54, 59, 66, 77, 80, 82, 83: .secureConnectionFailed
            case 51, 60, 90, 91: .serverCertificateUntrusted
            case 58: .clientCertificateRejected
            case 98: .clientCertificateRequired
            // A coding of the transfer, which no request allows. Earlier versions than 8.14 report no error.
            case 61 where text.contains("ransfer"): .badServerResponse
            case 61: .cannotDecodeContentData
            case 1, 8, 63: .badServerResponse
            case 16 where isReadingBody: .badServerResponse
            case 56 where text.contains("chunk"): .badServerResponse
            case 16, 18, 42, 52, 55, 56, 92, 95, 96: .networkConnectionLost
            case 97: .cannotConnectToHost
            case _ where isLineTooLong: .dataLengthExceedsMaximum
            default: isReadingBody ? .badServerResponse : .unknown
            }
        }

        /// Whether it is a failure of this machine, which says nothing about the server: there is no file descriptor
        /// left for a look-up, a socket or the files of TLS.
        private var isOfThisMachine: Bool {
            [2, 6, 7, 27, 58, 77].contains(code) && systemError.map(SystemLimit.isReached) == true
        }

        /// Whether a name could not be looked up.
        var isOfLookUp: Bool { code == 5 || code == 6 }

        /// Whether the connection broke before a response. A connection of HTTP/2 that broke is an error of its frames.
        var isBrokenConnection: Bool {
            [16, 52, 55, 56].contains(code) && urlCode(false) == .networkConnectionLost
        }

        /// Whether libcurl has given the request up, which it sends at most six times by itself. It counts what other
        /// requests of the same handle have needed.
        var isOutOfTries: Bool { code == 55 && text.hasPrefix("Connection died, tried") }

        /// Whether it is an error of the connection, which must carry no other request then. A stream that the server
        /// has reset (92) is one of its own.
        var isOfConnection: Bool { [16, 18, 52, 55, 56, 95].contains(code) }

        /// Whether a line of the response exceeds libcurl's limit, or memory is exhausted: libcurl has one code for
        /// both.
        var isLineTooLong: Bool { code == 27 || code == 100 }

        /// Whether a handshake failed because the connection broke, which says nothing about its security.
        private var isBroken: Bool {
            text.contains("reset by peer") || text.contains("SYSCALL") || text.contains("Broken pipe")
        }

        /// The server's verdict on the client's certificate. With TLS 1.3 it arrives after the handshake, when the
        /// response is awaited (RFC 8446 §4.4.2.4), and libcurl reports a failure to send or to receive that differs
        /// only in its text.
        private var certificateRefusal: URLError.Code? {
            if isExpiredCertificate { return .clientCertificateRejected }
            guard [35, 55, 56, 58].contains(code), let alert = text.range(of: " alert ") else { return nil }
            let kind = text[alert.upperBound...]
            if kind.hasPrefix("certificate required") { return .clientCertificateRequired }
            // TLS 1.2 has no alert of its own for a missing certificate (RFC 5246 §7.4.6).
            if isAskedForCertificate, kind.hasPrefix("handshake failure") { return .clientCertificateRequired }
            let refusals = [
                "unknown ca", "bad certificate", "unsupported certificate", "certificate revoked",
                "certificate expired",
                "certificate unknown", "access denied",
            ]
            return refusals.contains { kind.hasPrefix($0) } ? .clientCertificateRejected : nil
        }

        /// Whether the server refused the client's certificate as expired. With TLS 1.2 libcurl reports that alert like
        /// a server's certificate that is not valid, but without the reason why that one is not.
        private var isExpiredCertificate: Bool {
            code == 60 && isAskedForCertificate && text == "SSL certificate verification failed"
        }

        /// libcurl's own message, except where the client has stopped it (42). It may quote a proxy with its password,
        /// as in `Unsupported proxy syntax in '…'`.
        private var sentence: String {
            if isOfThisMachine { return SystemLimit.sentence }
            if code == 42 { return "The connection broke each time that the request was sent." }
            if isExpiredCertificate { return "The server refused the client certificate as expired." }
            var text = text.isEmpty ? String(cString: clibcurl_easy_strerror(code)) : text
            if let first = text.firstIndex(of: "'"), let last = text.lastIndex(of: "'"), text[first...].contains("@") {
                text.replaceSubrange(first...last, with: "'…'")
            }
            let sentence = text.hasSuffix(".") || text.hasSuffix("!") ? text : text + "."
            return isLineTooLong ? "A part of the response is too large for libcurl: \(sentence)" : sentence
        }
    }

    extension URLError {
        static let headLineTooLong = URLError(
            .dataLengthExceedsMaximum, description: "A line in the head of the response is longer than libcurl accepts."
        )
    }

    extension URLError {
        /// After the request has been sent, an error that means that the server cannot be reached does not prove that
        /// nothing was sent, and an error that libcurl cannot name is the server's.
        var afterSending: URLError {
            if code.wasNotSent { return URLError(.networkConnectionLost, description: localizedDescription) }
            return code == .unknown ? URLError(.badServerResponse, description: localizedDescription) : self
        }

        /// A request that the server has refused, without having processed it, each time that it was sent.
        static func refused(_ count: Int) -> URLError {
            URLError(
                .networkConnectionLost,
                description: "The server has refused the request \(count.counted("time")), without having processed it."
            )
        }
    }

    extension ResponseHeadReader.Problem {
        /// The error of a call whose response has such a head.
        var error: URLError {
            switch self {
            case .statusLine: URLError(.badServerResponse, description: "The status line of the response is malformed.")
            case .field:
                URLError(.badServerResponse, description: "A header field of the response is malformed.")
            case .contentLength:
                URLError(
                    .badServerResponse,
                    description: "The response has a malformed Content-Length, or several different ones.")
            case .framing:
                URLError(.badServerResponse, description: "The end of the response is ambiguous.")
            case .locations:
                URLError(.badServerResponse, description: "The response has two different locations.")
            case .tooLong:
                URLError(
                    .dataLengthExceedsMaximum,
                    description: "The head of the response is longer than \(ResponseHeadReader.limit) bytes.")
            }
        }
    }
#endif
