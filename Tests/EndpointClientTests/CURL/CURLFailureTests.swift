#if os(Linux)
    import Testing

    @testable import EndpointClient
    @testable import EndpointCore

    @Suite struct CURLFailureTests {
        @Test(
            arguments: [
                (1, .badServerResponse), (3, .badURL), (5, .cannotFindHost), (6, .cannotFindHost),
                (7, .cannotConnectToHost), (8, .badServerResponse), (16, .networkConnectionLost),
                (18, .networkConnectionLost), (28, .timedOut), (35, .secureConnectionFailed),
                (51, .serverCertificateUntrusted), (52, .networkConnectionLost), (53, .secureConnectionFailed),
                (54, .secureConnectionFailed), (55, .networkConnectionLost), (56, .networkConnectionLost),
                (42, .networkConnectionLost), (58, .clientCertificateRejected), (59, .secureConnectionFailed),
                (60, .serverCertificateUntrusted),
                (61, .cannotDecodeContentData), (63, .badServerResponse), (66, .secureConnectionFailed),
                (77, .secureConnectionFailed), (80, .secureConnectionFailed), (82, .secureConnectionFailed),
                (83, .secureConnectionFailed), (90, .serverCertificateUntrusted), (91, .serverCertificateUntrusted),
                (92, .networkConnectionLost), (95, .networkConnectionLost), (96, .networkConnectionLost),
                (97, .cannotConnectToHost), (98, .clientCertificateRequired), (2, .unknown), (9999, .unknown),
            ] as [(Int32, URLError.Code)])
        func `each code of libcurl before a response has its URLError code`(code: Int32, expected: URLError.Code) {
            #expect(CURLFailure(code: code, text: "x").error(isReadingBody: false).code == expected)
        }

        @Test(
            arguments: [
                (16, .badServerResponse), (52, .networkConnectionLost), (55, .networkConnectionLost),
                (56, .networkConnectionLost), (92, .networkConnectionLost), (95, .networkConnectionLost),
                (18, .networkConnectionLost), (2, .badServerResponse),
                (28, .timedOut), (61, .cannotDecodeContentData), (60, .serverCertificateUntrusted),
            ] as [(Int32, URLError.Code)])
        func `each code of libcurl while a body is read has its URLError code`(code: Int32, expected: URLError.Code) {
            #expect(CURLFailure(code: code, text: "x").error(isReadingBody: true).code == expected)
        }

        @Test(
            arguments: [
                "Illegal or missing hexadecimal sequence in chunked-encoding",
                "chunk hex-length char not a hex digit: 0x7a", "Malformed encoding found in chunked-encoding",
            ], [true, false])
        func `a malformed chunk is no lost connection`(text: String, isReading: Bool) {
            #expect(CURLFailure(code: 56, text: text).error(isReadingBody: isReading).code == .badServerResponse)
        }

        /// Only an error before anything was sent may lead to a repeated request.
        @Test func `only a failed look-up, connection or proxy means that nothing was sent`() throws {
            _ = try CURLLibrary.shared.get()
            let codes = (1...100).filter {
                CURLFailure(code: $0, text: "").error(isReadingBody: false).code.wasNotSent
            }
            #expect(codes == [5, 6, 7, 97])
        }

        @Test(
            arguments: [
                ("Empty reply from server", "Empty reply from server."), ("Done.", "Done."),
                ("", "Failure when receiving data from the peer."),
            ])
        func `the sentence of a failure is libcurl's, with a full stop`(text: String, sentence: String) throws {
            _ = try CURLLibrary.shared.get()
            #expect(CURLFailure(code: 56, text: text).error(isReadingBody: false).localizedDescription == sentence)
        }

        @Test func `an error of a connection isn't one of a stream or a handshake`() {
            #expect((0...100).filter { CURLFailure(code: $0, text: "").isOfConnection } == [16, 18, 52, 55, 56, 95])
        }

        @Test(
            arguments: [
                (.cannotConnectToHost, .networkConnectionLost), (.cannotFindHost, .networkConnectionLost),
                (.unknown, .badServerResponse), (.timedOut, .timedOut),
                (.networkConnectionLost, .networkConnectionLost),
            ] as [(URLError.Code, URLError.Code)])
        func `no error after sending means that nothing was sent`(code: URLError.Code, expected: URLError.Code) {
            let error = URLError(code, description: "x").afterSending
            #expect(error.code == expected)
            #expect(error.localizedDescription == "x")
        }

        @Test func `only two codes of libcurl mean that a line is too long`() {
            #expect((1...100).filter { CURLFailure(code: $0, text: "").isLineTooLong } == [27, 100])
        }

        /// The texts of OpenSSL, which distinguish a broken connection and a rejected certificate from other handshake
        /// failures.
        @Test(
            arguments: [
                (35, "OpenSSL SSL_connect: Connection reset by peer", .networkConnectionLost),
                (35, "OpenSSL SSL_connect: SSL_ERROR_SYSCALL", .networkConnectionLost),
                (35, "sslv3 alert bad certificate", .clientCertificateRejected),
                (56, "tlsv13 alert certificate required, errno 0", .clientCertificateRequired),
                (56, "tlsv1 alert unknown ca, errno 0", .clientCertificateRejected),
                (35, "tlsv1 alert protocol version", .secureConnectionFailed),
                (56, "Recv failure: Connection reset by peer", .networkConnectionLost),
            ] as [(Int32, String, URLError.Code)])
        func `a failed TLS handshake has a code of its own`(code: Int32, text: String, expected: URLError.Code) {
            #expect(CURLFailure(code: code, text: text).error(isReadingBody: false).code == expected)
        }

        @Test(
            arguments: [
                (.statusLine, .badServerResponse, "The status line of the response is malformed."),
                (
                    .contentLength, .badServerResponse,
                    "The response has a malformed Content-Length, or several different ones."
                ),
                (.tooLong, .dataLengthExceedsMaximum, "The head of the response is longer than 307200 bytes."),
            ] as [(ResponseHeadReader.Problem, URLError.Code, String)])
        func `a malformed head has a code and a sentence`(
            problem: ResponseHeadReader.Problem, code: URLError.Code, sentence: String
        ) {
            #expect(problem.error.code == code)
            #expect(problem.error.localizedDescription == sentence)
        }

        @Test(arguments: [EMFILE, ENFILE], [2, 6, 7, 27, 58, 77] as [Int32])
        func `a failure for want of descriptors is one of this machine`(error: Int32, code: Int32) {
            let failure = CURLFailure(code: code, text: "x", systemError: error).error(isReadingBody: false)
            #expect(failure.code == .resourceUnavailable)
            #expect(failure.localizedDescription == SystemLimit.sentence)
            #expect(RetryFailure(failure).outcome == .neutral)
            #expect(!RetryPolicy.standard.isTransient(RetryFailure(failure)))
        }

        @Test(
            arguments: [
                (7, ECONNREFUSED, .cannotConnectToHost), (7, nil, .cannotConnectToHost),
                (56, EMFILE, .networkConnectionLost), (60, EMFILE, .serverCertificateUntrusted),
            ] as [(Int32, Int32?, URLError.Code)])
        func `another failure is the server's`(code: Int32, error: Int32?, expected: URLError.Code) {
            let failure = CURLFailure(code: code, text: "x", systemError: error).error(isReadingBody: false)
            #expect(failure.code == expected)
        }

        /// With TLS 1.2, libcurl reports the server's alert like a certificate of the server that is not valid.
        @Test(arguments: [
            ("SSL certificate verification failed", true, URLError.Code.clientCertificateRejected),
            ("SSL certificate verification failed", false, .serverCertificateUntrusted),
            ("SSL certificate problem: certificate has expired", true, .serverCertificateUntrusted),
        ])
        func `an expired certificate of the client is told apart from one of the server`(
            text: String, isAsked: Bool, code: URLError.Code
        ) {
            let error = CURLFailure(code: 60, text: text, isAskedForCertificate: isAsked).error(isReadingBody: false)
            #expect(error.code == code)
            #expect(error.localizedDescription.contains("client certificate") == (code == .clientCertificateRejected))
        }

        @Test(arguments: ["sslv3 alert handshake failure", "ssl/tls alert handshake failure"])
        func `a handshake that fails after a certificate was asked for needs one`(text: String) {
            for (isAsked, code) in [(true, URLError.Code.clientCertificateRequired), (false, .secureConnectionFailed)] {
                let failure = CURLFailure(code: 35, text: text, isAskedForCertificate: isAsked)
                #expect(failure.error(isReadingBody: false).code == code)
            }
        }
    }
#endif
