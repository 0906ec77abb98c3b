/// One reply of a stub: a response or an error. What ``On`` can add to a stub is here under the same name.
public struct MockReply: Sendable {
    typealias Answer = @Sendable (APIRequest) async throws -> APIResponse

    let answer: Answer

    /// The same answer without its delays, for a check of it.
    let immediate: Answer

    /// Whether it is a named failure, which no description of an API has.
    private(set) var isFault = false

    /// The response that a closure returns for the request.
    public init(_ answer: @escaping @Sendable (APIRequest) async throws -> APIResponse) {
        self.init(answer, immediate: answer)
    }

    init(_ answer: @escaping Answer, immediate: @escaping Answer, isFault: Bool = false) {
        (self.answer, self.immediate, self.isFault) = (answer, immediate, isFault)
    }

    /// This reply with another answer, made of its own.
    func changing(_ change: (@escaping Answer) -> Answer) -> MockReply {
        MockReply(change(answer), immediate: change(immediate), isFault: isFault)
    }

    /// Status 200 with a content: `Data` is sent unchanged, anything else as JSON that the endpoint's own decoder
    /// reads. For a `NestedJsonEndpoint` the content is nested under the endpoint's key.
    ///
    /// A decoding strategy that is a closure cannot be reversed: dates are encoded as ISO 8601 then, and keys
    /// unchanged.
    public static func reply(_ content: some Encodable & Sendable) -> MockReply {
        .reply(content, for: nil)
    }

    /// Status 200 with a content, read by the given endpoint or else by that of the request.
    static func reply(_ content: some Encodable & Sendable, for reader: (any Endpoint)?) -> MockReply {
        MockReply { request in
            if let data = content as? Data { return try .answer(body: data, to: request) }
            let endpoint = reader ?? request.endpoint
            let json = try JSONEncoder(mirroring: endpoint.decoder).encode(content, around: endpoint)
            return try .answer(headers: ["Content-Type": "application/json"], body: json, to: request)
        }
    }

    /// Status 200 with JSON.
    public static func reply(json text: String) -> MockReply {
        status(200, json: text)
    }

    /// A status and a body.
    public static func status(_ status: Int, headers: HeaderFields = [:], body: Data = Data()) -> MockReply {
        MockReply { try .answer(status, headers: headers, body: body, to: $0) }
    }

    /// A status and JSON. A `Content-Type` in `headers` replaces `application/json`.
    public static func status(_ status: Int, headers: HeaderFields = [:], json: String) -> MockReply {
        var headers = headers
        if !headers.contains("Content-Type") { headers.append("Content-Type", "application/json") }
        return .status(status, headers: headers, body: Data(json.utf8))
    }

    /// A connection error or a bad body.
    public static func fail(_ fault: MockClient.Fault) -> MockReply {
        var reply = MockReply { try fault.answer(to: $0) }
        reply.isFault = true
        return reply
    }

    /// A connection error by its code.
    @_disfavoredOverload public static func fail(_ code: URLError.Code) -> MockReply {
        .fail(.error(code))
    }
}

extension MockReply {
    /// This reply after a delay.
    public func delayed(by duration: Duration, time: TimeSource = .system) -> MockReply {
        let delayed: Answer = { request in
            try await time.sleep(for: duration)
            return try await answer(request)
        }
        return MockReply(delayed, immediate: immediate, isFault: isFault)
    }

    /// This answer in one piece, delayed until the last byte of its body would have arrived at this speed, which is at
    /// least one byte a second.
    public func slowed(to bytesPerSecond: Int, time: TimeSource = .system) -> MockReply {
        let slowed: Answer = { request in
            let response = try await answer(request)
            try await time.sleep(for: .seconds(Double(response.data.count) / Double(max(1, bytesPerSecond))))
            return response
        }
        return MockReply(slowed, immediate: immediate, isFault: isFault)
    }

    /// This answer with trailers (RFC 9110 §6.5), which a stream has at its end.
    public func trailers(_ trailers: HeaderFields) -> MockReply {
        changing { answer in
            { request in
                var response = try await answer(request)
                guard case .stream(let stream) = response.body else {
                    response.trailers = trailers
                    return response
                }
                let (isOver, next) = (Locked(false), stream.reader)
                response.body = .stream(
                    BodyStream(trailers: { isOver.withLock { $0 } ? trailers : [:] }) {
                        let chunk = try await next()
                        if chunk == nil { isOver.withLock { $0 = true } }
                        return chunk
                    })
                return response
            }
        }
    }
}

extension APIResponse {
    /// The response of a server to a request, with the URL of the request.
    ///
    /// - Throws: `URLError.badServerResponse` when no `HTTPURLResponse` can be made of it, as with a `Content-Length`
    ///   beyond 2⁵³ bytes, which ends the process on Linux.
    public static func answer(
        _ status: Int = 200, headers: HeaderFields = [:], body: Data = Data(), to request: APIRequest
    ) throws -> APIResponse {
        guard Double(headers["Content-Length"] ?? "") ?? 0 < 0x1p53, let url = request.urlRequest.url,
            let http = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers.dictionary)
        else { throw URLError(.badServerResponse) }
        return APIResponse(http: http, headers: headers.isEmpty ? nil : headers, body: .data(body))
    }

    /// A response whose body is JSON.
    public static func json(_ text: String, status: Int = 200, to request: APIRequest) throws -> APIResponse {
        try answer(status, headers: ["Content-Type": "application/json"], body: Data(text.utf8), to: request)
    }
}

extension JSONEncoder {
    /// An encoder with the strategies of a decoder. A decoding strategy that is a closure cannot be reversed.
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
        #if canImport(Darwin)  // On other platforms this strategy consists of closures.
            case .formatted(let formatter): .formatted(formatter)
        #endif
        default: .iso8601
        }
    }
}

extension JSONEncoder {
    /// The JSON of a content. For a `NestedJsonEndpoint` it is an object with the content under the endpoint's key.
    func encode(_ content: some Encodable, around endpoint: any Endpoint) throws -> Data {
        guard let nested = endpoint as? any NestedJsonEndpoint else { return try encode(content) }
        return try encode(NestedContent(key: type(of: nested).contentKey, content: content))
    }
}

private struct NestedContent<Content: Encodable>: Encodable {
    let key: String
    let content: Content

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: DynamicCodingKey.self)
        try members.encode(content, forKey: DynamicCodingKey(stringValue: key))
    }
}
