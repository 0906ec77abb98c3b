import EndpointClient

/// The options of the command line.
struct Options {
    /// Whether to check the figures and fail if one misses its bound.
    var gate = false
    /// The path of the chart to write; nil for none.
    var svg: String?
    /// The clients of the storm: `--seed`, `--clients`, `--rate`, `--headroom`, `--patience`.
    var fleet = Fleet()

    /// Reads the arguments that follow the program's name.
    init(_ arguments: some Sequence<String>) throws(OptionsError) {
        var rest = arguments.makeIterator()
        while let option = rest.next() {
            switch option {
            case "--gate": gate = true
            case "--svg": svg = try Self.value(of: option, rest.next())
            case "--seed": fleet.seed = try Self.value(of: option, rest.next())
            case "--clients": fleet.clients = try Self.value(of: option, rest.next())
            case "--rate": fleet.rate = try Self.value(of: option, rest.next())
            case "--headroom": fleet.headroom = try Self.value(of: option, rest.next())
            case "--patience": fleet.attemptTimeout = try Self.value(of: option, rest.next())
            default: throw OptionsError("\(option) is not an option. \(Self.usage)")
            }
        }
        guard fleet.clients > 0, [fleet.rate, fleet.headroom, fleet.attemptTimeout].allSatisfy({ $0 > 0 && $0 < 1e6 })
        else { throw OptionsError("All numbers must be above zero. \(Self.usage)") }
    }

    private static let usage =
        "Use: StormSimulation [--gate] [--svg FILE] [--seed N] [--clients N] [--rate CALLS_PER_SECOND] "
        + "[--headroom FACTOR] [--patience SECONDS]"

    private static func value<Value: LosslessStringConvertible>(
        of option: String, _ text: String?
    ) throws(OptionsError) -> Value {
        guard let value = text.flatMap(Value.init) else { throw OptionsError("\(option) needs a value. \(usage)") }
        return value
    }
}

/// Arguments that cannot be used, with a sentence that says why.
struct OptionsError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
