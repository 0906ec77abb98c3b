import EndpointTesting

do {
    try await CommandTable.benchmark(for: CommandLine.arguments.dropFirst()).run()
} catch let error as UsageError {
    Console.error("\(error.sentence) Try EndpointBenchmarks help.")
    exit(64)
} catch let error as MissedGoal {
    Console.error("FAILED: \(error.sentence)")
    exit(1)
} catch {
    Console.error("Failed: \(error)")
    exit(1)
}
