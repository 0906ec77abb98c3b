import EndpointClient
import HouseholdAPI
import Hummingbird
import Logging
import ServerInterop

/// Serves the titles of the household's books until the process is stopped.
func serveTitles(
    from environment: some APIEnvironment, port: Int, logger: Logger,
    onRunning: @escaping @Sendable (_ port: Int) -> Void = { _ in }
) async throws {
    let client = NIOClient(environment: environment)
    let api =
        client.standard { stack in
            stack.deadline = .seconds(5)
            stack.attemptDeadline = .seconds(2)
            stack.breaker = .standard
        }
        .spanning()
        .meteringWithSwiftMetrics()

    let router = Router()
    router.add(middleware: TracingMiddleware())
    router.get("titles/:id") { _, context in
        let library = api.logging(to: .swiftLog(context.logger))
        return try await library.request(BookEndpoint(id: context.parameters.require("id"))).title
    }

    let server = Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
        onServerRunning: { onRunning($0.localAddress?.port ?? 0) }, logger: logger)
    try await server.runService()
    try await client.shutdown()
}
