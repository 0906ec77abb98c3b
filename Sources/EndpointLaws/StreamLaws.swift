extension ClientLaws {
    static let stream: [ClientLaw] = [
        .streamBytes, .streamFailure, .streamBegins, .streamCut, .cancelledStream, .droppedStream,
    ]
}

// A body is read as it arrives, if the request wants a stream.
extension ClientLaw {
    /// The chunks together are the body. A client without streams has one chunk.
    public static let streamBytes = ClientLaw(
        "streamBytes", "A body that is wanted as a stream arrives byte for byte.", .stream
    ) { trial in
        let body = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let site = try trial.serve { .data($0.query == "empty" ? Data() : body) }
        for (suffix, body) in [("", body), ("?empty", Data())] {
            let (read, error) = await site.stream(suffix)
            trial.expect("Body", read, is: body)
            if let error { trial.unexpected(error) }
        }
    }

    /// A failing response is collected, so that errors can show its body and decorators can use it.
    public static let streamFailure = ClientLaw(
        "streamFailure", "A failing response is collected, even if a stream is wanted.", .stream
    ) { trial in
        let site = try trial.serve { _ in .text("missing", status: 404) }
        let response = try await site.client.send(try site.streaming())
        trial.expect(response, status: 404, text: "missing")
        trial.expect(!response.isStream, "The body of a 404 is a stream.")
    }

    /// The caller resumes at the head, and gets each chunk as it arrives.
    public static let streamBegins = ClientLaw(
        "streamBegins", "A stream starts before the body has ended.", .stream, needs: [.streams]
    ) { trial in
        let reply = StagedReply(body: "half", then: "done")
        let site = try trial.serve { _ in reply.start() }
        let response = try await site.client.send(try site.streaming())
        var chunks = response.chunks.makeAsyncIterator()
        let first = try await chunks.next()
        trial.expect("First chunk", first, is: Data("half".utf8))
        await reply.sendSecondPart()
        trial.expect("Second chunk", try await chunks.next(), is: Data("done".utf8))
        trial.expect("End", try await chunks.next(), is: nil)
    }

    /// A body that breaks off delivers what has arrived, and then the error.
    public static let streamCut = ClientLaw(
        "streamCut", "An error in a stream is thrown after the chunks before it.", .stream, needs: [.streams]
    ) { trial in
        let body = LoopbackResponse(body: Data(repeating: 7, count: 1000))
        let site = try trial.serve { _ in .cut(body, afterBodyBytes: 400) }
        let (read, error) = await site.stream()
        trial.expect("Body", read, is: Data(repeating: 7, count: 400))
        guard let error else { return trial.find("Expected an error at the end of 400 bytes of 1000, got none.") }
        trial.expect(error is URLError, "Expected a URLError, got \(LawTrial.sentence(error)).")
    }

    /// A task that waits for a chunk can be cancelled, and the exchange ends with it.
    public static let cancelledStream = ClientLaw(
        "cancelledStream", "A task that is cancelled while it reads a stream gets a CancellationError.", .stream,
        needs: [.streams]
    ) { trial in
        let reply = StagedReply(body: "half", then: "done")
        let site = try trial.serve { _ in reply.start() }
        let hasBegun = AwaitableValue(false)
        let response = try await site.client.send(try site.streaming())
        let reading = Task {
            for try await _ in response.chunks { hasBegun.update { $0 = true } }
        }
        await hasBegun.wait { $0 }
        reading.cancel()
        switch await reading.result {
        case .success: trial.find("Expected a CancellationError, got the end of the stream.")
        case .failure(is CancellationError): break
        case .failure(let error): trial.find("Expected a CancellationError, got \(LawTrial.sentence(error)).")
        }
        await site.loopback.connectionsClosed()
    }

    /// A stream that is no longer read ends, and its connection is closed.
    public static let droppedStream = ClientLaw(
        "droppedStream", "The connection of a stream that is released is closed.", .stream, needs: [.streams, .sockets]
    ) { trial in
        let reply = StagedReply(body: "half", then: "done")
        let site = try trial.serve { _ in reply.start() }
        try await site.readOneChunk()
        await site.loopback.connectionsClosed()
    }
}

extension LawSite {
    /// A request whose body is wanted as a stream.
    fileprivate func streaming(_ suffix: String = "") throws -> APIRequest {
        var request = try request("GET", suffix)
        request.wantsStream = true
        return request
    }

    /// Reads a stream to its end, and returns its final error.
    fileprivate func stream(_ suffix: String = "") async -> (Data, (any Error)?) {
        var read = Data()
        do {
            for try await chunk in try await client.send(try streaming(suffix)).chunks {
                trial.expect(!chunk.isEmpty, "There is an empty chunk after \(read.count.counted("byte")).")
                read += chunk
            }
            return (read, nil)
        } catch {
            return (read, error)
        }
    }

    fileprivate func readOneChunk() async throws {
        var chunks = try await client.send(try streaming()).chunks.makeAsyncIterator()
        _ = try await chunks.next()
    }
}

extension APIResponse {
    fileprivate var isStream: Bool {
        if case .stream = body { true } else { false }
    }
}
