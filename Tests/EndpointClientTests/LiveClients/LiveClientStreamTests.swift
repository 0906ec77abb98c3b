import EndpointTesting
import Testing

@testable import EndpointClient

@Suite struct LiveClientStreamTests {
    private let clock = TestClock()

    @Test(arguments: Engine.allCases)
    func `a stream has an idle limit, but no deadline`(engine: Engine) async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), pieces) }
        let client = engine.client(server, limits: .init(deadline: .seconds(10), idle: .seconds(30)), time: clock.time)
        body.yield(Data("one".utf8))
        var chunks = try await client.stream("x?token=canary").chunks.makeAsyncIterator()
        #expect(try await chunks.next() == Data("one".utf8))
        await clock.sleepers(1)
        clock.advance(by: .seconds(20))
        body.yield(Data("two".utf8))
        #expect(try await chunks.next() == Data("two".utf8))
        await clock.sleepers(1)
        clock.advance(by: .seconds(30))
        let error = await #expect(throws: URLError.self) { try await chunks.next() }
        #expect(error?.code == .timedOut)
        #expect(
            error?.localizedDescription
                == "GET /v1/x?token={{secret}} → Nothing was sent or received for 30 s, the client's limit `idle`.")
        #expect(error?.failingURL?.absoluteString == "\(server.url)/v1/x?token=%7B%7Bsecret%7D%7D")
    }

    @Test(arguments: Engine.allCases)
    func `a stream keeps the slot of a stream until it ends`(engine: Engine) async throws {
        let (pieces, body) = AsyncStream<Data>.makeStream()
        let server = try LoopbackServer { request in
            request.path == "/v1/slow" ? .stream(LoopbackResponse(), pieces) : .status(204)
        }
        let client = engine.client(server, limits: .init(idle: nil, concurrentStreamsPerOrigin: 1))
        var chunks: BodyStream.AsyncIterator? = try await client.stream("slow").chunks.makeAsyncIterator()
        let next = Task { try await client.stream("next") }
        await client.hasWaiting(1)
        body.yield(Data("one".utf8))
        #expect(try await chunks?.next() == Data("one".utf8))
        #expect(client.callsWaiting == 1)
        chunks = nil
        #expect(try await next.value.http.statusCode == 204)
    }

    @Test(arguments: Engine.allCases)
    func `a compressed stream arrives decoded`(engine: Engine) async throws {
        let gzip = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA=="))
        let server = try LoopbackServer { _ in
            .response(LoopbackResponse(headers: ["Content-Encoding": "gzip"], body: gzip))
        }
        var read = Data()
        for try await chunk in try await engine.client(server).stream("x").chunks { read += chunk }
        #expect(String(decoding: read, as: UTF8.self) == "hello world")
    }

    #if os(Linux)
        /// The amount that the server can send while nothing is read: the buffers of both sockets, and what the client
        /// keeps.
        private static let bound = 24 << 20

        /// libcurl 8.5.0 goes on to read the body of a paused transfer, up to 64 MiB.
        @Test(.disabled(if: (try? CURLLibrary.shared.get())?.version == 0x080500, "libcurl 8.5.0 has no back-pressure"))
        func `a slow reader holds the server back, and then gets everything`() async throws {
            let piece = Data(repeating: 7, count: 64 << 10)
            let (count, sent) = (1024, Tally())
            let body = AsyncStream<Data> {
                guard sent.count < count else { return nil }
                sent.add()
                return piece
            }
            let server = try LoopbackServer { request in
                request.path == "/v1/big" ? .stream(LoopbackResponse(), body) : .status(204)
            }
            let client = Engine.curl.client(server, limits: .init(idle: nil, responseBytes: 1000))
            var chunks = try await client.stream("big").chunks.makeAsyncIterator()
            var total = try #require(try await chunks.next()).count
            // Each of these calls lets the engine read from the stream's socket as well, if it wants to.
            for _ in 0..<400 { _ = try await client.get("other") }
            #expect(sent.count * piece.count < Self.bound)
            while let chunk = try await chunks.next() {
                #expect(chunk.count <= BodyChannel.capacity + piece.count)
                total += chunk.count
            }
            #expect(total == count * piece.count)
        }
    #endif
}

extension InspectableClient {
    /// The answer to a GET, with its body as a stream.
    func stream(_ path: URLPath) async throws -> APIResponse {
        let request = try URLRequest.get(path)
        var streaming = APIRequest(request, for: RawEndpoint(request))
        streaming.wantsStream = true
        return try await send(streaming)
    }
}
