extension Interaction.Response {
    private static let undone = ["Content-Encoding", "Content-Length", "Transfer-Encoding"]

    /// This answer without the header fields that describe the bytes of the wire: those of a cassette are decoded already.
    var decoded: Interaction.Response {
        var decoded = self
        decoded.headers = headers.filter { field in !Self.undone.contains { field.isNamed($0) } }
        return decoded
    }
}

extension Interaction.Outcome {
    /// The outcome as a client gives it.
    ///
    /// - Throws: the `URLError` that was recorded.
    func answer(to request: Interaction.Request) throws -> APIResponse {
        switch self {
        case .response(let response):
            guard let http = response.decoded.httpURLResponse(url: request.url) else {
                throw URLError(.badServerResponse)
            }
            return APIResponse(http: http, body: .data(response.body))
        case .failure(let failure):
            throw URLError(failure.code, userInfo: [NSLocalizedDescriptionKey: "\(failure) (from a cassette)"])
        }
    }
}
