#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// The decisions of a transfer about what libcurl reports.
    @Suite(.timeLimit(.minutes(1))) struct CURLTransferTests {
        private let clock = TestClock()

        // Connections that are not used again.

        /// With HTTP/2 the connection stays open for other requests.
        @Test func `the connection of an exchange that has timed out isn't used again`() throws {
            let late = try IdleTransfer(idle: .seconds(1), clock: clock)
            late.send()
            clock.advance(by: .seconds(2))
            late.exchange.expireBeforeStart()
            #expect(late.exchange.hasTimedOut)
            late.transfer.cancel()
            #expect(late.claim == .stale)
        }

        @Test func `the connection of an exchange that was cancelled may be used again`() throws {
            let cancelled = try IdleTransfer()
            cancelled.send()
            cancelled.transfer.cancel()
            #expect(cancelled.claim == .granted(cancelled.connection.descriptor, isKept: true))
        }

        @Test(arguments: [(56, true), (16, true), (92, false), (42, false)] as [(Int32, Bool)])
        func `a connection that failed isn't used again, one whose stream was reset is`(
            code: Int32, isStale: Bool
        ) throws {
            let failed = try IdleTransfer()
            failed.send()
            failed.transfer.finish(code)
            #expect((failed.claim == .stale) == isStale)
        }

        @Test func `a connection with a refused stream isn't used again`() throws {
            let refused = try IdleTransfer()
            refused.send()
            refused.hear("REFUSED_STREAM, retrying a fresh connect\n")
            refused.transfer.finish(92)
            #expect(refused.claim == .stale)
        }

        @Test(arguments: [
            ["HTTP/1.1 200 OK", "Content-Length: x", ""], ["HTTP/1.1 200 OK", "Content-Length: 101", ""],
        ])
        func `a connection with a response that is refused isn't used again`(lines: [String]) throws {
            let transfer = try IdleTransfer()
            transfer.send()
            #expect(!lines.allSatisfy { transfer.receive($0) })
            #expect(transfer.claim == .stale)
        }

        @Test func `a connection with a body that is too long isn't used again`() throws {
            let transfer = try IdleTransfer()
            transfer.send()
            #expect(transfer.receive("HTTP/1.1 200 OK", ""))
            #expect(transfer.receiveBody(String(repeating: "x", count: 100)))
            #expect(!transfer.receiveBody("x"))
            #expect(transfer.claim == .stale)
        }

        @Test func `a connection that was closed is forgotten`() throws {
            let transfer = try IdleTransfer()
            transfer.send()
            let id = ObjectIdentifier(transfer.exchange)
            transfer.loop.stalls.duringCall {
                #expect(transfer.loop.stalls.call(of: id) != nil)
                transfer.connection.close()
                #expect(transfer.loop.stalls.call(of: id) == nil)
            }
            #expect(transfer.claim == .unknown)
        }

        // Heads.

        @Test func `a response over HTTP2 that no request asked for is refused`() throws {
            #expect(try !IdleTransfer().receive("HTTP/2 200", ""))
            #expect(try IdleTransfer(to: "https://127.0.0.1/x").receive("HTTP/2 200", ""))
        }

        @Test func `another protocol is refused`() throws {
            #expect(try !IdleTransfer().receive("HTTP/1.1 101 Switching Protocols", "Upgrade: x", ""))
        }

        @Test func `an announced length counts only for a body that is read whole`() throws {
            let long = ["Content-Length: 101", ""]
            for (transfer, status) in [
                (try IdleTransfer(wantsStream: true), 200), (try IdleTransfer(.head), 200), (try IdleTransfer(), 304),
            ] { #expect(transfer.receive("HTTP/1.1 \(status) x") && long.allSatisfy { transfer.receive($0) }) }
            #expect(try IdleTransfer().receive("HTTP/1.1 200 OK", "Content-Length: 100", ""))
        }

        @Test func `libcurl reports on the stream of a request until its response has begun`() throws {
            let post = try IdleTransfer(.post, to: "https://127.0.0.1/x", body: Data("x".utf8))
            post.send()
            #expect(post.transfer.handle.reportsStreams)
            post.receive("HTTP/2 200", "")
            #expect(!post.transfer.handle.reportsStreams)
        }

        @Test func `late bytes on a connection of HTTP2 don't make it stale`() throws {
            let transfer = try IdleTransfer(to: "https://127.0.0.1/x")
            transfer.send()
            transfer.receive("HTTP/2 200", "Content-Length: 0", "")
            transfer.transfer.finish(0)
            transfer.connection.deliver("late")
            #expect(transfer.claim == .granted(transfer.connection.descriptor, isKept: true))
        }

        // Time.

        @Test(arguments: ["head", "body", "upload"])
        func `the idle time starts again with each report`(part: String) throws {
            let transfer = try IdleTransfer(.post, body: Data("x".utf8), idle: .seconds(10), clock: clock)
            transfer.send()
            if part == "body" { transfer.receive("HTTP/1.1 200 OK", "") }
            clock.advance(by: .seconds(6))
            switch part {
            case "head": transfer.receive("HTTP/1.1 200 OK")
            case "body":
                transfer.receiveBody("x")
                transfer.loop.performActions()
            default: withUnsafeTemporaryAllocation(byteCount: 8, alignment: 1) { _ = transfer.transfer.sendBody($0) }
            }
            clock.advance(by: .seconds(6))
            transfer.exchange.expireBeforeStart()
            #expect(!transfer.exchange.hasTimedOut)
        }

        @Test func `the limit for connecting ends when the request is sent`() throws {
            let transfer = try IdleTransfer(connecting: .seconds(3), clock: clock)
            transfer.send()
            clock.advance(by: .seconds(4))
            transfer.exchange.expireBeforeStart()
            #expect(!transfer.exchange.hasTimedOut)
        }

        // Results.

        @Test func `a whole answer counts when the connection breaks during an upload`() async throws {
            let upload = try IdleTransfer(.post, body: Data("x".utf8))
            upload.send()
            upload.receive("HTTP/1.1 200 OK", "Content-Length: 0", "")
            upload.transfer.finish(56)
            #expect(try await upload.response().http.statusCode == 200)
        }

        @Test func `a failure after a whole answer counts if it isn't a broken connection of an upload`() async throws {
            let late = try IdleTransfer(.post, body: Data("x".utf8))
            let plain = try IdleTransfer()
            let half = try IdleTransfer(.post, body: Data("x".utf8))
            for (transfer, length) in [(late, 0), (plain, 0), (half, 5)] {
                transfer.send()
                transfer.receive("HTTP/1.1 200 OK", "Content-Length: \(length)", "")
            }
            late.transfer.finish(28)
            #expect(try await late.error().code == .timedOut)
            for transfer in [plain, half] {
                transfer.transfer.finish(56)
                #expect(try await transfer.error().code == .networkConnectionLost)
            }
        }

        @Test func `an answer that is whole ends its upload after the call of libcurl`() async throws {
            let upload = try IdleTransfer(.post, body: Data("x".utf8))
            let plain = try IdleTransfer()
            for transfer in [upload, plain] {
                transfer.send()
                transfer.receive("HTTP/1.1 200 OK", "Content-Length: 0", "")
                #expect(transfer.ends.count == 0)
                transfer.loop.performActions()
            }
            #expect(upload.ends.count == 1)
            #expect(plain.ends.count == 0)
            #expect(try await upload.response().http.statusCode == 200)
        }

        @Test func `a transfer ends once`() throws {
            let transfer = try IdleTransfer()
            transfer.send()
            for _ in 0..<2 {
                transfer.transfer.finish(0)
                transfer.transfer.cancel()
            }
            #expect(transfer.ends.count == 1)
        }

        @Test func `an error before the request was sent proves that nothing was, and one after a head doesn't`()
            async throws
        {
            let unsent = try IdleTransfer()
            unsent.transfer.finish(7)
            #expect(try await unsent.error().code == .cannotConnectToHost)
            for isSent in [true, false] {
                let begun = try IdleTransfer()
                if isSent { begun.send() } else { begun.receive("HTTP/1.1 200 OK") }
                begun.transfer.finish(7)
                #expect(try await begun.error().code == .networkConnectionLost)
            }
        }

        @Test func `only a timeout before the request was sent is one of the limit for connecting`() async throws {
            let (late, refused) = (try IdleTransfer(connecting: .seconds(3)), try IdleTransfer(connecting: .seconds(3)))
            late.transfer.finish(28)
            #expect(try await late.error().localizedDescription.contains("3 s"))
            refused.transfer.finish(7)
            #expect(try await !refused.error().localizedDescription.contains("3 s"))
        }

        @Test func `a line that is too long is one of the head only before its end`() async throws {
            let (head, body) = (try IdleTransfer(), try IdleTransfer())
            for transfer in [head, body] { transfer.send() }
            body.receive("HTTP/1.1 200 OK", "")
            for transfer in [head, body] { transfer.transfer.finish(100) }
            let sentence = URLError.headLineTooLong.localizedDescription
            #expect(try await head.error().localizedDescription == sentence)
            #expect(try await body.error().localizedDescription != sentence)
        }
    }
#endif
