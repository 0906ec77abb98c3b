import EndpointTesting

/// The usage text.
struct HelpCommand: Benchmark {
    static let synopsis = "help"
    static let summary = "Prints this."

    init(_ arguments: inout Arguments) {}

    func run() {
        Console.line("Usage: EndpointBenchmarks <benchmark> [options], built with -c release\n")
        for command in CommandTable.all {
            Console.line("  \(command.synopsis)\n      \(command.summary)")
        }
        Console.line("\n--gate: exit with 1 unless the figures are as good as they must be. \(Gate.explanation)")
    }
}
