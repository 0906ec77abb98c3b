import EndpointTesting

/// A new household service on a port of this machine.
public struct EmbeddedServer: Sendable {
    private let server: LoopbackServer

    /// Starts the server. `log` receives one line for each request.
    ///
    /// - Parameter port: 0 for any free one.
    public init(port: UInt16 = 0, log: @escaping @Sendable (String) -> Void = { _ in }) throws {
        let service = HouseholdService()
        server = try LoopbackServer(
            port: port, options: LoopbackOptions(bodyLimit: 32 << 20, keepsRequests: false)
        ) { request in
            let (response, events) = await service.respond(to: request)
            log("\(request.method) \(request.target) → \(response.status)")
            return if let events { .stream(response, events) } else { .response(response) }
        }
    }

    /// The URL of the API.
    public var baseURL: URL { server.url.appendingPathComponent("v1") }

    /// Frees the port.
    public func stop() {
        server.stop()
    }
}
