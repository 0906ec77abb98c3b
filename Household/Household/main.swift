import EndpointClient
import HouseholdAPI
import HouseholdServer

// A program that uses an API module. `Command` reads the arguments, and `Books` sends the endpoints of `HouseholdAPI`
// through one client. Without --server it starts a service of its own.
let console = Console.standard
do {
    let command = try Command(Array(CommandLine.arguments.dropFirst()))
    switch command.action {
    case .help: Command.help.forEach { console.line($0) }
    case .serve(let port):
        let server = try EmbeddedServer(port: port) { console.line($0) }
        console.line("The household is served at \(server.baseURL) until Control-C. For example:")
        console.line("curl \(server.baseURL)/books; curl -N \(server.baseURL)/events")
        console.line("swift run Household list --server \(server.baseURL)")
        await Interruption.wait()
        server.stop()
    default:
        let server = try command.server == nil ? EmbeddedServer() : nil
        defer { server?.stop() }
        guard let url = command.server ?? server?.baseURL else { break }
        let client = LiveClient(environment: HouseholdEnvironment.server(url)).standard {
            $0.log = command.log.map(LogSink.standardError.from)
        }
        let books = Books(client: client, console: console)
        let result = await Result.catching {
            try await Interruption.cancelling { try await books.perform(command.action) }
        }
        await client.flush()
        try result.get()
    }
} catch let error as UsageError {
    console.complain("error: \(error.sentence) See swift run Household --help.")
    exit(64)
} catch is CancellationError {
    console.complain("Interrupted.")
    exit(130)
} catch {
    console.complain("error: \(error.localizedDescription)")
    exit(1)
}
