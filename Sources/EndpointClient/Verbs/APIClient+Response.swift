extension APIClient {
    /// Executes an endpoint and returns what it read together with the response that it came in: the status, the headers,
    /// the URL that answered.
    ///
    /// - Throws: what ``request(_:)`` throws.
    public func response<E: Endpoint>(
        for endpoint: E
    ) async throws -> (content: E.Content, http: HTTPURLResponse) {
        let request = try endpoint.makeAPIRequest()
        let response = try await send(request)
        return (try endpoint.read(response, to: request), response.http)
    }
}
