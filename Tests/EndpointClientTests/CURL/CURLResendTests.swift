#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// Requests that are sent again, and transfers that wait for a look-up.
    @Suite(.timeLimit(.minutes(1))) struct CURLResendTests {
        private static let refusal = "REFUSED_STREAM, retrying a fresh connect\n"

        /// A transfer whose request was sent over a connection that had carried one before.
        private func kept(_ method: HTTPMethod = .get) throws -> IdleTransfer {
            let first = try IdleTransfer()
            first.send()
            first.transfer.cancel()
            let kept = try IdleTransfer(method, beside: first)
            #expect(kept.send())
            return kept
        }

        @Test func `a request is sent again over a new connection after a kept one broke, while its caller waits`()
            async throws
        {
            let kept = try kept()
            _ = await kept.whileAwaited { kept.transfer.finish(56) }
            #expect(kept.ends.count == 0)
            #expect(kept.repetitions.count == 1)
            #expect(!kept.send())
            let abandoned = try self.kept()
            abandoned.transfer.finish(56)
            #expect(abandoned.ends.count == 1)
            #expect(abandoned.repetitions.count == 0)
        }

        @Test func `a request isn't sent again after its response has begun`() async throws {
            let kept = try kept()
            kept.receive("HTTP/1.1 200 OK")
            let result = await kept.whileAwaited { kept.transfer.finish(56) }
            #expect(kept.ends.count == 1)
            #expect(throws: URLError.self) { try result.get() }
        }

        @Test func `a request is sent again over a new connection when a kept one has unread bytes`() throws {
            let first = try IdleTransfer()
            first.send()
            first.transfer.cancel()
            let second = try IdleTransfer(beside: first)
            first.connection.deliver("x")
            #expect(!second.send())
            second.transfer.finish(42)
            #expect(second.ends.count == 0)
            #expect(second.repetitions.count == 0)
            // Without them too, because libcurl was told to use another one.
            first.connection.take(1)
            #expect(!second.send())
            #expect(second.transfer.mayBeSent(over: nil))
        }

        @Test func `a connection that broke before a repetition no longer carries the request`() throws {
            let get = try IdleTransfer()
            get.send()
            let next = try Connection(get.pool, get.loop)
            #expect(get.transfer.mayBeSent(over: next.ends))
            get.connection.deliver("x")
            #expect(get.claim == .stale)
        }

        @Test func `libcurl repeats a request once, over a new connection, if it may be repeated`() async throws {
            let get = try IdleTransfer()
            let post = try IdleTransfer(.post)
            for transfer in [get, post] { #expect(transfer.transfer.mayBeSent(over: nil)) }
            #expect(get.transfer.mayBeSent(over: nil))
            #expect(get.repetitions.count == 1)
            #expect(!get.transfer.mayBeSent(over: nil))
            #expect(!post.transfer.mayBeSent(over: nil))
            #expect(post.repetitions.count == 0)
            for transfer in [get, post] {
                transfer.transfer.finish(42)
                #expect(try await transfer.error().code == .networkConnectionLost)
            }
            let kept = try kept()
            #expect(!kept.send())
        }

        @Test func `a request that is refused each time fails with the number of times`() async throws {
            let post = try IdleTransfer(.post, to: "https://127.0.0.1/x")
            let result = await post.whileAwaited {
                for _ in 0..<6 {
                    #expect(post.transfer.mayBeSent(over: nil))
                    post.hear(Self.refusal)
                    post.transfer.finish(92)
                }
            }
            let error = #expect(throws: URLError.self) { try result.get() }
            #expect(error?.localizedDescription.contains("6 times") == true)
            #expect(post.repetitions.count == 5)
        }

        @Test func `a cancelled request isn't sent, and no socket is opened for it`() throws {
            let transfer = try IdleTransfer()
            transfer.transfer.cancel()
            #expect(!transfer.send())
            #expect(transfer.transfer.openSocket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) < 0)
        }

        // Look-ups.

        private let url = "https://service.invalid/x"

        /// Whether a name is not being looked up now.
        private func isFree(_ transfer: IdleTransfer, for other: IdleTransfer) throws -> Bool {
            let name = CURLLookUps.Name(client: transfer.pool.settings.id, host: "service.invalid", port: 443)
            return transfer.pool.mayLookUp(name, for: ObjectIdentifier(other.exchange))
        }

        @Test func `an address needs no look-up`() throws {
            let address = try IdleTransfer()
            for number in 0..<32 {
                let name = CURLLookUps.Name(client: address.pool.settings.id, host: "\(number)", port: 80)
                #expect(address.pool.mayLookUp(name, for: ObjectIdentifier(address.exchange)))
            }
            #expect(address.transfer.mayLookUp())
            #expect(try !IdleTransfer(to: url, beside: address).transfer.mayLookUp())
        }

        @Test func `a transfer that waits for a look-up is not over`() throws {
            let first = try IdleTransfer(to: url)
            let second = try IdleTransfer(to: url, beside: first)
            #expect(first.transfer.mayLookUp())
            #expect(!second.transfer.mayLookUp())
            second.transfer.finish(6)
            #expect(second.ends.count == 0)
            second.transfer.cancel()
            #expect(second.ends.count == 1)
            // It has left the queue, so that the next one may look the name up.
            first.transfer.finish(0)
            #expect(try isFree(first, for: first))
        }

        @Test func `a cancelled transfer ends after its look-up`() throws {
            let transfer = try IdleTransfer(to: url)
            #expect(transfer.transfer.mayLookUp())
            transfer.transfer.cancel()
            #expect(transfer.ends.count == 0)
            transfer.transfer.finish(6)
            #expect(transfer.ends.count == 1)
        }

        @Test func `a look-up ends when a socket is opened, and the transfer can be cancelled`() throws {
            let first = try IdleTransfer(to: url)
            let second = try IdleTransfer(to: url, beside: first)
            #expect(first.transfer.mayLookUp())
            let descriptor = first.transfer.openSocket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            defer { _ = first.pool.closeSocket(descriptor) }
            #expect(try isFree(first, for: second))
            first.transfer.cancel()
            #expect(first.ends.count == 1)
        }

        @Test func `a look-up that wasn't needed ends when the request is sent`() throws {
            let first = try IdleTransfer(to: url)
            let second = try IdleTransfer(to: url, beside: first)
            #expect(first.transfer.mayLookUp())
            first.send()
            #expect(try isFree(first, for: second))
        }

        @Test func `transfers that wait for a look-up that fails don't look the name up again`() throws {
            let first = try IdleTransfer(to: url)
            let (second, third) = (try IdleTransfer(to: url, beside: first), try IdleTransfer(to: url, beside: first))
            #expect(first.transfer.mayLookUp())
            #expect(!second.transfer.mayLookUp())
            first.transfer.finish(6)
            #expect(try isFree(first, for: third))
        }
    }
#endif
