import EndpointCore

/// An endpoint of the household API that is answered with JSON.
public protocol JsonEndpoint: EndpointCore.JsonEndpoint {}

extension JsonEndpoint {
    /// - Throws: ``APIError``, or `HTTPError` when the failure is not the API's own.
    public func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body, orThrow: APIError.self)
    }
}
