import EndpointClient

/// A server has not answered, or not in a way that can be used.
struct UnreachableError: LocalizedError {
    let server: URL
    let reason: URLError

    /// One sentence for a person, which names the server.
    var errorDescription: String? {
        "The call to \(server) failed: \(reason.localizedDescription)"
    }
}
