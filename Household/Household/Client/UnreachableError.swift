import EndpointClient

/// There was no answer.
struct UnreachableError: LocalizedError {
    let server: URL
    let reason: URLError

    /// One sentence for a person, which names the server.
    var errorDescription: String? {
        "No answer from \(server): \(reason.localizedDescription)"
    }
}
