import EndpointClient
import HouseholdCassettes
import HouseholdServer

// `Program` reads the arguments as a `Command`. Most commands are run by `BookCommands`, which sends the endpoints of
// `HouseholdAPI` through a client. Only this file imports the server and the cassettes, which need `EndpointTesting`.
extension EmbeddedServer: ServerProviding {}
extension CassetteCommands: CassetteProviding {}

extension Program {
    /// The whole program, with a server and cassettes.
    init(console: Console) {
        self.init(
            console: console, startServer: { try EmbeddedServer(port: $0, log: $1) },
            cassettes: CassetteCommands(output: { console.line($0) }, warnings: { console.complain($0) }))
    }
}

exit(await Program(console: .standard).run(Array(CommandLine.arguments.dropFirst())).rawValue)
