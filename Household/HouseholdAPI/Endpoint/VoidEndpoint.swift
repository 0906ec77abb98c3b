import EndpointCore

/// An endpoint of the household API of which only success matters.
public protocol VoidEndpoint: EndpointCore.VoidEndpoint {}

extension VoidEndpoint {
    /// - Throws: ``APIError``, or `HTTPError` when the failure is not the API's own.
    public func validate(_ response: URLResponse?, with body: Data) throws {
        try HTTPError.check(response, with: body, orThrow: APIError.self)
    }
}
