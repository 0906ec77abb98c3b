#if os(Linux)
    import EndpointTesting
    import Testing

    /// A server that breaks the rules of TLS, HTTP/1.1 and HTTP/2. After each case three ordinary calls of the same
    /// client succeed.
    @Suite(.only(.curl), .serialized, .timeLimit(.minutes(10))) struct HostileTLSTests {
        @Test(arguments: HostileCase.handshakes)
        func `a handshake that breaks the rules has its outcome`(_ hostile: HostileCase) async throws {
            let port = try #require(RealServer.hostile2.url?.port)
            let url = try #require(URL(string: "https://\(hostile.name).hostile.real.test:\(port)/x"))
            try await HostileClient(.hostile2).check(hostile, .get(url))
        }

        @Test(arguments: HostileCase.tls + HostileCase.http1)
        func `an HTTP/1.1 connection that breaks the rules has its outcome`(_ hostile: HostileCase) async throws {
            try await HostileClient(.hostile1).check(hostile, .get("\(hostile.name)/1"))
        }

        @Test(arguments: HostileCase.tls + HostileCase.http2)
        func `an HTTP/2 connection that breaks the rules has its outcome`(_ hostile: HostileCase) async throws {
            try await HostileClient(.hostile2).check(hostile, .get("\(hostile.name)/1"))
        }

        @Test(arguments: HostileCase.uploads)
        func `an upload that the server doesn't let through has its outcome`(_ hostile: HostileCase) async throws {
            let body = Data(count: 1_000_000)
            try await HostileClient(.hostile2).check(hostile, .post("\(hostile.name)/1", body: .binary(body)))
        }

        /// As long as frames arrive that belong to no response, libcurl reads on, and the engine's thread does nothing
        /// else (7.88.1).
        @Test(arguments: HostileCase.floods)
        func `an HTTP/2 response with endless frames ends with an error`(_ hostile: HostileCase) async throws {
            try await withKnownIssue("Other calls wait while libcurl reads.", isIntermittent: true) {
                try await HostileClient(.hostile2).check(hostile, .get("\(hostile.name)/1"))
            } matching: {
                ($0.error as? URLError)?.code == .timedOut
            }
        }

        /// libcurl treats the end of such a connection as the end of the body, because many servers send no
        /// `close_notify`. No option changes that.
        @Test func `a body cut off at the end of its connection is an error`() async throws {
            await withKnownIssue("libcurl with OpenSSL", isIntermittent: true) {
                let hostile = HostileCase(name: "end-without-goodbye-or-length", outcome: .error)
                try await HostileClient(.hostile1).check(hostile, .get("\(hostile.name)/1"))
            }
        }

        /// libcurl 7.88.1 sometimes reports a stream that was reset as complete.
        @Test(arguments: HostileCase.resets)
        func `a body without a length whose stream is reset is an error`(_ hostile: HostileCase) async throws {
            await withKnownIssue("libcurl before 8.5", isIntermittent: true) {
                try await HostileClient(.hostile2).check(hostile, .get("\(hostile.name)/1"))
            }
        }
    }

    /// A client, and its invariants whatever a server does.
    private struct HostileClient {
        private static let whole = Data(String(repeating: "0123456789", count: 1000).utf8)
        private let client: CURLClient

        init(_ server: RealServer) throws {
            client = CURLClient(
                baseURL: try #require(server.url), limits: .init(deadline: .seconds(30), idle: .seconds(3)),
                options: .init(certificateAuthorities: try RealServer.file("system.pem"), http2: .always))
        }

        /// The call ends with a whole response or with a typed error, and three ordinary calls succeed.
        func check(_ hostile: HostileCase, _ request: URLRequest) async throws {
            if hostile.outcome == .error {
                await #expect(throws: URLError.self) { try await client.answer(request) }
            } else {
                try await checkResponse(to: request, orError: hostile.outcome == .either)
            }
            for number in 1...3 {
                let data = try await client.data(.get("ok/\(number)"))
                #expect(data == Data("answer \(number)".utf8))
            }
        }

        private func checkResponse(to request: URLRequest, orError mayFail: Bool) async throws {
            do {
                let response = try await client.answer(request)
                #expect(response.data == (response.status == 200 ? Self.whole : Data()))
            } catch is URLError where mayFail {}
        }
    }

    /// A path or host of `.ci/real_servers/hostile.py`, which defines what the server does.
    struct HostileCase: Sendable, CustomTestStringConvertible {
        enum Outcome {
            case response, error
            /// One or the other: versions of nghttp2 differ in what they tolerate.
            case either
        }

        let name: String
        let outcome: Outcome

        var testDescription: String { name }

        private static func cases(_ outcome: Outcome, _ names: String) -> [HostileCase] {
            names.split { $0.isWhitespace }.map { HostileCase(name: String($0), outcome: outcome) }
        }

        static let handshakes = cases(
            .error,
            """
            closed reset cleartext garbage refused-by-alert warnings-without-end alert-cut huge-record huge-message empty-records
            old-version silence cut-in-first-record cut-in-last-record cut-after-flight silence-in-flight corrupt-record corrupt-hello
            flight-twice
            """)

        /// Before the head of a response or in the middle of its body.
        static let tls = cases(
            .error,
            """
            alert-in-body cleartext-alert-in-body cleartext-in-body record-cut record-head-cut record-silent record-corrupt
            record-twice record-too-long end-without-goodbye goodbye-in-body break-in-body break-in-body-without-length
            silence-in-body end-before-head goodbye-before-head alert-before-head
            """)

        static let http1 =
            cases(.response, "goodbye-ends-body")
            + cases(.error, "goodbye-in-chunks goodbye-in-head preface-of-http2")

        static let http2 =
            cases(
                .response,
                """
                goaway-then-response goaway-in-body-then-rest reset-after-end unknown-frame table-of-4-gigabytes
                """)
            + cases(
                .error,
                """
                goaway-before goaway-in-body-then-end goaway-in-body-without-length goaway-of-this-stream-in-body goaway-with-error
                goaway-of-higher-stream goaway-of-calm reset-with-no-error reset-in-body reset-in-body-with-no-error reset-to-http1
                settings-without-end pings-without-end pings-in-body interim-heads-without-end continuations-without-end
                empty-continuations window-ignored head-of-a-megabyte compressed-head-bomb field-without-end index-out-of-table
                index-zero table-too-large huffman-garbage no-status status-of-letters status-of-four-digits status-switching
                name-with-break value-with-break value-with-nul head-without-end head-of-other-stream continuation-alone
                length-too-large length-too-small length-of-nothing length-of-letters length-beyond-64-bits length-near-63-bits
                trailers-without-end head-of-stream-0 frame-too-long frame-of-16-megabytes frame-cut frame-head-cut
                padding-too-long head-padding-too-long no-settings-first first-bytes-of-http1 first-bytes-garbage
                first-bytes-zero silence silence-after-settings silence-after-head
                """)
            + cases(
                .either,
                """
                settings-flood ping-flood forty-thousand-fields status-twice request-field status-after-field name-in-capitals
                name-empty connection-field coding-field head-interrupted two-heads body-before-head trailers-with-status
                lengths-that-differ length-negative no-content-with-body not-modified-with-body data-after-end head-after-end
                data-of-idle-stream data-of-stream-0 head-of-even-stream head-of-unasked-stream push reset-of-stream-0
                reset-of-idle-stream goaway-of-a-stream settings-of-a-stream ping-of-a-stream unasked-acknowledgements
                settings-of-5-bytes settings-acknowledged-with-bytes ping-of-7-bytes reset-of-3-bytes window-of-3-bytes
                goaway-of-7-bytes priority-of-4-bytes head-of-0-bytes window-of-0 window-of-0-of-the-stream window-overflow
                window-overflow-of-the-stream first-window-too-large frame-size-too-small push-setting-of-2 no-more-streams
                """)

        static let uploads =
            cases(.error, "window-never-opened") + cases(.either, "window-never-opened-then-answer")

        static let floods = cases(
            .error,
            """
            window-updates-without-end priorities-without-end unknown-frames-without-end empty-data-without-end padding-without-end
            resets-without-end
            """)

        static let resets = cases(.error, "reset-in-body-without-length reset-with-no-error-without-length")
    }
#endif
