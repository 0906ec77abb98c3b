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
