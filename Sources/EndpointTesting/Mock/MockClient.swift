/// A client that answers from memory.
///
/// Each stub has a request and its replies. The endpoint's own code builds the request, validates the response and
/// decodes it.
///
/// ```swift
/// let client = MockClient {
///     On(BookEndpoint(id: "1")).reply(momo)
///     On(BookEndpoint.self).fail(.timedOut).then(.status(503, headers: ["Retry-After": "1"])).then(momo)
///     On(.delete, "books/1").status(204).optional()
/// }
/// ```
///
/// The replies of a stub are used in order, each exactly once unless the stub says otherwise. A request is answered by
/// the first stub that matches it and has a reply left. An unmatched request throws `UnmatchedRequest`; ``verify()``
/// throws if there are unused replies.
///
/// A closure can answer instead of stubs:
///
/// ```swift
/// let client = MockClient { request in try .json(#"{"id": "1"}"#, to: request) }
/// ```
///
/// A request with a file that cannot be read is not answered: it throws the `RequestError` of a client that would send
/// it.
///
/// With a base URL the URLs of the responses are absolute, as those of a server are: a list whose next page is at an
/// absolute link needs it. The decorators around it then behave as around a client for that URL. The requests
/// that are matched and recorded stay as the endpoints make them.
///
/// Its errors show the values of requests and responses, which are those of a test: `Redaction.showingValues`.
///
/// With a contract, the description of the API, no request and no reply passes that the API does not have: the call
/// throws a ``ContractViolation`` with the place of the stub, and ``verify()`` throws too. Error statuses that are not
/// described and named failures (``Fault``) pass, and are among the notes of the contract's coverage.
///
/// ```swift
/// let client = MockClient(contract: contract) {
///     On(UserEndpoint(id: 1)).reply(json: #"{"id": 1, "name": "Ann"}"#)
/// }
/// ```
///
/// A `ClientStack` around it does not wait before a retry, unless it is given a time source.
///
/// An answered request reports its upload progress once, as complete, if the length of its body is known.
///
/// Copies share their state.
public struct MockClient: APIClient {
    public let traits: ClientTraits

    private let answer: (@Sendable (APIRequest) async throws -> APIResponse)?
    private let state: Locked<StubState>
    private let base: BaseURL?
    private let contract: APIContract?

    /// What a test has sent and got, for its report; nil if the client is not observed.
    package let traffic = Self.observer.map { _ in Recording(keepsUnmatched: true) }

    /// A client that answers each request with what the closure returns or throws.
    public init(
        baseURL: URL? = nil, redaction: Redaction = .showingValues, contract: APIContract? = nil,
        _ answer: @escaping @Sendable (APIRequest) async throws -> APIResponse
    ) {
        base = baseURL.map(BaseURL.init)
        traits = ClientTraits(baseURL: baseURL, redaction: redaction).leaping
        self.answer = answer
        self.contract = contract
        state = Locked(StubState([]))
        Self.observer?(self)
    }

    /// A client that answers the requests of its stubs and throws `UnmatchedRequest` for every other request.
    public init(
        baseURL: URL? = nil, redaction: Redaction = .showingValues, contract: APIContract? = nil,
        @MockBuilder _ stubs: () throws -> [On<any Sendable>]
    ) rethrows {
        base = baseURL.map(BaseURL.init)
        traits = ClientTraits(baseURL: baseURL, redaction: redaction).leaping
        answer = nil
        self.contract = contract
        state = Locked(StubState(try stubs().map(\.stub), redaction: redaction))
        Self.observer?(self)
    }

    /// Receives each client that the current task makes.
    @TaskLocal package static var observer: (@Sendable (MockClient) -> Void)?

    public func send(_ request: APIRequest) async throws -> APIResponse {
        try request.body?.check()
        request.context.report(headers: HeaderFields(request.urlRequest))
        let response = try await recorded(request) {
            try await $0.traced(redaction: traits.redaction, by: response(to:))
        }
        request.reportWholeBody()
        return response
    }

    private func recorded(
        _ request: APIRequest, _ send: (APIRequest) async throws -> APIResponse
    ) async throws -> APIResponse {
        guard let traffic else { return try await send(request) }
        let (steps, observed) = traffic.observe(request, redaction: traits.redaction)
        return try await traffic.record(try absolute(request).snapshot, steps) { try await send(observed) }
    }

    private func response(to request: APIRequest) async throws -> APIResponse {
        if let answer {
            state.withLock { $0.record(request) }
            return try await checking(request, source: "\(request)") { try await answer(try absolute(request)) }
        }
        let snapshot = request.snapshot
        let (reply, stub) = try state.withLock { $0.reply(to: request, snapshot) }.get()
        return try await checking(request, source: stub.place, isFault: reply.isFault) {
            try await request.answered(redaction: traits.redaction) { try await reply.answer(try absolute(request)) }
        }
    }

    /// The response of a closure, if the contract has the request and the response.
    private func checking(
        _ request: APIRequest, source: @autoclosure () -> String, isFault: Bool = false,
        _ answer: () async throws -> APIResponse
    ) async throws -> APIResponse {
        guard let contract else { return try await answer() }
        let check = ContractedCall(request: request, contract: contract, source: source(), redaction: traits.redaction)
        do {
            let checked = try check.checkRequest()
            let response = try await answer()
            try check.check(isFault ? nil : response, to: checked)
            return response
        } catch {
            if let violation = error as? ContractViolation {
                state.withLock { $0.refuse(violation) }
            } else {
                check.note(error)
            }
            throw error
        }
    }

    /// The request below the base URL, if there is one.
    private func absolute(_ request: APIRequest) throws -> APIRequest {
        guard let base, let url = request.urlRequest.url else { return request }
        var request = request
        request.urlRequest.url = try base.resolve(url)
        return request
    }
}

extension MockClient {
    /// All requests in order of arrival, answered or not.
    public var requests: [APIRequest] {
        state.withLock { $0.requests }
    }

    /// The executed endpoints of one type in order of arrival: `#expect(client.calls(BookEndpoint.self).map(\.id) ==
    /// ["1"])`.
    public func calls<E: Endpoint>(_ type: E.Type) -> [E] {
        requests.compactMap { $0.endpoint as? E }
    }

    /// A copy of the current state.
    var currentState: StubState { state.withLock { $0 } }
}

extension MockClient: CustomStringConvertible {
    public var description: String { "Mock" }
}
