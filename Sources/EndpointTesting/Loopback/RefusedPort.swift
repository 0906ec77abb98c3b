/// A port of 127.0.0.1 that refuses connections, because it is bound and nothing listens on it.
///
/// The port of a stopped server is not enough, since the next server may get it.
package struct RefusedPort: Sendable {
    /// `http://127.0.0.1:PORT`, without a slash at the end.
    package let url: URL

    private let descriptor: Int32

    /// Binds a free port until the process ends, or until `close`.
    ///
    /// - Throws: `LoopbackError`.
    package init() throws {
        descriptor = socket(AF_INET, SocketPlatform.stream, 0)
        guard descriptor >= 0 else { throw LoopbackError(port: 0, code: errno) }
        SocketPlatform.prepare(descriptor)
        guard let port = SocketPlatform.bind(descriptor, to: 0), let url = URL(string: "http://127.0.0.1:\(port)")
        else {
            let error = LoopbackError(port: 0, code: errno)
            SocketPlatform.close(descriptor)
            throw error
        }
        self.url = url
    }

    /// Releases the port to other sockets. Call it once.
    package func close() {
        SocketPlatform.close(descriptor)
    }
}
