extension ResolvedRequest {
    /// The request as it would be sent, for a cassette.
    ///
    /// - Throws: `RequestError` when it cannot be sent safely.
    func request(_ request: APIRequest) throws -> Interaction.Request {
        let sent = try parts(of: request)
        let headers = [HeaderField](sent.headers)
        let body = sent.body.map { Interaction.Body($0, contentType: headers.value(of: "Content-Type") ?? "") }
        return Interaction.Request(sent.method, sent.url.absoluteString, headers: headers, body: body)
    }
}
