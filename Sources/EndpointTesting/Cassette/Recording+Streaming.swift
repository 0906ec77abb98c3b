// What a proxy needs to record requests whose bodies it forwards while they arrive.
@_spi(EndpointTool) extension Recording {
    /// An empty recording that keeps at most this many bytes of each body. A replay breaks off where the kept part of a
    /// response ends.
    public init(bodyLimit: Int, time: TimeSource = .system) {
        self.init(time: time, keepsUnmatched: false, bodyLimit: bodyLimit)
    }

    /// Sends a request through a client and records the exchange, without reading the request's body.
    ///
    /// - Parameters:
    ///   - live: The request of the recording, with its absolute URL and without its body.
    ///   - body: Returns the body when the exchange has ended.
    /// - Throws: `CassetteError.Reason.placeholder` if the request contains a placeholder of a cassette.
    public func send(
        _ request: APIRequest, recordedAs live: Interaction.Request, by client: any APIClient,
        body: @escaping @Sendable () -> RecordedBody
    ) async throws -> APIResponse {
        try await record(live, body: body) { try await client.send(request, resolvedAs: live) }
    }
}

/// The bytes of a request's body that a recording keeps.
@_spi(EndpointTool) public struct RecordedBody: Sendable {
    /// The first bytes, or all of them.
    public let data: Data

    /// How many bytes the body has.
    public let length: Int

    /// The bytes that are kept of a body of this length.
    public init(_ data: Data, of length: Int) {
        (self.data, self.length) = (data, length)
    }

    /// The body as a part of the request.
    func of(_ request: Interaction.Request) -> Interaction.Body? {
        data.isEmpty ? nil : Interaction.Body(data, contentType: request.headers["Content-Type"] ?? "")
    }

    /// A remark on a body of which a part is missing.
    var note: String? {
        data.count < length
            ? "Of the request's body, only the first \(data.count) of \(length) bytes were recorded." : nil
    }
}

@_spi(EndpointTool) extension BodyStream {
    /// The same chunks. The closure is called once with the number of bytes that were read: at the end of the body,
    /// with the error that the reader gets, or with a `CancellationError` when the stream is deallocated before either.
    public func counted(_ onEnd: @escaping @Sendable (Int, (any Error)?) -> Void) -> BodyStream {
        let count = Locked(0)
        return observed { error in
            onEnd(count.withLock { $0 }, error)
        } onChunk: { chunk in
            count.withLock { $0 += chunk.count }
        }
    }
}
