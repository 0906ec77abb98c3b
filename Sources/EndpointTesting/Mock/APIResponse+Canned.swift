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
