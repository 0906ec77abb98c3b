#if os(Linux)
    import EndpointTesting
    import Testing

    @testable import EndpointClient

    /// Requests over HTTP/2 that a server has not processed, because it ends its connections or refuses streams.
    @Suite(.only(.curl), .http2Alone, .timeLimit(.minutes(5))) struct RefusedRequestTests {
        private static let library = try? CURLLibrary.shared.get()

        /// Whether the client learns that a POST was refused, or each request has a connection of its own.
        private static let repeatsPOST = library.map { $0.reportsStreams || !$0.hasRequestCallback } == true

        /// nginx ends each connection after 20 requests with a `GOAWAY`.
        @Test(arguments: [HTTPMethod.get, .post])
        func `a server that ends its connections answers each request, and gets it once`(
            method: HTTPMethod
        ) async throws {
            guard method == .get || Self.repeatsPOST else { return }
            // Where the client cannot learn what was refused, each POST has a connection of its own, which takes long.
            let isAlone = method == .post && Self.library?.reportsStreams == false
            let (count, run) = (isAlone ? 640 : 6400, UInt32.random(in: 0 ... .max))
            let prefix = "\(method.rawValue) /seen/\(run)/"
            try await send(count, method, run)
            // nginx writes a line when it has released the request, which may be when its connection is closed.
            var seen: [Substring] = []
            while seen.count < count {
                let log = try String(contentsOf: RealServer.file("restless/seen.log"), encoding: .utf8)
                seen = log.split(separator: "\n").filter { $0.hasPrefix(prefix) }
                await Task.yield()
            }
            #expect(seen.count == count)
            #expect(Set(seen).count == count)
        }

        /// Sends requests through a client of their own, which closes its connections at the end.
        private func send(_ count: Int, _ method: HTTPMethod, _ run: UInt32) async throws {
            let limits = ClientLimits(deadline: nil, idle: nil, concurrentCallsPerOrigin: 64)
            let client = try RealServer.restless.client(limits: limits)
            try await concurrently(count, atOnce: 64) { index in
                let body: HTTPBody? = method == .post && index % 2 == 1 ? .text("body") : nil
                let request = try URLRequest(method, "seen/\(run)/\(index)", body: body)
                let data = try await client.data(request)
                #expect(data == Data("done".utf8))
            }
        }

        @Test(.enabled(if: library?.reportsStreams == true), arguments: ["refused", "goaway"], [0, 10, 300_000])
        func `a POST that wasn't processed is sent again`(kind: String, length: Int) async throws {
            let client = try RealServer.frames.client(limits: .init())
            _ = try await client.data(.get("first"))
            let name = "\(kind)/post/\(UInt32.random(in: 0 ... .max))"
            let body: HTTPBody? = length == 0 ? nil : .text(String(repeating: "x", count: length))
            let frame: Frame = try await client.json(.post(URLPath(stringLiteral: name), body: body))
            #expect(frame.count == 2)
        }

        @Test(
            .enabled(if: library?.reportsStreams == true), arguments: [HTTPMethod.get, .post])
        func `a server that refuses a request each time gets it six times, and the error says so`(
            method: HTTPMethod
        ) async throws {
            let client = try RealServer.frames.client(limits: .init())
            let name = "refused-always/\(UInt32.random(in: 0 ... .max))"
            let request = try URLRequest(method, URLPath(stringLiteral: name))
            let error = try await #require(throws: URLError.self) { try await client.data(request) }
            #expect(error.code == .networkConnectionLost)
            #expect(error.localizedDescription.contains("without having processed it"))
            let seen: Frame = try await client.json(.get(URLPath(stringLiteral: "count/\(name)")))
            #expect((6...7).contains(seen.count))
        }

        /// The server sends them as long as they are read. libcurl 8.5.0 does nothing else then.
        @Test func `a burst of empty frames ends with its call, and other calls go on`() async throws {
            let (client, other) = (try RealServer.frames.client(limits: .init(idle: .seconds(1))), RealServer.frames)
            let name = "empty/\(UInt32.random(in: 0 ... .max))"
            let path = URLPath(stringLiteral: name)
            let error = try await #require(throws: URLError.self) { try await client.data(.get(path)) }
            #expect(error.code == .timedOut)
            let witness = try other.client()
            var seen: Frame
            repeat {
                seen = try await witness.json(.get(URLPath(stringLiteral: "count/\(name)/closed")))
            } while seen.count == 0
            let again: Frame = try await client.json(.get("after/burst"))
            #expect(again.path == "/after/burst")
        }

        private struct Frame: Decodable {
            let path: String
            let count: Int
        }
    }
#endif
