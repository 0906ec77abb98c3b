import Testing

@testable import EndpointTesting

@Suite(.timeLimit(.minutes(10))) struct IncomingRequestTests {
    private let head = "POST /a HTTP/1.1\r\nHost: h\r\n"

    /// All of a body, and the pieces in which it was read.
    private static func read(_ body: BodyStream) async throws -> String {
        try await body.reduce(into: "") { $0 += String(decoding: $1, as: UTF8.self) }
    }

    private func echo() throws -> LoopbackServer {
        try LoopbackServer { request, body in
            .text("\(request.body.count) " + ((try? await Self.read(body)) ?? "broken"))
        }
    }

    @Test func `a handler reads the body before all of it has arrived`() async throws {
        let (pieces, piece) = AsyncStream.makeStream(of: String.self)
        let server = try LoopbackServer { _, body in
            do {
                for try await chunk in body { piece.yield(String(decoding: chunk, as: UTF8.self)) }
                return .text("read")
            } catch {
                return .text("\(error)")
            }
        }
        let answer = try await server.connected { client in
            client.send("\(head)Content-Length: 6\r\n\r\n")
            client.send("abc")
            // The rest is sent only after the handler has read the first part.
            let first = blocking { await pieces.first { _ in true } }
            client.send("def")
            return (first, client.readResponse())
        }
        #expect(answer.0 == "abc")
        #expect(answer.1.hasSuffix("\r\n\r\nread"))
        #expect(server.requests.map(\.body) == [Data()])
    }

    @Test(arguments: [
        "Content-Length: 3\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n",
    ])
    func `a connection is kept after a body that was read`(body: String) async throws {
        let server = try echo()
        // Once in one piece with the next request, once byte by byte.
        for isSlow in [false, true] {
            let answers = try await server.connected { client in
                let text = head + body + "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
                if isSlow { text.forEach { client.send(String($0)) } } else { client.send(text) }
                return [client.readResponse(), client.readResponse()]
            }
            #expect(answers[0].hasSuffix("\r\n\r\n0 abc"))
            #expect(answers[1].hasSuffix("\r\n\r\n0 "))
        }
        #expect(server.connectionCount == 2)
    }

    @Test func `a client that waits for 100 gets it when the body is read`() async throws {
        let server = try echo()
        let answer = try await server.connected { client in
            client.send("\(head)Expect: 100-continue\r\nContent-Length: 1\r\n\r\n")
            let interim = client.read(until: "\r\n\r\n")
            client.send("a")
            return interim + client.readResponse()
        }
        #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
    }

    @Test func `a reply before the end of the body is sent at once and closes the connection`() async throws {
        let server = try LoopbackServer { _, _ in .status(401) }
        let answer = try await server.connected { client in
            client.send("\(head)Content-Length: 100\r\n\r\nabc")
            let response = client.readResponse()
            client.sendEnd()
            return (response, client.readToEnd().end)
        }
        #expect(answer.0.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"))
        #expect(answer.0.contains("Connection: close\r\n"))
        #expect(answer.1 == .closed)
    }

    @Test func `a body goes on while its reply is sent`() async throws {
        let server = try LoopbackServer { _, body in .forward(LoopbackResponse(), body) }
        let answer = try await server.connected { client in
            client.send("\(head)Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n")
            let first = client.read(until: "1\r\na\r\n")
            client.send("1\r\nb\r\n0\r\n\r\n")
            return (first, client.read(until: "0\r\n\r\n"))
        }
        #expect(answer.0.hasSuffix("1\r\na\r\n"))
        #expect(answer.1 == "1\r\nb\r\n0\r\n\r\n")
    }

    @Test func `a body that breaks off fails for its handler`() async throws {
        let (results, result) = AsyncStream.makeStream(of: String.self)
        let server = try LoopbackServer { _, body in
            do { result.yield(try await Self.read(body)) } catch {
                result.yield("\((error as? URLError)?.code.rawValue ?? 0)")
            }
            return .status(200)
        }
        try await server.connected { client in
            client.send("\(head)Content-Length: 100\r\n\r\nabc")
            client.sendEnd()
        }
        #expect(await results.first { _ in true } == "\(URLError.Code.networkConnectionLost.rawValue)")
    }

    @Test func `a stopped server ends a handler that waits for a body`() async throws {
        let (results, result) = AsyncStream.makeStream(of: Bool.self)
        let server = try LoopbackServer { _, body in
            result.yield(false)
            result.yield((try? await Self.read(body)) == nil)
            return .status(200)
        }
        let fails = try await server.connected { client in
            client.send("\(head)Content-Length: 100\r\n\r\nabc")
            return blocking { () -> Bool? in
                for await isEnd in results {
                    if isEnd { return true }
                    server.stop()
                }
                return false
            }
        }
        #expect(fails == true)
    }

    @Test func `a forwarded body that fails cuts the reply`() async throws {
        struct Broken: Error {}
        let (pieces, piece) = AsyncStream.makeStream(of: String.self)
        piece.yield("a")
        piece.finish()
        let server = try LoopbackServer { _ in
            .forward(
                LoopbackResponse(),
                BodyStream {
                    guard let next = await pieces.first(where: { _ in true }) else { throw Broken() }
                    return Data(next.utf8)
                })
        }
        let answer = try await server.answer(to: "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(answer.hasSuffix("1\r\na\r\n"))
    }
}

/// What an asynchronous function returns, for the thread of a client.
private func blocking<Value: Sendable>(_ body: @escaping @Sendable () async -> Value?) -> Value? {
    let promise = BlockingPromise<Value>()
    Task { promise.resolve(await body()) }
    return promise.wait()
}
