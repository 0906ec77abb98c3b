/// One answer of a stub: a response, or a failure.
public struct MockReply: Sendable {
    let answer: @Sendable (APIRequest) async throws -> APIResponse

    /// The answer that a closure makes of the request.
    public init(_ answer: @escaping @Sendable (APIRequest) async throws -> APIResponse) {
        self.answer = answer
    }

    /// Success with a content: `Data` as it is, anything else as the JSON that the endpoint reads, in the object around it if there is one.
    ///
    /// A strategy of the decoder that is a closure has no counterpart: dates are written by ISO 8601 then, keys as they are.
    public static func content(_ content: some Encodable & Sendable) -> MockReply {
        MockReply { request in
            if let data = content as? Data { return try .answer(body: data, to: request) }
            let decoder = (request.endpoint as? any JsonEndpoint)?.decoder ?? JSONDecoder()
            let json = try JSONEncoder(mirroring: decoder).encode(content, around: request.endpoint)
            return try .answer(headers: ["Content-Type": "application/json"], body: json, to: request)
        }
    }

    /// Success with JSON.
    public static func json(_ text: String) -> MockReply {
        status(200, json: text)
    }

    /// A status and a body.
    public static func status(_ status: Int, headers: [String: String] = [:], body: Data = Data()) -> MockReply {
        MockReply { try .answer(status, headers: headers, body: body, to: $0) }
    }

    /// A status and JSON. A `Content-Type` among the headers counts more.
    public static func status(_ status: Int, headers: [String: String] = [:], json: String) -> MockReply {
        let isTyped = headers.keys.contains { $0.lowercased() == "content-type" }
        let type = isTyped ? [:] : ["Content-Type": "application/json"]
        return .status(status, headers: headers.merging(type) { own, _ in own }, body: Data(json.utf8))
    }

    /// A failure.
    public static func fail(_ fault: MockClient.Fault) -> MockReply {
        MockReply { try fault.answer(to: $0) }
    }
}

extension MockReply {
    /// This answer, after so long.
    public func delayed(by duration: Duration, clock: any Clock<Duration> = ContinuousClock()) -> MockReply {
        MockReply { request in
            try await clock.sleep(for: duration)
            return try await answer(request)
        }
    }

    /// This answer, whole, when the last byte of its body would have come at this speed.
    public func slowed(to bytesPerSecond: Int, clock: any Clock<Duration> = ContinuousClock()) -> MockReply {
        precondition(bytesPerSecond > 0, "A body without speed never comes.")
        return MockReply { request in
            let response = try await answer(request)
            try await clock.sleep(for: .seconds(Double(response.data.count) / Double(bytesPerSecond)))
            return response
        }
    }
}
