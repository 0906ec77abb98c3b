/// The one effect: whatever carries a request to a server and brings its answer back.
///
/// `URLSessionClient` is the real one. A mock, a recorder and a replayer are others; logging, retry and the rest wrap one client in
/// another. Everything a caller uses, such as ``request(_:)``, is an extension that is pure but for one call of ``send(_:)``.
public protocol APIClient: Sendable {
    /// Performs one exchange and returns whatever the server said, success or not.
    ///
    /// - Throws: `RequestError` when the request cannot be sent safely, `URLError` when there is no answer, and
    ///   `CancellationError` when the calling task is cancelled.
    func send(_ request: APIRequest) async throws -> APIResponse
}
