/// The arguments as words and options. Reading one removes it, so that those left over were not understood.
///
/// `--title=Momo` is the same as `--title Momo`, and after `--` everything is a word.
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
        guard option.takesValue || parts.count == 1 else { throw .badValue(option, expected: "no value") }
        if option.takesValue, parts.count == 1, rest.first?.hasPrefix("--") != false { throw .missingValue(option) }
        guard options[option] == nil else { throw .repeated(option) }
        options[option] = parts.count == 2 ? parts[1] : option.takesValue ? rest.removeFirst() : ""
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

    /// Takes an option without a value: whether it was given.
    mutating func flag(_ option: Option) -> Bool {
        self.option(option) != nil
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

    /// Throws when a word or an option is left over.
    func finish() throws(UsageError) {
        if let word = words.first { throw .unexpected(word) }
        if let option = options.keys.min(by: { $0.rawValue < $1.rawValue }) { throw .misplaced(option) }
    }
}

/// An option of the command line.
enum Option: String, Sendable {
    case server = "--server"
    case author = "--author"
    case title = "--title"
    case year = "--year"
    case limit = "--limit"
    case port = "--port"
    case record = "--record"
    case replay = "--replay"
    case cassette = "--cassette"
    case log = "--log"
    case repeats = "--repeat"
    case cors = "--cors"
    case pace = "--pace"
    case all = "--all"

    /// Whether a value follows it.
    var takesValue: Bool { ![.repeats, .cors, .pace, .all].contains(self) }
}

/// Arguments that cannot be understood.
enum UsageError: Error, Hashable, Sendable {
    case unknownCommand(String)
    case unknownOption(String)
    /// An option of another command.
    case misplaced(Option)
    case missingValue(Option)
    /// The value is not kept: it might be a secret.
    case badValue(Option, expected: String)
    case repeated(Option)
    case missing(String, of: String)
    case unexpected(String)
    case nothingToUpdate
    case contradiction(Option, Option)
}

extension UsageError: CustomStringConvertible {
    /// One sentence for a person.
    var description: String {
        switch self {
        case .unknownCommand(let name): "There is no command \"\(name)\"; --help lists the commands."
        case .unknownOption(let name): "There is no option \(name); --help lists the options."
        case .misplaced(let option):
            "\(option.rawValue) is not an option of this command; --help shows which commands have it."
        case .missingValue(let option): "\(option.rawValue) needs a value."
        case .badValue(let option, let expected): "\(option.rawValue) needs \(expected)."
        case .repeated(let option): "\(option.rawValue) may be used only once."
        case .missing(let name, let command): "\(command) needs \(name)."
        case .unexpected(let word): "\"\(word)\" is an unexpected argument."
        case .contradiction(let one, let other): "\(one.rawValue) and \(other.rawValue) cannot be combined."
        case .nothingToUpdate: "update needs --title, --author or --year."
        }
    }
}
