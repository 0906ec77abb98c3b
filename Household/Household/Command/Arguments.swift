/// The arguments as words and options, each of which is taken once.
///
/// `--title=Momo` is the same as `--title Momo`, and behind `--` everything is a word.
struct Arguments {
    private var words: [String] = []
    private var options: [Option: String] = [:]

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += rest
                return
            } else if argument.hasPrefix("-"), argument != "-" {
                try addOption(argument, &rest)
            } else {
                words.append(argument)
            }
        }
    }

    private mutating func addOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = Option(rawValue: parts[0]) else { throw .unknownOption(parts[0]) }
        if parts.count == 1, rest.first?.hasPrefix("--") != false { throw .missingValue(option) }
        guard options[option] == nil else { throw .repeated(option) }
        options[option] = parts.count == 2 ? parts[1] : rest.removeFirst()
    }
}

extension Arguments {
    /// Takes the next word.
    mutating func word() -> String? {
        words.isEmpty ? nil : words.removeFirst()
    }

    /// Takes the next word, which must be there.
    mutating func word(_ name: String, of command: String) throws(UsageError) -> String {
        guard let word = word() else { throw .missing(name, of: command) }
        return word
    }

    /// Takes an option.
    mutating func option(_ option: Option) -> String? {
        options.removeValue(forKey: option)
    }

    /// Takes an option that is a whole number within a range.
    mutating func number<Number: FixedWidthInteger>(
        _ option: Option, in range: ClosedRange<Number>
    ) throws(UsageError) -> Number? {
        guard let text = self.option(option) else { return nil }
        guard let number = Number(text), range.contains(number) else {
            throw .badValue(option, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Nothing may be left.
    func finish() throws(UsageError) {
        if let word = words.first { throw .unexpected(word) }
        if let option = options.keys.min(by: { $0.rawValue < $1.rawValue }) { throw .misplaced(option) }
    }
}
