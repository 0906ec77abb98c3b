#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    @Suite(.timeLimit(.minutes(1))) struct CURLStallsTests {
        private final class Mark {}

        private let mark = Mark()
        private let other = Mark()
        private var exchange: ObjectIdentifier { ObjectIdentifier(mark) }

        @Test func `only an exchange with a socket, during a call of libcurl, can stall it`() {
            let stalls = CURLStalls()
            stalls.use(5, for: exchange)
            #expect(stalls.call(of: exchange) == nil)
            stalls.duringCall {
                #expect(stalls.call(of: exchange) == 1)
                #expect(stalls.call(of: ObjectIdentifier(other)) == nil)
                stalls.forget(6)
                #expect(stalls.call(of: exchange) == 1)
                stalls.forget(5)
                #expect(stalls.call(of: exchange) == nil)
                stalls.use(5, for: exchange)
                stalls.use(nil, for: exchange)
                #expect(stalls.call(of: exchange) == nil)
            }
            stalls.use(5, for: exchange)
            stalls.duringCall { #expect(stalls.call(of: exchange) == 2) }
            #expect(stalls.call(of: exchange) == nil)
        }

        @Test func `only the call that an exchange was stopped in is ended`() throws {
            var pair: [Int32] = [0, 0]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
            defer { for descriptor in pair { close(descriptor) } }
            let isOpen = { [pair] in send(pair[1], "x", 1, Int32(MSG_NOSIGNAL)) == 1 }
            let stalls = CURLStalls()
            stalls.use(pair[0], for: exchange)
            var call: UInt64?
            stalls.duringCall { call = stalls.call(of: exchange) }
            let stopped = try #require(call)
            stalls.end(stopped, of: exchange)
            #expect(isOpen())
            stalls.duringCall { stalls.end(stopped, of: exchange) }
            #expect(isOpen())
            stalls.duringCall { stalls.end(stopped + 2, of: exchange) }
            #expect(!isOpen())
        }

        /// The read stands for a call of libcurl that does not return.
        @Test func `a call of libcurl that doesn't return reads the end of a stopped exchange`() async throws {
            var pair: [Int32] = [0, 0]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
            defer { for descriptor in pair { close(descriptor) } }
            let read = pair[0]
            let stalls = CURLStalls(patience: .milliseconds(0))
            stalls.use(read, for: exchange)
            let count = await withCheckedContinuation { continuation in
                Thread.detachNewThread { [exchange] in
                    stalls.duringCall {
                        stalls.stop(exchange)
                        var byte: UInt8 = 0
                        continuation.resume(returning: recv(read, &byte, 1, 0))
                    }
                }
            }
            #expect(count == 0)
        }
    }
#endif
