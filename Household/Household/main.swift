import EndpointClient
import HouseholdCassettes
import HouseholdServer

// Arguments become a `Command`, which `Program` runs. For most of them `BookCommands` sends the endpoints of `HouseholdAPI` through
// a client. The server and the cassettes, which need `EndpointTesting`, are put in here.
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
