import EndpointLaws

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A correct client that is broken in one way.
struct BrokenClient: APIClient {
    let good: any APIClient
    let server: ClientLawServer
    let damage: Damage.Send

    let traits = ClientTraits(enforcesDeadlines: true)

    func send(_ request: APIRequest) async throws -> APIResponse {
        try await damage(request, server) { try await good.send($0) }
    }
}

/// One way to break a client. It is made for each client, so that it can have state for that client.
struct Damage: Sendable {
    typealias Next = @Sendable (APIRequest) async throws -> APIResponse
    typealias Send = @Sendable (APIRequest, ClientLawServer, @escaping Next) async throws -> APIResponse

    let make: @Sendable () -> Send

    /// A client that performs a call in another way.
    static func calls(_ send: @escaping Send) -> Damage { Damage { send } }

    /// A client that changes requests.
    static func requests(_ change: @escaping @Sendable (inout APIRequest, ClientLawServer) throws -> Void) -> Damage {
        .calls { request, server, next in
            var request = request
            try change(&request, server)
            return try await next(request)
        }
    }

    /// A client that changes headers of requests. A value that becomes nil is removed.
    static func headers(_ change: @escaping @Sendable (String, String) -> String?) -> Damage {
        .requests { request, _ in request.urlRequest.changeHeaders(change) }
    }

    /// A client that changes the text of URLs.
    static func urls(_ change: @escaping @Sendable (String, ClientLawServer) throws -> String?) -> Damage {
        .requests { request, server in
            guard let text = request.urlRequest.url?.absoluteString, let new = try change(text, server) else { return }
            request.urlRequest.url = URL(string: new)
        }
    }

    /// A client that changes responses.
    static func responses(_ change: @escaping @Sendable (inout APIResponse, APIRequest) throws -> Void) -> Damage {
        .calls { request, _, next in
            var response = try await next(request)
            try change(&response, request)
            return response
        }
    }

    /// A client that changes the headers of responses. A value that becomes nil is removed.
    static func responseHeaders(_ change: @escaping @Sendable (String, String) -> String?) -> Damage {
        .responses { response, _ in
            var headers: HeaderFields = [:]
            for field in response.headers { headers[field.name] = change(field.name, response.headers[field.name]!) }
            response.set(headers: headers)
        }
    }

    /// A client that throws instead of a response with such a status.
    static func throwing(_ code: URLError.Code = .badServerResponse, for status: ClosedRange<Int>) -> Damage {
        .responses { response, _ in if status.contains(response.http.statusCode) { throw URLError(code) } }
    }

    /// A client that cannot read the response of one law.
    static func throwing(on law: ClientLaw) -> Damage {
        .responses { _, request in if request.isOf(law) { throw URLError(.cannotParseResponse) } }
    }

    /// A client that returns something else instead of the response of one law.
    static func answering(_ text: String, on law: ClientLaw) -> Damage {
        .responses { response, request in if request.isOf(law) { response.body = .data(Data(text.utf8)) } }
    }

    /// A client that makes a response of the errors of one law, or of some of them.
    static func forgiving(
        _ law: ClientLaw, _ text: String = "", where isForgiven: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> Damage {
        .calls { request, _, next in
            do {
                return try await next(request)
            } catch let error where request.isOf(law) && isForgiven(error) {
                return try .answer(body: Data(text.utf8), to: request)
            }
        }
    }

    /// A client that replaces errors.
    static func errors(_ change: @escaping @Sendable (any Error, APIRequest) -> (any Error)?) -> Damage {
        .calls { request, _, next in
            do { return try await next(request) } catch { throw change(error, request) ?? error }
        }
    }
}

extension APIRequest {
    var path: String { urlRequest.url?.absoluteString ?? "" }

    /// Whether this is a request of the check of a law.
    func isOf(_ law: ClientLaw) -> Bool {
        path.split { "/?".contains($0) }.contains(Substring(law.id))
    }
}

extension URLRequest {
    mutating func changeHeaders(_ change: (String, String) -> String?) {
        var fields: HeaderFields = [:]
        for field in HeaderFields(self) { fields[field.name] = change(field.name, field.value) }
        allHTTPHeaderFields = fields.dictionary
    }
}

extension APIResponse {
    mutating func set(status: Int? = nil, headers: HeaderFields? = nil, url: URL? = nil) {
        guard let url = url ?? http.url else { return }
        let new = HTTPURLResponse(
            url: url, statusCode: status ?? http.statusCode, httpVersion: nil,
            headerFields: (headers ?? self.headers).dictionary)
        if let new { http = new }
    }
}

extension UploadEndpointBody {
    /// All bytes of a stream.
    static func bytes(of stream: InputStream) -> Data {
        stream.open()
        defer { stream.close() }
        var data = Data(), buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = stream.read(&buffer, maxLength: buffer.count), count > 0 { data += buffer[..<count] }
        return data
    }
}
