/// A client that answers from memory.
///
/// Say what is asked and what the answer is. The endpoint's own code builds the request, validates the answer and reads it.
///
/// ```swift
/// let client = MockClient {
///     On(BookEndpoint(id: "1")).reply(momo)
///     On(BookEndpoint.self).fail(.timedOut).then(.status(503, headers: ["Retry-After": "1"])).then(momo)
///     On(.delete, "books/1").status(204).optional()
/// }
/// ```
///
/// Each answer is given exactly once and in its order, unless the stub says otherwise; the first stub that fits a request and
/// has an answer left gives it. A request without an answer throws `UnmatchedRequest`, and ``verify()`` tells what was left over.
///
/// For anything else there is a closure:
///
/// ```swift
/// let client = MockClient { request in try .json(#"{"id": "1"}"#, to: request) }
/// ```
///
/// An answered request reports its progress once, with all of its body sent, if the length of the body is known.
///
/// Copies share what they remember.
public struct MockClient: APIClient {
    public let redaction: Redaction

    private let answer: (@Sendable (APIRequest) async throws -> APIResponse)?
    private let stage: Locked<StubState>

    /// A client that answers each request with what the closure returns or throws.
    public init(
        redaction: Redaction = .standard, _ answer: @escaping @Sendable (APIRequest) async throws -> APIResponse
    ) {
        self.redaction = redaction
        self.answer = answer
        stage = Locked(StubState([]))
    }

    /// A client that answers by its stubs, and refuses every other request.
    public init(redaction: Redaction = .standard, @MockBuilder _ stubs: () throws -> [MockStub]) rethrows {
        self.redaction = redaction
        answer = nil
        stage = Locked(StubState(try stubs(), redaction: redaction))
    }

    public func send(_ request: APIRequest) async throws -> APIResponse {
        let response = try await response(to: request)
        request.reportWholeBody()
        return response
    }

    private func response(to request: APIRequest) async throws -> APIResponse {
        if let answer {
            stage.withLock { $0.note(request) }
            return try await answer(request)
        }
        let snapshot = request.snapshot
        return try await stage.withLock { $0.reply(to: request, snapshot) }.get().answer(request)
    }
}

extension MockClient {
    /// All requests in the order in which they came, answered or not.
    public var requests: [APIRequest] {
        stage.withLock { $0.requests }
    }

    /// The endpoints of one type that were executed, in their order: `#expect(client.calls(BookEndpoint.self).map(\.id) == ["1"])`.
    public func calls<E: Endpoint>(_ type: E.Type) -> [E] {
        requests.compactMap { $0.endpoint as? E }
    }

    var stubState: StubState { stage.withLock { $0 } }
}

extension MockClient: CustomStringConvertible {
    public var description: String { "Mock" }
}
