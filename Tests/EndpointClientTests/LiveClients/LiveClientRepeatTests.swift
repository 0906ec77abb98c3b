@testable import EndpointClient
@testable import EndpointCore

#if canImport(FoundationNetworking)
    import EndpointTesting
    import Testing

    /// Whether a request is sent again by the engine itself: libcurl does so when a connection that was kept open turns
    /// out to be broken.
    @Suite struct LiveClientRepeatTests {
        /// Sends to a server that reads a request and closes a connection that was kept open; returns how often it got
        /// the body.
        private func tries(
            _ engine: Engine, _ method: HTTPMethod, headers: HeaderFields = [:], _ error: inout URLError?
        ) async throws -> Int {
            let server = try LoopbackServer { $0.path == "/v1/first" ? .text("ok") : .closeWithoutAnswer }
            let client = engine.client(server)
            try await client.upload(SendEndpoint(.data(bytes(1000)), to: "first"))
            let request = try URLRequest(method, "second", headers: headers, body: .binary(bytes(1000)))
            error = await #expect(throws: URLError.self) { try await client.request(RawEndpoint(request)) }
            return server.requests.filter { $0.path == "/v1/second" && $0.body == bytes(1000) }.count
        }

        @Test(arguments: Engine.allCases, [HTTPMethod.post, .patch])
        func `a request that a server may have acted on isn't sent again by the engine`(
            engine: Engine, method: HTTPMethod
        )
            async throws
        {
            var error: URLError?
            #expect(try await tries(engine, method, &error) == 1)
            #expect(error?.code == .networkConnectionLost)
            // libcurl before 7.80 sends it over a new connection, which ends like any other.
            let isFresh = engine == .curl && (try? CURLLibrary.shared.get())?.hasRequestCallback == false
            let sentence =
                isFresh
                ? "Empty reply from server."
                : "The connection broke after the \(method) had been sent; the server may have acted on it."
            #expect(error?.localizedDescription == "\(method) /v1/second → \(sentence)")
        }

        @Test(arguments: Engine.allCases)
        func `a request that may be repeated is sent again with its whole body`(engine: Engine) async throws {
            var error: URLError?
            #expect(try await tries(engine, .put, &error) == 2)
            #expect(try await tries(engine, .post, headers: ["idempotency-key": "1"], &error) == 2)
        }

        @Test(arguments: Engine.allCases, [HTTPMethod.get, .delete, .options])
        func `a repeatable request succeeds when its kept connection had been closed`(
            engine: Engine, method: HTTPMethod
        )
            async throws
        {
            let server = try LoopbackServer { request in
                request.path == "/v1/second" && request.connection == 1 ? .closeWithoutAnswer : .text("ok")
            }
            let client = engine.client(server)
            _ = try await client.get("first")
            let data = try await client.request(RawEndpoint(URLRequest(method, "second")))
            #expect(data == Data((method == .head ? "" : "ok").utf8))
            let connections = server.requests.filter { $0.path == "/v1/second" }.map(\.connection)
            // A HEAD of URLSession has a session of its own, and so a new connection.
            #expect(connections == (engine == .urlSession && method == .head ? [2] : [1, 2]))
        }

        /// Not `URLSession` without a body: it sends that again by itself, see "On Linux".
        @Test(arguments: [(Engine.curl, 0), (.curl, 1000), (.urlSession, 1000)])
        func `a request that was read isn't taken for unsent when no other connection opens`(
            engine: Engine, count: Int
        ) async throws {
            let itself = Locked<LoopbackServer?>(nil)
            defer { itself.withLock { $0 = nil } }
            let server = try LoopbackServer { request in
                guard request.path == "/v1/second" else { return .text("ok") }
                itself.withLock { $0 }?.stop()
                return .closeWithoutAnswer
            }
            itself.withLock { $0 = server }
            let client = engine.client(server)
            let body: HTTPBody? = count == 0 ? nil : .binary(bytes(count))
            _ = try await client.request(RawEndpoint(URLRequest(.post, "first", body: body)))
            let second = RawEndpoint(try URLRequest(.post, "second", body: body))
            let error = await #expect(throws: URLError.self) { try await client.request(second) }
            #expect(error?.code == .networkConnectionLost)
            #expect(server.requests.filter { $0.path == "/v1/second" }.count == 1)
        }

        @Test(arguments: Engine.allCases, [0, 1000])
        func `a request to an unreachable server counts as unsent`(engine: Engine, count: Int) async throws {
            let client = engine.client(baseURL: try RefusedPort().url)
            let request = try URLRequest(.post, "x", body: count == 0 ? nil : .binary(bytes(count)))
            let error = await #expect(throws: URLError.self) {
                try await client.retryingAtOnce().request(RawEndpoint(request))
            }
            #expect(error?.code == .cannotConnectToHost)
            #expect(error?.retries?.attempts.count == 3)
        }
    }
#endif
