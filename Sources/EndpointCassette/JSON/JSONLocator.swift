/// Finds the path of the value at a position of a JSON text.
struct JSONLocator {
    private let offset: Int
    private var path = ""

    /// The path without the root, such as `entries[2].request.url`; empty if there is none.
    static func path(at offset: Int, in data: Data) -> String {
        var locator = JSONLocator(offset: offset)
        let found = try? JSONParser.reading(data) { parser in try locator.find(&parser, "") }
        return found == true ? locator.path : ""
    }

    private init(offset: Int) {
        self.offset = offset
    }

    private mutating func find(_ parser: inout JSONParser, _ here: String) throws -> Bool {
        var isFound = false
        switch try parser.peek() {
        case UInt8(ascii: "{"):
            try parser.members { key, parser in
                isFound = try isFound ? skip(&parser) : find(&parser, here.isEmpty ? key : "\(here).\(key)")
            }
        case UInt8(ascii: "["):
            var index = 0
            try parser.elements { parser in
                isFound = try isFound ? skip(&parser) : find(&parser, "\(here)[\(index)]")
                index += 1
            }
        default: _ = try parser.value()
        }
        if !isFound, parser.offset > offset {
            path = here
            isFound = true
        }
        return isFound
    }

    private func skip(_ parser: inout JSONParser) throws -> Bool {
        _ = try parser.value()
        return true
    }
}
