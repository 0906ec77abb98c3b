/// An option of the command line. Each takes a value.
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
}
