import EndpointCore

extension APIError {
    /// Throws unless the answer is a success: what every endpoint of this module calls in `validate`.
    ///
    /// - Throws: ``APIError`` when the body of a failure is one, otherwise the library's own `HTTPError`.
    static func check(_ response: URLResponse?, with body: Data) throws {
        do {
            try HTTPError.check(response, with: body)
        } catch let error as HTTPError {
            guard let refusal = try? JSONDecoder().decode(APIError.self, from: body) else { throw error }
            throw refusal
        }
    }
}
