import EndpointTesting

/// One thing that the program can do.
protocol Benchmark: Sendable {
    /// The word that chooses it, and its options, for the usage text.
    static var synopsis: String { get }

    /// What it does, in a line of the usage text.
    static var summary: String { get }

    /// Takes its options out of the command line.
    init(_ arguments: inout Arguments) throws

    /// Does it, printing as it goes on.
    ///
    /// - Throws: ``MissedGoal`` when a figure is worse than it may be.
    func run() async throws
}

extension Benchmark {
    /// The word that chooses it.
    static var name: String { String(synopsis.prefix { $0 != " " }) }
}

/// A figure that is worse than it may be, or a check that failed.
struct MissedGoal: Error {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }
}

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

/// Lines for the reader, written at once, also into a pipe.
enum Console {
    static func line(_ text: String = "") {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }

    static func complain(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
