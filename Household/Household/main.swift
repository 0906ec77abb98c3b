import EndpointClient

exit(await Program(console: .standard).run(Array(CommandLine.arguments.dropFirst())).rawValue)
