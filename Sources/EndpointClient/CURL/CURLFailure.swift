#if os(Linux)
    /// The failure of a transfer: libcurl's code (`CURLE_…`) and its sentence.
    struct CURLFailure {
        let code: Int32
        let text: String?

        /// The failure as a `URLError`, whose code decides whether the call is tried again.
        ///
        /// - Parameter isReadingBody: whether the head of the response had been read.
        func error(isReadingBody: Bool) -> URLError {
            URLError(urlCode(isReadingBody), description: sentence)
        }

        private func urlCode(_ isReadingBody: Bool) -> URLError.Code {
            switch code {
            case 3: .badURL
            case 5, 6: .cannotFindHost
            case 7: .cannotConnectToHost
            case 28: .timedOut
            case 35, 53, 54, 59, 66, 77, 80, 82, 83: .secureConnectionFailed
            case 51, 60, 90, 91: .serverCertificateUntrusted
            case 58: .clientCertificateRejected
            case 98: .clientCertificateRequired
            case 61: .cannotDecodeContentData
            case 1, 8, 63: .badServerResponse
            case 16, 52, 55, 56, 92, 95, 96: isReadingBody ? .badServerResponse : .networkConnectionLost
            case 18: .badServerResponse
            case 97: .cannotConnectToHost
            case _ where isTooLarge: .dataLengthExceedsMaximum
            default: isReadingBody ? .badServerResponse : .unknown
            }
        }

        private var sentence: String {
            guard let text, !text.isEmpty else { return "libcurl failed with code \(code)." }
            let sentence = text.hasSuffix(".") || text.hasSuffix("!") ? text : text + "."
            return isTooLarge ? "libcurl refuses the size of a part of the response: \(sentence)" : sentence
        }

        /// libcurl has limits for the size of a line. Before 8.6 its code for them is that of missing memory.
        private var isTooLarge: Bool { code == 27 || code == 100 }
    }

    extension ResponseHeadReader.Problem {
        /// The error of a call whose response has such a head.
        var error: URLError {
            switch self {
            case .statusLine: URLError(.badServerResponse, description: "The status line of the response is malformed.")
            case .contentLength:
                URLError(
                    .badServerResponse,
                    description: "The response has a malformed Content-Length, or several that differ.")
            case .tooLong:
                URLError(
                    .dataLengthExceedsMaximum,
                    description: "The head of the response is longer than \(ResponseHeadReader.limit) bytes.")
            }
        }
    }
#endif
