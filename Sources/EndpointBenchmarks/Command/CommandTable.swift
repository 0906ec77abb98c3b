/// The subcommands.
enum CommandTable {
    static let all: [any Benchmark.Type] = [
        HttpBenchmark.self, MemoryBenchmark.self, OverheadBenchmark.self, OriginsBenchmark.self,
        RedactionBenchmark.self,
        CassetteBenchmark.self,
        UploadBenchmark.self, StressBenchmark.self, ServeCommand.self, HelpCommand.self,
    ]

    /// The benchmark that a command line asks for. Without a word it is the usage text.
    static func benchmark(for words: some Sequence<String>) throws -> any Benchmark {
        var arguments = Arguments(words)
        let name = arguments.next() ?? HelpCommand.name
        guard let type = all.first(where: { $0.name == name }) else {
            throw UsageError("There is no benchmark \"\(name)\".")
        }
        let benchmark = try type.init(&arguments)
        try arguments.finish()
        return benchmark
    }
}
