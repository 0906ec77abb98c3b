import EndpointTesting
import Testing

@testable import EndpointTool

@Suite(.timeLimit(.minutes(10))) struct RecordCommandTests {
    /// Records what `body` sends to a server, and returns the cassette and the run.
    private func recording(
        of server: LoopbackServer, _ options: String..., body: (RunningTool) async throws -> Void
    ) async throws -> (cassette: Cassette, file: String, run: ToolRun) {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("a.har")
            let tool =
                options.isEmpty
                ? try await RunningTool.start("record", "--base", "\(server.url)/v1", "--to", file.path)
                : try await RunningTool.start(
                    "record", "--base", "\(server.url)/v1", "--to", file.path, "--limit", options[0])
            try await body(tool)
            let run = await tool.stop()
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            return (text.isEmpty ? Cassette([]) : try CassetteFile(file).load().cassette, text, run)
        }
    }

    @Test func `a request of a program is forwarded, and recorded without its secrets`() async throws {
        let server = try LoopbackServer { request in
            .json(#"{"path": "\#(request.target)", "token": "tok-8f3a9c1b2d4e5f60"}"#)
        }
        let (cassette, file, run) = try await recording(of: server) { tool in
            #expect(tool.url.hasSuffix("/v1"))
            let response = try await tool.get(
                "/a%2Fb?q=1", headers: ["Authorization": "Bearer sec-1a2b3c4d5e6f7a8b", "X-Own": "x"])
            #expect(String(decoding: response.data, as: UTF8.self).contains(#""/v1/a%2Fb?q=1""#))
            #expect(response.http.statusCode == 200)
        }
        let sent = try #require(server.requests.first)
        #expect(sent.header("Authorization") == "Bearer sec-1a2b3c4d5e6f7a8b")
        #expect(sent.header("X-Own") == "x")
        #expect(sent.header("Host") == "127.0.0.1:\(server.port)")
        #expect(cassette.interactions.map(\.request.url) == ["\(server.url)/v1/a%2Fb?q=1"])
        #expect(!file.contains("8f3a9c1b2d4e5f60") && !file.contains("1a2b3c4d5e6f7a8b"))
        #expect(run.code == 0)
        #expect(run.lines.count == 4)
        #expect(run.lines.last?.hasPrefix("Recorded 1 interaction in ") == true)
    }

    @Test func `a redirect and a cookie lead to the proxy, and the recording keeps the API's`() async throws {
        let server = try LoopbackServer { request in
            .status(
                302,
                headers: [
                    "Location": "http://\(request.header("Host") ?? "")/v1/next",
                    "Set-Cookie": "a=1; Domain=example.com; Secure; HttpOnly",
                ])
        }
        let (cassette, _, _) = try await recording(of: server) { tool in
            let response = try await tool.get("/first")
            #expect(response.http.statusCode == 302)
            #expect(response.headers["Location"] == "\(tool.url)/next")
            #expect(response.headers.values(of: "Set-Cookie") == ["a=1; HttpOnly"])
        }
        #expect(server.requestCount == 1)
        #expect(cassette.interactions.first?.response?.headers["Location"] == "\(server.url)/v1/next")
    }

    @Test func `a stream passes while it arrives`() async throws {
        let (stream, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer { _ in
            .stream(LoopbackResponse(headers: ["Content-Type": "text/event-stream"]), stream)
        }
        let (cassette, _, _) = try await recording(of: server) { tool in
            pieces.yield(Data("data: 1\n\n".utf8))
            let response = try await tool.send(URLRequest(url: URL(string: "\(tool.url)/events")!), wantsStream: true)
            var chunks = response.chunks.makeAsyncIterator()
            #expect(try await chunks.next() == Data("data: 1\n\n".utf8))
            pieces.yield(Data("data: 2\n\n".utf8))
            #expect(try await chunks.next() == Data("data: 2\n\n".utf8))
            pieces.finish()
            #expect(try await chunks.next() == nil)
        }
        #expect(cassette.interactions.first?.chunks.map(\.length) == [9, 9])
        #expect(cassette.interactions.first?.interruption == nil)
    }

    @Test func `a stream that is open at the end is recorded as far as it was read`() async throws {
        let (stream, pieces) = AsyncStream.makeStream(of: Data.self)
        let server = try LoopbackServer { _ in .stream(LoopbackResponse(), stream) }
        pieces.yield(Data("a".utf8))
        let (cassette, _, run) = try await recording(of: server) { tool in
            let response = try await tool.send(URLRequest(url: URL(string: "\(tool.url)/x")!), wantsStream: true)
            var chunks = response.chunks.makeAsyncIterator()
            #expect(try await chunks.next() == Data("a".utf8))
        }
        #expect(cassette.interactions.first?.response?.body == Data("a".utf8))
        #expect(cassette.interactions.first?.interruption != nil)
        #expect(run.output.contains("interrupted"))
    }

    @Test func `an upload passes while it arrives`() async throws {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Int.self)
        let server = try LoopbackServer { _, body in
            var count = 0
            do {
                for try await chunk in body {
                    count += chunk.count
                    arrival.yield(count)
                }
            } catch {
                return .text("\(error)")
            }
            return .text("\(count)")
        }
        let (cassette, _, _) = try await recording(of: server, "1") { tool in
            let pipe = Pipe()
            let start = Data(repeating: 0x61, count: 1 << 20)
            let writing = Task.detached {
                try pipe.fileHandleForWriting.write(contentsOf: start)
                // The rest is sent only after the server has the first part.
                for await count in arrivals where count >= start.count / 2 { break }
                try pipe.fileHandleForWriting.write(contentsOf: start)
                try pipe.fileHandleForWriting.close()
            }
            var request = URLRequest(url: URL(string: "\(tool.url)/up")!)
            request.httpMethod = "POST"
            request.setValue("image/png", forHTTPHeaderField: "Content-Type")
            let handle = pipe.fileHandleForReading
            let response = try await tool.send(request, body: .stream(PipeInputStream(handle)))
            #expect(String(decoding: response.data, as: UTF8.self) == "\(2 << 20)")
            try await writing.value
        }
        #expect(server.requests.first?.isChunked == true)
        #expect(cassette.interactions.first?.request.body?.data.count == 1 << 20)
        #expect(cassette.interactions.first?.note?.contains("only the first 1048576 of 2097152 bytes") == true)
    }

    @Test func `several calls are forwarded at once`() async throws {
        let (servers, own) = AsyncStream.makeStream(of: LoopbackServer.self)
        let server = try LoopbackServer { _ in
            // Each waits until all have arrived.
            for await server in servers {
                own.yield(server)
                _ = await server.received(20)
                break
            }
            return .json("1")
        }
        own.yield(server)
        let (cassette, _, _) = try await recording(of: server) { tool in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask { try await tool.get("/\(number)").http.statusCode }
                }
                for try await status in group { #expect(status == 200) }
            }
        }
        own.finish()
        #expect(cassette.interactions.count == 20)
    }

    @Test func `an API that cannot be reached is a 502 with a sentence`() async throws {
        let server = try LoopbackServer { _ in .closeWithoutAnswer }
        let (cassette, _, run) = try await recording(of: server) { tool in
            let response = try await tool.get("/a")
            #expect(response.http.statusCode == 502)
            #expect(String(decoding: response.data, as: UTF8.self).hasPrefix("endpoint record: GET /v1/a → "))
        }
        #expect(run.output.contains("/v1/a → 502"))
        #expect(cassette.interactions.first?.failure != nil)
    }

    @Test func `a body that breaks off breaks off for the client too`() async throws {
        let server = try LoopbackServer { _ in .cut(LoopbackResponse(body: Data("abcdef".utf8)), afterBodyBytes: 3) }
        let (cassette, _, _) = try await recording(of: server) { tool in
            await #expect(throws: URLError.self) { _ = try await tool.get("/a") }
        }
        #expect(cassette.interactions.first?.response?.body == Data("abc".utf8))
        #expect(cassette.interactions.first?.interruption != nil)
    }

    @Test func `a long body is forwarded whole and recorded up to the limit`() async throws {
        let body = Data(repeating: 1, count: 1 << 20) + Data(repeating: 2, count: 1 << 20)
        let server = try LoopbackServer { _ in .data(body, type: "image/png") }
        let (cassette, _, run) = try await recording(of: server, "1") { tool in
            let whole = try await tool.get("/a").data
            #expect(whole == body)
        }
        #expect(cassette.interactions.first?.response?.body == body.prefix(1 << 20))
        #expect(run.output.contains("only the first 1 MiB are recorded"))
    }

    @Test func `without a call nothing is written`() async throws {
        let server = try LoopbackServer { _ in .json("1") }
        let (_, file, run) = try await recording(of: server) { _ in }
        #expect(file.isEmpty)
        #expect(run.lines.last == "Nothing was recorded.")
    }

    @Test(arguments: ["api.example.com", "ftp://a.example", "https://", "https://user:password@a.example"])
    func `a base that is no URL of an API is a usage error`(base: String) async {
        let run = await ToolRun("record", "--base", base, "--to", "/tmp/a.har")
        #expect(run.code == 64)
        #expect(!run.errors.isEmpty)
    }

    @Test func `a line of an exchange has no secrets, and a program reads exchanges as JSON`() async throws {
        let server = try LoopbackServer { _ in .json("1") }
        try await withFolder { folder in
            for options in [[], ["--json"]] {
                let file = folder.appendingPathComponent("a.har").path
                let tool = try await RunningTool.start(
                    arguments: ["record", "--base", "\(server.url)/v1", "--to", file] + options)
                _ = try await tool.get("/a?access_token=tok-8f3a9c1b2d4e5f60")
                let run = await tool.stop()
                #expect(run.output.contains("/v1/a?access_token="))
                #expect(!run.output.contains("8f3a9c1b2d4e5f60"))
                guard !options.isEmpty else { continue }
                #expect(run.lines.count == 3)
                #expect(run.lines[0].hasPrefix(#"{"url":"http://127.0.0.1:"#))
                #expect(run.lines[1].hasPrefix(#"{"request":"GET http://127.0.0.1:"#))
                #expect(run.lines[1].contains(#","status":200,"bytes":1,"#))
                #expect(run.lines[2].hasPrefix(#"{"interactions":1,"file":"/"#))
            }
        }
    }

    @Test func `a folder in the place of the cassette is an error before anything is recorded`() async throws {
        try await withFolder { folder in
            let run = await ToolRun("record", "--base", "https://a.example", "--to", folder.path)
            #expect((run.code, run.output) == (1, ""))
            #expect(run.errors == "error: \(folder.path) is a folder. Name a file.\n")
        }
    }

    @Test func `a folder that does not exist is an error`() async {
        let run = await ToolRun("record", "--base", "https://a.example", "--to", "/nowhere/a.har")
        #expect((run.code, run.errors) == (1, "error: There is no folder /nowhere.\n"))
    }
}
