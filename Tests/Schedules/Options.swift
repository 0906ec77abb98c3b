/// The options of the command line.
struct Options {
    /// The scenarios to run; all of them unless some are named.
    var scenarios = Scenarios.all
    /// The seeds to try.
    var seeds: Range<UInt64> = 0..<1000
    /// Whether to print each step.
    var isTraced = false

    /// Reads the arguments that follow the program's name.
    init(_ arguments: some Sequence<String>) throws(OptionsError) {
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            switch option {
            case "--scenario": scenarios = [try Self.scenario(rest.next())]
            case "--seeds": seeds = 0..<(try Self.number(rest.next()))
            case "--seed":
                let seed = try Self.number(rest.next())
                seeds = seed..<seed + 1
            case "--trace": isTraced = true
            default: throw OptionsError("\(option) is not an option.")
            }
        }
    }

    private static func scenario(_ name: String?) throws(OptionsError) -> any Scenario.Type {
        guard let scenario = name.flatMap(Scenarios.named) else { throw OptionsError("There is no such scenario.") }
        return scenario
    }

    private static func number(_ text: String?) throws(OptionsError) -> UInt64 {
        guard let number = text.flatMap(UInt64.init), number < .max else { throw OptionsError("A number is missing.") }
        return number
    }
}

/// Arguments that cannot be used, with a sentence that says why.
struct OptionsError: Error, CustomStringConvertible {
    let description: String

    init(_ sentence: String) {
        let names = Scenarios.all.map { $0.name }.joined(separator: ", ")
        description = """
            \(sentence) Use: Schedules [--scenario NAME] [--seeds COUNT | --seed NUMBER] [--trace]
            Scenarios: \(names)
            """
    }
}
