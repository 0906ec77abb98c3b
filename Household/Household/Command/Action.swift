import EndpointClient
import HouseholdAPI

/// Something to do with the books of a household.
enum Action: Hashable, Sendable {
    /// Everything that follows, one after the other.
    case tour
    case list(author: String?, limit: Int?)
    case show(Book.ID)
    case add(BookDraft)
    case update(Book.ID, BookChange)
    case delete(Book.ID)
    case upload(Book.ID, file: URL)
}

extension Action {
    /// Takes what the action needs from the arguments.
    init(_ name: String?, _ arguments: inout Arguments) throws(UsageError) {
        switch name {
        case nil: self = .tour
        case "list": self = .list(author: arguments.option(.author), limit: try arguments.number(.limit, in: 1...1000))
        case "show": self = .show(try arguments.word("ID", of: "show"))
        case "add": self = .add(try arguments.draft())
        case "update": self = .update(try arguments.word("ID", of: "update"), try arguments.change())
        case "delete": self = .delete(try arguments.word("ID", of: "delete"))
        case "upload":
            let id = try arguments.word("ID", of: "upload")
            self = .upload(id, file: URL(fileURLWithPath: try arguments.word("FILE", of: "upload")))
        case let name?: throw .unknownCommand(name)
        }
    }
}

/// More than the server takes, so that there is a refusal to see.
private let years = -9999...9999

extension Arguments {
    fileprivate mutating func draft() throws(UsageError) -> BookDraft {
        guard let title = option(.title) else { throw .missing(Option.title.rawValue, of: "add") }
        guard let author = option(.author) else { throw .missing(Option.author.rawValue, of: "add") }
        return BookDraft(title: title, author: author, year: try number(.year, in: years))
    }

    fileprivate mutating func change() throws(UsageError) -> BookChange {
        let change = BookChange(title: option(.title), author: option(.author), year: try number(.year, in: years))
        guard change != BookChange() else { throw .nothingToUpdate }
        return change
    }
}
