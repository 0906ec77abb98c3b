import EndpointTesting

do {
    try await CommandTable.benchmark(for: CommandLine.arguments.dropFirst()).run()
} catch let error as UsageError {
    Console.complain("\(error.sentence) Try EndpointBenchmarks help.")
    exit(64)
} catch let error as MissedGoal {
    Console.complain("FAILED: \(error.sentence)")
    exit(1)
} catch {
    Console.complain("Failed: \(error)")
    exit(1)
}
