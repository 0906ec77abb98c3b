extension APIRequest {
    /// Whether the endpoint takes a response for a good one, whatever its status.
    package func isAccepted(_ response: APIResponse) -> Bool {
        (try? endpoint.validate(response.http, with: response.data)) != nil
    }
}
