/// One check of a law for a client: it makes servers and clients, and collects findings.
struct LawTrial: Sendable {
    let law: ClientLaw

    private let makeClient: @Sendable (ClientLawServer) throws -> any APIClient
    private let state = Locked(State())

    init(_ law: ClientLaw, _ makeClient: @escaping @Sendable (ClientLawServer) throws -> any APIClient) {
        self.law = law
        self.makeClient = makeClient
    }

    private struct State {
        var findings: [String] = []
        var servers: [ClientLawServer] = []
        var isFinished = false
    }

    /// Starts a server and makes a client for it.
    func serve(
        options: LoopbackOptions = LoopbackOptions(),
        _ handler: @escaping @Sendable (RecordedRequest) async -> LoopbackReply
    ) throws -> LawSite {
        try site(of: ClientLawServer(options: options, handler: handler))
    }

    /// Makes a client for a port that refuses connections.
    func refuse() throws -> LawSite {
        try site(of: ClientLawServer(refusing: RefusedPort()) { _ in .status(204) })
    }

    private func site(of server: ClientLawServer) throws -> LawSite {
        state.withLock { $0.servers.append(server) }
        return LawSite(trial: self, server: server, client: try makeClient(server))
    }

    /// Makes another client for a server.
    func client(for server: ClientLawServer) throws -> any APIClient { try makeClient(server) }

    /// Stops the servers and returns what was found. Later findings are ignored.
    func finish() -> [String] {
        let (findings, servers) = state.withLock { state in
            state.isFinished = true
            return (state.findings, state.servers)
        }
        for server in servers { server.stop() }
        return findings
    }

    /// Adds a finding, a sentence.
    func find(_ sentence: String) {
        state.withLock { if !$0.isFinished { $0.findings.append(sentence) } }
    }

    /// Adds an error that ended the check.
    func unexpected(_ error: any Error) {
        find("Expected a response, got the error: \(Self.sentence(error)).")
    }

    /// Adds a finding unless a value is the expected one.
    func expect<Value: Equatable>(_ what: String, _ value: Value, is expected: Value) {
        if value != expected { find("\(what): expected \(Self.text(expected)), got \(Self.text(value)).") }
    }

    /// Adds a finding unless a condition holds.
    func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) {
        if !condition { find(sentence()) }
    }

    /// Adds findings unless a response has this status and this body.
    func expect(_ response: APIResponse, status: Int = 200, body: Data) {
        expect("Status", response.http.statusCode, is: status)
        expect("Body", response.data, is: body)
    }

    /// Adds findings unless a response has this status and this text as its body.
    func expect(_ response: APIResponse, status: Int = 200, text: String) {
        expect(response, status: status, body: Data(text.utf8))
    }

    /// Performs a call that must fail with a `URLError` or a `RequestError`, and returns the error; nil if there is
    /// none of these types.
    @discardableResult
    func expectError(
        _ situation: String, _ codes: Set<URLError.Code> = [], _ call: () async throws -> APIResponse
    ) async -> (any Error)? {
        do {
            let response = try await call()
            find("\(situation): expected an error, got \(response.http.statusCode) with \(Self.text(response.data)).")
            return nil
        } catch let error as URLError {
            let isExpected = codes.isEmpty || codes.contains(error.code)
            let expected = codes.map { "\($0.rawValue)" }.sorted().joined(separator: " or ")
            expect(isExpected, "\(situation): expected the URLError \(expected), got \(Self.sentence(error)).")
            return error
        } catch let error as RequestError {
            expect(codes.isEmpty, "\(situation): expected a URLError, got \(Self.sentence(error)).")
            return error
        } catch {
            find("\(situation): expected a URLError or a RequestError, got \(Self.sentence(error)).")
            return nil
        }
    }

    /// Adds a finding unless a cancelled call has ended with a `CancellationError`.
    func expectCancelled(_ situation: String, _ call: Task<APIResponse, any Error>) async {
        switch await call.result {
        case .success(let response):
            find(
                "\(situation): expected a CancellationError, got \(response.http.statusCode) with \(Self.text(response.data))."
            )
        case .failure(is CancellationError): break
        case .failure(let error): find("\(situation): expected a CancellationError, got \(Self.sentence(error)).")
        }
    }
}

extension LawTrial {
    /// The type of an error and its sentence, on one line.
    static func sentence(_ error: any Error) -> String {
        let code = (error as? URLError).map { " \($0.code.rawValue)" } ?? ""
        return "\(type(of: error))\(code) \"\(line(error.localizedDescription))\""
    }

    /// A value for a finding. Long ones are shortened.
    static func text<Value>(_ value: Value) -> String {
        switch value {
        case let data as Data:
            data.count > 60 ? data.count.counted("byte") : "\"\(line(String(decoding: data, as: UTF8.self)))\""
        case let text as String: "\"\(line(text))\""
        case let text as String?: text.map { "\"\(line($0))\"" } ?? "none"
        default: line("\(value)")
        }
    }

    private static func line(_ text: String) -> String {
        let escaped = text.unicodeScalars.prefix(160).map { $0.escaped(asASCII: false) }.joined()
        return escaped + (text.unicodeScalars.count > 160 ? "…" : "")
    }
}

/// A server and a client for it, in the check of a law.
struct LawSite: Sendable {
    let trial: LawTrial
    let server: ClientLawServer
    let client: any APIClient

    var loopback: LoopbackServer { server.loopback }

    /// The requests that have arrived.
    var requests: [RecordedRequest] { server.requests }

    /// Those of them with a method.
    func requests(_ method: String) -> [RecordedRequest] { requests.filter { $0.method == method } }

    /// The target of a path below the law's own: `/v1/emptyHeader/a`.
    func target(_ suffix: String = "") -> String { "/v1/\(trial.law.id)\(suffix)" }

    /// A request for a URL below the law's own: `emptyHeader/a`.
    func request(
        _ method: String = "GET", _ suffix: String = "", headers: HeaderFields = [:], body: Data? = nil
    ) throws -> APIRequest {
        try request(url: trial.law.id + suffix, method, headers: headers, body: body)
    }

    /// A request for any URL.
    func request(
        url text: String, _ method: String = "GET", headers: HeaderFields = [:], body: Data? = nil
    ) throws -> APIRequest {
        guard let url = URL(string: text) else { throw RequestError(.url(text)) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        // On Linux `setValue` would silently drop values with a line break.
        if !headers.isEmpty { request.allHTTPHeaderFields = headers.dictionary }
        return APIRequest(request, for: LawEndpoint(request: request))
    }

    /// A request with a separate body.
    func upload(_ body: UploadEndpointBody, _ suffix: String = "", _ method: String = "PUT") throws -> APIRequest {
        var request = try request(method, suffix)
        request.body = body
        if case .multipart(let form) = body {
            request.urlRequest.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
        }
        return request
    }

    /// Sends a request for a URL below the law's own.
    func send(
        _ method: String = "GET", _ suffix: String = "", headers: HeaderFields = [:], body: Data? = nil
    ) async throws -> APIResponse {
        try await client.send(try request(method, suffix, headers: headers, body: body))
    }

    /// Sends a request in a task that can be cancelled.
    func start(_ request: APIRequest) -> Task<APIResponse, any Error> {
        Task { [client] in try await client.send(request) }
    }

    /// Sends a request and returns it as it arrived; nil, with a finding, unless it is the only one.
    func arriving(_ request: APIRequest) async throws -> RecordedRequest? {
        let count = requests.count
        _ = try await client.send(request)
        trial.expect("Number of requests", requests.count - count, is: 1)
        return requests.dropFirst(count).first
    }
}

/// The endpoint of a law's requests. Its content is the body of the response.
struct LawEndpoint: Endpoint {
    typealias Content = Data

    let request: URLRequest

    func makeRequest() throws -> URLRequest { request }
}
