#if os(Linux)
    import Testing

    @testable import EndpointClient

    @Suite struct CURLFailureTests {
        @Test(
            arguments: [
                (1, .badServerResponse), (3, .badURL), (5, .cannotFindHost), (6, .cannotFindHost),
                (7, .cannotConnectToHost), (8, .badServerResponse), (16, .networkConnectionLost),
                (18, .badServerResponse), (28, .timedOut), (35, .secureConnectionFailed),
                (51, .serverCertificateUntrusted), (52, .networkConnectionLost), (53, .secureConnectionFailed),
                (54, .secureConnectionFailed), (55, .networkConnectionLost), (56, .networkConnectionLost),
                (58, .clientCertificateRejected), (59, .secureConnectionFailed), (60, .serverCertificateUntrusted),
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
                (16, .badServerResponse), (52, .badServerResponse), (55, .badServerResponse), (56, .badServerResponse),
                (92, .badServerResponse), (95, .badServerResponse), (18, .badServerResponse), (2, .badServerResponse),
                (28, .timedOut), (61, .cannotDecodeContentData), (60, .serverCertificateUntrusted),
            ] as [(Int32, URLError.Code)])
        func `each code of libcurl while a body is read has its URLError code`(code: Int32, expected: URLError.Code) {
            #expect(CURLFailure(code: code, text: "x").error(isReadingBody: true).code == expected)
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
    }
#endif
