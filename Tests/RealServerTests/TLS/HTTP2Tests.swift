import EndpointTesting
import Testing

/// One connection that carries many calls at once.
@Suite(.realServers) struct HTTP2Tests {
    /// 200 downloads of 5 MB, half of them without a length, and 100 uploads of 1 MB. On Linux, `URLSession` loses
    /// bytes when both share a connection.
    @Test(arguments: RealServer.underLoad)
    func `uploads and downloads at the same time lose no byte`(server: RealServer) async throws {
        let (client, down, up) = (try server.client(), try RandomFile(5_000_000), try RandomFile(1_000_000))
        let whole = try down.data()
        try await concurrently(300, atOnce: 12) { index in
            if index % 3 == 2 {
                let upload = RawUploadEndpoint<ReceivedBody>(body: .file(up.url), path: "proxied/digest")
                do {
                    let seen = try await client.upload(upload)
                    #expect(seen.sha256 == up.sha256)
                } catch let error as URLError where error.code == .networkConnectionLost {
                    // A POST is not sent again when nginx closes its connection, which URLSession notices late.
                    guard ClientKind.current == .urlSession else { throw error }
                }
            } else {
                let path: URLPath = index % 3 == 0 ? "files/5000000" : "chunked/5000000"
                let data = try await client.data(.get(path))
                #expect(data == whole)
            }
        }
    }

    /// The server closes each connection after 20 requests, and all of them when it reads its settings again. How many
    /// calls are affected is random, so the budget is large. Then nginx 1.22 sometimes keeps a connection of HTTP/2
    /// open from which it no longer reads: the limit `idle` ends its calls.
    @Test(.reliableHTTP2) func `a server that closes its connections answers all calls`() async throws {
        let text = try String(contentsOf: RealServer.file("restless/nginx.pid"), encoding: .utf8)
        let nginx = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        let limits = ClientLimits(deadline: .seconds(600), idle: .seconds(10))
        let client = try RealServer.restless.client(limits: limits).retrying(
            budget: RetryBudget(capacity: 1000, earnedBySuccess: 1))
        let whole = try RandomFile(1_000_000).data()
        try await concurrently(200) { index in
            if index % 50 == 25 { kill(nginx, SIGHUP) }
            let data = try await client.data(.get("files/1000000"))
            #expect(data == whole)
        }
    }
}

#if os(Linux)
    /// What `URLSession` cannot do, and what crashes the process with it.
    @Suite(.only(.curl)) struct HTTP2FrameTests {
        @Test func `fifty calls at once share one connection`() async throws {
            let client = CURLClient(baseURL: try #require(RealServer.http2.url), options: .init(http2: .always))
            _ = try await client.data(.get("x"))
            let metrics = try await withThrowingTaskGroup { group in
                for _ in 0..<50 { group.addTask { try await client.answer(.get("files/65537")).metrics } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(metrics.map(\.?.connectionID)).count == 1)
            #expect(metrics.allSatisfy { $0?.httpVersion == "HTTP/2" && $0?.isReusedConnection == true })
        }

        /// libcurl 7.88 sometimes reports a stream without a length that the server has reset as complete,
        /// when many streams share a connection. By default the client does not use HTTP/2 there.
        @Test(arguments: ["length", "chunks"])
        func `half a body is an error of that call alone`(kind: String) async throws {
            let client = CURLClient(baseURL: try #require(RealServer.http2.url))
            let whole = try RandomFile(65_537).data()
            try await concurrently(20) { index in
                guard index % 2 == 1 else {
                    let data = try await client.data(.get("files/65537"))
                    #expect(data == whole)
                    return
                }
                await #expect(throws: URLError.self) { try await client.data(.get("proxied/cut/\(kind)")) }
            }
        }

        @Test(arguments: [RealServer.tls, .http2])
        func `trailers are read, and aren't part of the head`(server: RealServer) async throws {
            // Over a connection of its own: beside other streams libcurl 7.88 loses trailers.
            let client = try server.client(limits: .init())
            for _ in 0..<3 {
                let response = try await client.answer(.get("trailers/chunked"))
                #expect(response.status == 200)
                #expect(response.header("X-Checksum") == nil)
                #expect(response.trailers == ["X-Checksum": "12345", "X-Other": "a b"])
                #expect(response.data == Data(#"{"scheme": "https"}"#.utf8))
            }
        }

        /// With HTTP/1.1, nginx omits the length of a body that trailers follow. With HTTP/2, libcurl ends the transfer
        /// when the announced bytes have arrived.
        @Test(arguments: [RealServer.tls, .http2])
        func `trailers after a body with a length do no harm`(server: RealServer) async throws {
            let client = try server.client()
            for _ in 0..<3 {
                let response = try await client.answer(.get("trailers"))
                #expect(response.status == 200)
                #expect(response.header("X-Checksum") == nil)
                #expect(response.trailers == ["X-Checksum": "12345"] || response.header("Content-Length") != nil)
                #expect(response.data == Data(#"{"scheme": "https"}"#.utf8))
            }
        }

        @Test(arguments: ["reset-before", "reset-after"])
        func `a stream that is reset is an error, and the connection stays open`(kind: String) async throws {
            let client = try RealServer.frames.client()
            let error = try await #require(throws: URLError.self) { try await client.data(.get("\(kind)/1")) }
            #expect([.badServerResponse, .networkConnectionLost].contains(error.code), "\(error)")
            let frame: Frame = try await client.json(.get("after/\(kind)"))
            #expect(frame.path == "/after/\(kind)")
        }

        /// A stream that was refused, or that is beyond the last one of a `GOAWAY`, was not processed (RFC 9113 §8.7).
        @Test(arguments: ["refused", "goaway"])
        func `only a request that wasn't processed is sent again`(kind: String) async throws {
            let client = try RealServer.frames.client()
            let frame: Frame = try await client.standard.json(.get("\(kind)/get/\(UInt32.random(in: 0 ... .max))"))
            #expect(frame.count == 2)
        }

        @Test(arguments: ["close", "reset-before"])
        func `a POST is sent once, whatever becomes of its stream`(kind: String) async throws {
            let client = try RealServer.frames.client(limits: .init())
            for round in 0..<3 {
                let name = "\(round)-\(UInt32.random(in: 0 ... .max))"
                let request = try URLRequest.post("\(kind)/post/\(name)", body: .text("x"))
                await #expect(throws: URLError.self) { try await client.standard.data(request) }
                let seen: Frame = try await client.json(.get("count/\(kind)/post/\(name)"))
                #expect(seen.count == 1)
            }
        }

        private struct Frame: Decodable {
            let path: String
            let count: Int
        }
    }
#endif
