#if os(Linux)
    internal import CLibCURL

    /// The failure of a transfer: libcurl's code (`CURLE_…`) and message.
    struct CURLFailure {
        let code: Int32
        let text: String

        /// The failure as a `URLError`, whose code decides whether the call is retried.
        ///
        /// - Parameter isReadingBody: whether the head of the response had been read.
        func error(isReadingBody: Bool) -> URLError {
            URLError(urlCode(isReadingBody), description: sentence)
        }

        private func urlCode(_ isReadingBody: Bool) -> URLError.Code {
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
            case 61: .cannotDecodeContentData
            case 1, 8, 18, 63: .badServerResponse
            case 16, 52, 55, 56, 92, 95, 96: isReadingBody ? .badServerResponse : .networkConnectionLost
            case 97: .cannotConnectToHost
            case _ where isLineTooLong: .dataLengthExceedsMaximum
            default: isReadingBody ? .badServerResponse : .unknown
            }
        }

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
            guard [35, 55, 56, 58].contains(code), let alert = text.range(of: " alert ") else { return nil }
            let kind = text[alert.upperBound...]
            if kind.hasPrefix("certificate required") { return .clientCertificateRequired }
            let refusals = [
                "unknown ca", "bad certificate", "unsupported certificate", "certificate revoked",
                "certificate expired",
                "certificate unknown", "access denied",
            ]
            return refusals.contains { kind.hasPrefix($0) } ? .clientCertificateRejected : nil
        }

        /// libcurl's own message. It may quote a proxy with its password, as in
        /// `Unsupported proxy syntax in '…'`.
        private var sentence: String {
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

    extension ResponseHeadReader.Problem {
        /// The error of a call whose response has such a head.
        var error: URLError {
            switch self {
            case .statusLine: URLError(.badServerResponse, description: "The status line of the response is malformed.")
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
