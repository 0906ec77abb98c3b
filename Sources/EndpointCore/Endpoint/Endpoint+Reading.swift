extension Endpoint {
    /// Validates an answer and reads it: what every verb does with what its client returns.
    ///
    /// A failure of the library's own is told what was asked; an endpoint's own error passes untouched.
    public func read(_ response: APIResponse, to request: APIRequest) throws -> Content {
        do {
            try validate(response.http, with: response.data)
            return try content(from: response.http, with: response.data)
        } catch var error as HTTPError {
            error.request = error.request ?? Redaction.standard.request(request.urlRequest)
            throw error.reporting(response.retries)
        } catch var error as ContentError {
            error.request = error.request ?? Redaction.standard.request(request.urlRequest)
            throw error
        } catch {
            throw error.reporting(response.retries)
        }
    }
}
