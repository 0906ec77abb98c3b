/// Arguments that make no sense.
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
        case .unknownCommand(let name): "There is no command \"\(name)\"; --help lists those that there are."
        case .unknownOption(let name): "There is no option \(name); --help lists those that there are."
        case .misplaced(let option): "\(option.rawValue) does not belong to this command; --help says where it does."
        case .missingValue(let option): "\(option.rawValue) needs a value."
        case .badValue(let option, let expected): "\(option.rawValue) needs \(expected)."
        case .repeated(let option): "\(option.rawValue) may be given only once."
        case .missing(let name, let command): "\(command) needs \(name)."
        case .unexpected(let word): "\"\(word)\" is one argument too many."
        case .contradiction(let one, let other): "\(one.rawValue) and \(other.rawValue) do not go together."
        case .nothingToUpdate: "update needs --title, --author or --year."
        }
    }
}
