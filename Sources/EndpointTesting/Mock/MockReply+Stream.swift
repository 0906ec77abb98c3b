extension MockReply {
    /// Status 200 with a body that arrives in pieces, one for each content, as the framing of the endpoint reads them:
    /// server-sent events, or lines. A content is encoded as the endpoint decodes it.
    ///
    /// For a request that wants no stream the pieces are collected, without waiting.
    /// `time` measures the interval between two contents.
    public static func stream(
        _ contents: [some Encodable & Sendable], every interval: Duration = .zero,
        time: TimeSource = .system
    ) -> MockReply {
        MockReply { request in
            let wire = StreamWire(request.endpoint)
            return try .pieces(
                try contents.map(wire.encode), type: wire.mediaType, every: interval, on: time, to: request)
        }
    }

    /// Status 200 with these server-sent events.
    public static func stream(
        events: [ServerSentEvent], every interval: Duration = .zero, time: TimeSource = .system
    ) -> MockReply {
        MockReply { request in
            try .pieces(
                events.map(\.encoded), type: "text/event-stream", every: interval, on: time, to: request)
        }
    }

    /// Status 200 with exactly these pieces of a body, and with the media type that the endpoint's framing reads.
    public static func stream(
        chunks: [Data], every interval: Duration = .zero, time: TimeSource = .system
    ) -> MockReply {
        MockReply { request in
            try .pieces(chunks, type: StreamWire(request.endpoint).mediaType, every: interval, on: time, to: request)
        }
    }

    /// This answer, whose connection breaks after so many bytes of the body; a negative number counts as zero.
    public func resetAfter(bytes: Int) -> MockReply {
        changing { answer in
            { request in
                var response = try await answer(request)
                let count = Int64(max(0, bytes))
                let length = response.headers["Content-Length"].flatMap { Int64($0) }
                let lost = URLError.lostInBody(after: count, of: length)
                guard request.wantsStream else { throw lost }
                response.body = .stream(response.chunks.failing(with: lost, after: max(0, bytes)))
                return response
            }
        }
    }
}

extension On {
    /// Adds a reply whose body arrives in pieces: `MockReply.stream`.
    public func stream(
        _ contents: [Content], every interval: Duration = .zero, time: TimeSource = .system
    ) -> On where Content: Encodable & Sendable {
        reply(.stream(contents, every: interval, time: time))
    }

    /// Adds a reply of these server-sent events.
    public func stream(
        events: [ServerSentEvent], every interval: Duration = .zero, time: TimeSource = .system
    ) -> On {
        reply(.stream(events: events, every: interval, time: time))
    }

    /// Adds a reply of exactly these pieces.
    public func stream(
        chunks: [Data], every interval: Duration = .zero, time: TimeSource = .system
    ) -> On {
        reply(.stream(chunks: chunks, every: interval, time: time))
    }

    /// Breaks the connection of the last answer after this many bytes of its body.
    public func resetAfter(bytes: Int) -> On {
        changingLast { $0.resetAfter(bytes: bytes) }
    }
}

/// How the contents of a stream are written, as the framing of an endpoint reads them.
private struct StreamWire {
    let mediaType: String?

    private let endpoint: any Endpoint
    private let framing: (any StreamFraming)?

    init(_ endpoint: any Endpoint) {
        self.endpoint = endpoint
        framing = (endpoint as? any StreamEndpoint)?.framing
        mediaType = framing?.mediaType
    }

    func encode(_ content: some Encodable) throws -> Data {
        let bytes = try self.bytes(of: content)
        switch framing {
        case is EventFraming: return ServerSentEvent(data: String(decoding: bytes, as: UTF8.self)).encoded
        case is LineFraming: return bytes + Data("\n".utf8)
        default: return bytes
        }
    }

    private func bytes(of content: some Encodable) throws -> Data {
        if let data = content as? Data { return data }
        if let text = content as? String, !(endpoint is any JsonEndpoint) { return Data(text.utf8) }
        return try JSONEncoder(mirroring: endpoint.decoder).encode(content, around: endpoint)
    }
}

extension APIResponse {
    /// A reply whose body is sent in pieces, with a time between them, or as a whole to a request that does not want a
    /// stream.
    fileprivate static func pieces(
        _ pieces: [Data], type: String?, every interval: Duration, on time: TimeSource, to request: APIRequest
    ) throws -> APIResponse {
        let headers: HeaderFields = type.map { ["Content-Type": $0] } ?? [:]
        guard request.wantsStream else {
            return try .answer(headers: headers, body: Data(pieces.joined()), to: request)
        }
        var response = try APIResponse.answer(headers: headers, to: request)
        let timed = pieces.filter { !$0.isEmpty }.enumerated().map { (data: $1, time: interval * $0) }
        response.body = .stream(BodyStream(timed, pacedBy: time))
        return response
    }
}

extension BodyStream {
    /// The first bytes of the body, and then an error.
    fileprivate func failing(with error: any Error, after bytes: Int) -> BodyStream {
        let (left, next) = (Locked(bytes), reader)
        return replacing {
            guard left.withLock({ $0 }) > 0, let chunk = try await next() else { throw error }
            return left.withLock { left in
                let part = chunk.prefix(left)
                left -= part.count
                return Data(part)
            }
        }
    }
}
