import EndpointClient

// Arguments become a `Command`. A `BookCommands` does what it asks, by sending the endpoints of `HouseholdAPI` through a client.
let program = Program(console: .standard)
let code = await program.run(Array(CommandLine.arguments.dropFirst()))
exit(code.rawValue)
