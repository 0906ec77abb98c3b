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

extension APIResponse {
    /// An answer to a request, as a server would give it.
    ///
    /// - Throws: `URLError.badServerResponse` when there can be no such answer.
    public static func answer(
        _ status: Int = 200, headers: [String: String] = [:], body: Data = Data(), to request: APIRequest
    ) throws -> APIResponse {
        guard let url = request.urlRequest.url,
            let http = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { throw URLError(.badServerResponse) }
        return APIResponse(http: http, body: .data(body))
    }

    /// An answer whose body is JSON.
    public static func json(_ text: String, status: Int = 200, to request: APIRequest) throws -> APIResponse {
        try answer(status, headers: ["Content-Type": "application/json"], body: Data(text.utf8), to: request)
    }
}

extension JSONEncoder {
    /// An encoder that writes what a decoder reads. A strategy that is a closure has no counterpart.
    convenience init(mirroring decoder: JSONDecoder) {
        self.init()
        outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        dateEncodingStrategy = Self.dates(decoder.dateDecodingStrategy)
        if case .deferredToData = decoder.dataDecodingStrategy { dataEncodingStrategy = .deferredToData }
        if case .convertFromSnakeCase = decoder.keyDecodingStrategy { keyEncodingStrategy = .convertToSnakeCase }
        if case .convertFromString(let positive, let negative, let nan) = decoder.nonConformingFloatDecodingStrategy {
            nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        }
    }

    private static func dates(_ strategy: JSONDecoder.DateDecodingStrategy) -> DateEncodingStrategy {
        switch strategy {
        case .deferredToDate: .deferredToDate
        case .secondsSince1970: .secondsSince1970
        case .millisecondsSince1970: .millisecondsSince1970
        #if canImport(Darwin)  // Elsewhere it is one of those that are closures.
            case .formatted(let formatter): .formatted(formatter)
        #endif
        default: .iso8601
        }
    }
}

extension JSONEncoder {
    /// A content as the endpoint reads it: in an object, under its key, if that is where it looks for it.
    func encode(_ content: some Encodable, around endpoint: any Endpoint) throws -> Data {
        guard let nested = endpoint as? any NestedJsonEndpoint else { return try encode(content) }
        return try encode(Nest(key: type(of: nested).contentKey, content: content))
    }
}

private struct Nest<Content: Encodable>: Encodable {
    let key: String
    let content: Content

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: DynamicCodingKey.self)
        try members.encode(content, forKey: DynamicCodingKey(stringValue: key))
    }
}
