extension HostileRequest {
    /// The request below the server's URL.
    public func makeRequest(_ path: String) -> APIRequest {
        var request = URLRequest(url: URL(string: path)!)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        request.setValue(Self.credential, forHTTPHeaderField: "Authorization")
        return APIRequest(request, for: HostileEndpoint(request: request))
    }
}

/// Any request, unchanged.
struct HostileEndpoint: Endpoint {
    typealias Content = Data

    let request: URLRequest

    func makeRequest() throws -> URLRequest { request }

    func content(from response: HTTPURLResponse?, with body: Data) throws -> Data { body }
}

extension HostileOutcome {
    /// The outcome of a call. Of the header fields of a response only those are kept that another outcome has.
    public init(_ result: Result<APIResponse, any Error>, like expected: HostileOutcome) {
        switch result {
        case .success(let response):
            let text = String(decoding: response.data, as: UTF8.self)
            self = .response(response.http.statusCode, text, expected.headers(in: response))
        case .failure(let error as URLError): self = .error(error.code)
        case .failure(is RequestError): self = .refusal
        case .failure(let error): self = .failure(String(describing: error))
        }
    }

    private func headers(in response: APIResponse) -> HeaderFields {
        guard case .response(_, _, let headers) = self else { return [:] }
        return headers.reduce(into: [:]) { $0[$1.name] = response.headers[$1.name] }
    }
}
