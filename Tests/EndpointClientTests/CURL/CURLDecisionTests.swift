#if os(Linux)
    import Testing

    @testable import EndpointClient

    @Suite struct CURLSendingTests {
        private static let reset = "[HTTP/2] [41] RESET: REFUSED_STREAM (err 7)\n"

        private static func read(_ message: String, _ sending: inout CURLSending) {
            Array(message.utf8).withUnsafeBytes { sending.read($0) }
        }

        /// A request that has been sent again as often as it is refused, and then `doubts` times without a proof.
        private static func sending(_ mayBeRepeated: Bool, refusals: Int = 0, doubts: Int = 0) -> CURLSending {
            var sending = CURLSending(mayBeRepeated: mayBeRepeated)
            sending.send()
            for number in 0..<refusals + doubts {
                if number < refusals { read(reset, &sending) }
                sending.sendAgain()
                sending.send()
            }
            return sending
        }

        @Test(
            arguments: [
                (true, 0, .again), (true, 1, .nothingLeft), (false, 0, .never),
            ] as [(Bool, Int, CURLSending.Verdict)])
        func `a request whose connection broke is sent again once, if it may be`(
            mayBeRepeated: Bool, repeats: Int, expected: CURLSending.Verdict
        ) {
            #expect(Self.sending(mayBeRepeated, doubts: repeats).verdict == expected)
        }

        @Test(arguments: [true, false])
        func `a request that the server has refused is sent again five times, whatever its method`(
            mayBeRepeated: Bool
        ) {
            for refusals in 0...5 {
                var sending = Self.sending(mayBeRepeated, refusals: refusals)
                Self.read(Self.reset, &sending)
                #expect(sending.verdict == (refusals < 5 ? .again : .nothingLeft))
            }
        }

        @Test func `a repetition without a proof doesn't count among the five refusals`() {
            var sending = Self.sending(true, refusals: 4, doubts: 1)
            Self.read(Self.reset, &sending)
            #expect(sending.verdict == .again)
            sending.sendAgain()
            sending.send()
            Self.read(Self.reset, &sending)
            #expect(sending.verdict == .nothingLeft)
        }

        @Test func `a message about a stream before the request is sent again doesn't count for it`() {
            var sending = Self.sending(false)
            Self.read(Self.reset, &sending)
            sending.sendAgain()
            Self.read(Self.reset, &sending)
            sending.send()
            #expect(!sending.isRefused)
            #expect(sending.verdict == .never)
        }

        @Test func `a refusal counts for what was sent last, and for no repetition`() {
            #expect(Self.sending(false, refusals: 1).verdict == .never)
            #expect(Self.sending(true, refusals: 3).verdict == .again)
            #expect(Self.sending(true, refusals: 3, doubts: 1).verdict == .nothingLeft)
            var sending = Self.sending(true, doubts: 1)
            Self.read(Self.reset, &sending)
            #expect(sending.verdict == .again)
            sending.sendAgain()
            #expect(!sending.isRefused)
        }

        @Test(
            arguments: [
                // Those of libcurl 8.3 to 8.19, and the one that earlier versions have too.
                (reset, true), ("[HTTP/2] [1] RESET: REFUSED_STREAM (err 7)", true),
                ("[HTTP/2] send: nghttp2_submit_request error (request HEADERS are not allowed)-530\n", true),
                ("REFUSED_STREAM, retrying a fresh connect\n", true),
                // Streams that ended for another reason.
                ("[HTTP/2] [1] RESET: INTERNAL_ERROR (err 2)\n", false), ("[HTTP/2] [1] RESET: CANCEL (err 8)", false),
                ("[HTTP/2] [1] CLOSED", false), ("Connection died, retrying a fresh connect (retry count: 1)", false),
                ("[HTTP/2] [0] <- FRAME[GOAWAY, error=0, reason='', last_stream=39]", false), ("", false),
                // Bytes of a request or a server within a message.
                ("[HTTP/2] [1] [x: 1] RESET: REFUSED_STREAM (err 7)", false),
                ("[HTTP/2] [1] [x: REFUSED_STREAM, retrying a fresh connect]", false),
                ("[HTTP/2] [1] header: x: send: nghttp2_submit_request error (x)1", false),
                ("[HTTP/2] [0] <- FRAME[GOAWAY, error=0, reason='] RESET: REFUSED_STREAM (err 7)", false),
            ])
        func `only whole messages about a refused stream prove that nothing was processed`(
            message: String, expected: Bool
        ) {
            #expect(Array(message.utf8).withUnsafeBytes { CURLSending.provesRefusal($0) } == expected)
        }

        @Test(
            arguments: [
                (16, "x", true, true), (52, "x", true, true), (55, "x", true, true), (56, "x", true, true),
                (16, "x", false, false), (56, "x", false, false), (56, "x", nil, false), (92, "x", true, false),
                (18, "x", true, false), (0, "", true, false),
                (55, "Connection died, tried 5 times before giving up", false, true),
                (56, "Connection died, tried 5 times before giving up", false, false),
            ] as [(Int32, String, Bool?, Bool)])
        func `a kept connection that broke, or that libcurl has given up, may let a request be sent again`(
            code: Int32, text: String, isKept: Bool?, expected: Bool
        ) {
            var sending = CURLSending(mayBeRepeated: true, isKept: isKept)
            sending.send()
            #expect(sending.isBroken(by: CURLFailure(code: code, text: text)) == expected)
        }

        @Test func `a refused stream lets a request be sent again whatever the failure is`() {
            var sending = Self.sending(false)
            Self.read(Self.reset, &sending)
            for code in [16, 42, 55, 92] as [Int32] {
                #expect(sending.isBroken(by: CURLFailure(code: code, text: "x")))
            }
            #expect(!sending.isBroken(by: CURLFailure(code: 0, text: "")))
        }

        @Test func `libcurl reports on streams when the next verdict may depend on it`() {
            #expect(Self.sending(false).needsReports)
            #expect(!Self.sending(true).needsReports)
            #expect(Self.sending(true, doubts: 1).needsReports)
        }

        @Test func `libcurl doesn't repeat a request by itself`() {
            var sending = CURLSending(mayBeRepeated: true)
            #expect(sending.maySend)
            sending.send()
            #expect(!sending.maySend)
            sending.sendAgain()
            #expect(sending.maySend)
        }
    }

    @Suite struct CURLEarlyAnswerTests {
        private static let (input, output) = (CURLMulti.pollIn, CURLMulti.pollOut)

        @Test(
            arguments: [
                // All of an announced body has arrived, or not.
                ("HTTP/1.1", true, 0, 0, nil, true), ("HTTP/2", true, 5, 5, nil, true),
                ("HTTP/1.1", false, 5, 4, output, false), ("HTTP/2", true, 5, 4, output, false),
                // A body without a length has ended when nothing more is awaited.
                ("HTTP/1.1", false, nil, 5, input | output, false), ("HTTP/1.1", false, nil, 5, output, true),
                ("HTTP/1.1", false, nil, 5, CURLMulti.pollRemove, true), ("HTTP/1.1", false, nil, 5, nil, false),
                ("HTTP/1.1", true, nil, 5, output, false), ("HTTP/1.1", true, nil, 5, CURLMulti.pollRemove, true),
                ("HTTP/2", true, nil, 5, output, false), ("HTTP/2", true, nil, 5, CURLMulti.pollRemove, false),
            ] as [(String, Bool, Int64?, Int64, Int32?, Bool)])
        func `an answer is whole when its length has arrived or nothing more is awaited`(
            version: String, isSecure: Bool, length: Int64?, received: Int64, events: Int32?, expected: Bool
        ) {
            let answer = CURLEarlyAnswer(
                version: version, isSecure: isSecure, length: length, received: received, events: events)
            #expect(answer.isWhole == expected)
        }
    }

    @Suite struct CURLLookUpsTests {
        private final class Mark {}

        private let marks = (0..<6).map { _ in Mark() }
        private let client = Mark()

        private func id(_ number: Int) -> ObjectIdentifier { ObjectIdentifier(marks[number]) }

        private func name(_ host: String) -> CURLLookUps.Name {
            CURLLookUps.Name(client: ObjectIdentifier(client), host: host, port: 80)
        }

        private let failure = CURLFailure(code: 6, text: "x")

        /// `#expect` cannot contain a mutating call.
        private func expectEqual<Value: Equatable>(
            _ value: Value, _ expected: Value, location: SourceLocation = #_sourceLocation
        ) {
            #expect(value == expected, sourceLocation: location)
        }

        @Test func `a name is looked up once, and those that wait have its result`() {
            var lookUps = CURLLookUps(limit: 9)
            expectEqual(lookUps.begin(name("a"), for: id(0)), true)
            expectEqual(lookUps.begin(name("a"), for: id(0)), true)
            expectEqual(lookUps.begin(name("a"), for: id(1)), false)
            expectEqual(lookUps.begin(name("b"), for: id(2)), true)
            expectEqual(lookUps.end(name("a"), of: id(0), .found), .init(proceeding: [id(1)]))
            expectEqual(lookUps.end(name("a"), of: id(0), .found), .init())
        }

        @Test func `exchanges that wait for a look-up fail as it does`() {
            var lookUps = CURLLookUps(limit: 9)
            _ = lookUps.begin(name("a"), for: id(0))
            _ = lookUps.begin(name("a"), for: id(1))
            _ = lookUps.begin(name("a"), for: id(2))
            expectEqual(lookUps.end(name("a"), of: id(0), .failed(failure)), .init(failing: [id(1), id(2)]))
        }

        @Test func `look-ups have a limit, and others begin in order`() {
            var lookUps = CURLLookUps(limit: 1)
            _ = lookUps.begin(name("a"), for: id(0))
            for (number, host) in [(1, "b"), (2, "c"), (3, "b")] {
                expectEqual(lookUps.begin(name(host), for: id(number)), false)
            }
            expectEqual(lookUps.end(name("a"), of: id(0), .failed(failure)), .init(proceeding: [id(1)]))
            expectEqual(lookUps.begin(name("a"), for: id(4)), false)
            expectEqual(lookUps.begin(name("b"), for: id(1)), true)
            expectEqual(lookUps.end(name("b"), of: id(1), .found), .init(proceeding: [id(3), id(2)]))
            lookUps.leave(id(4))
            expectEqual(lookUps.end(name("c"), of: id(2), .found), .init())
        }

        @Test func `a look-up that wasn't needed is left to the next one`() {
            var lookUps = CURLLookUps(limit: 9)
            _ = lookUps.begin(name("a"), for: id(0))
            for number in 1...2 { _ = lookUps.begin(name("a"), for: id(number)) }
            expectEqual(lookUps.end(name("a"), of: id(0), .unused), .init(proceeding: [id(1)]))
            expectEqual(lookUps.end(name("a"), of: id(1), .found), .init(proceeding: [id(2)]))
        }

        @Test func `only the transfer that looks a name up ends its look-up`() {
            var lookUps = CURLLookUps(limit: 9)
            for number in 0...1 { _ = lookUps.begin(name("a"), for: id(number)) }
            expectEqual(lookUps.end(name("a"), of: id(1), .found), .init())
            expectEqual(lookUps.begin(name("a"), for: id(2)), false)
            expectEqual(lookUps.end(name("a"), of: id(0), .found), .init(proceeding: [id(1), id(2)]))
        }

        @Test func `one that is cancelled while it waits is forgotten`() {
            var lookUps = CURLLookUps(limit: 9)
            _ = lookUps.begin(name("a"), for: id(0))
            _ = lookUps.begin(name("a"), for: id(1))
            lookUps.leave(id(1))
            expectEqual(lookUps.end(name("a"), of: id(0), .found), .init())
        }
    }
#endif
