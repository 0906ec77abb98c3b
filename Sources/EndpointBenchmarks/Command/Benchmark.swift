import EndpointTesting

/// A subcommand of the program.
protocol Benchmark: Sendable {
    /// The name of the subcommand and its options, for the usage text.
    static var synopsis: String { get }

    /// What it does, as one line of the usage text.
    static var summary: String { get }

    /// Reads the options from the command line.
    init(_ arguments: inout Arguments) throws

    /// Runs the subcommand and prints results as they come.
    ///
    /// - Throws: ``MissedGoal`` when a figure misses its goal.
    func run() async throws
}

extension Benchmark {
    /// The name of the subcommand: the first word of the synopsis.
    static var name: String { String(synopsis.prefix { $0 != " " }) }
}

/// A figure that misses its goal, or a check that failed.
struct MissedGoal: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}

/// The subcommands.
enum CommandTable {
    static let all: [any Benchmark.Type] = [
        HttpBenchmark.self, RowsBenchmark.self, CancelBenchmark.self, MemoryBenchmark.self, OverheadBenchmark.self,
        OwnClientBenchmark.self,
        OriginsBenchmark.self, RedactionBenchmark.self, PrivacyBenchmark.self,
        CassetteBenchmark.self, StreamBenchmark.self,
        UploadBenchmark.self, DownloadBenchmark.self, KillBenchmark.self, SlowBenchmark.self, FirstEventBenchmark.self,
        StressBenchmark.self, HostileBenchmark.self, CacheMemoryBenchmark.self,
        CacheDiskBenchmark.self, CacheKillBenchmark.self,
        CacheWriteCommand.self,
        ServeCommand.self, FetchCommand.self, HelpCommand.self,
    ]

    /// The subcommand that a command line names; ``HelpCommand`` for an empty command line.
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

/// Prints the usage text.
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

/// Lines on standard output and standard error, written without a buffer so that a pipe receives them at once.
enum Console {
    static func line(_ text: String = "") {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }

    static func error(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
