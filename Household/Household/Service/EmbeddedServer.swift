import EndpointTesting

/// A new household service on a port of this machine.
struct EmbeddedServer: Sendable {
    private let server: LoopbackServer

    /// Starts to serve. Each request is told to `log` in one line.
    init(port: UInt16 = 0, log: @escaping @Sendable (String) -> Void = { _ in }) throws {
        let service = HouseholdService()
        server = try LoopbackServer(
            port: port, options: LoopbackOptions(bodyLimit: 32 << 20, keepsRequests: false)
        ) { request in
            let response = await service.respond(to: request)
            log("\(request.method) \(request.target) → \(response.status)")
            return .response(response)
        }
    }

    /// Where the API is.
    var baseURL: URL { server.url.appendingPathComponent("v1") }

    /// Frees the port.
    func stop() {
        server.stop()
    }
}
