import Testing

@testable import EndpointTesting

/// A port of 127.0.0.1 on which nobody listens, and nobody can until the process ends: whoever connects is refused.
///
/// The port of a server that has stopped would not do, since the next server may get it.
struct RefusedPort {
    let url: URL

    init() throws {
        let port = try #require(SocketPlatform.bind(socket(AF_INET, SocketPlatform.stream, 0), to: 0))
        url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    }
}
