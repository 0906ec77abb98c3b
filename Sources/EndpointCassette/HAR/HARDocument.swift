/// The structure of a HAR file around its entries. They are parsed one by one, so that only one at a time is in memory
/// as a tree of nodes.
enum HARDocument {
    /// A part of the object `log`.
    enum Part {
        /// An entry, and whether an escape in it had an unpaired surrogate, which was read as U+FFFD.
        case entry(JSONNode, isRepaired: Bool)
        /// A member other than `entries`.
        case member(String, JSONNode)
    }

    /// Reads the whole file, an object with the member `log`. The parts arrive in the order of the file.
    static func read(_ parser: inout JSONParser, _ receive: (Part) throws -> Void) throws {
        guard try parser.peek() == UInt8(ascii: "{") else {
            throw CassetteError(.notHAR("it contains \(try parser.value().kind), not an object"))
        }
        var hasLog = false
        try parser.members { key, parser in
            guard key == "log" else { return _ = try parser.value() }
            hasLog = true
            try log(&parser, receive)
        }
        guard hasLog else { throw CassetteError(.notHAR("it has no \"log\"")) }
        try parser.end()
    }

    private static func log(_ parser: inout JSONParser, _ receive: (Part) throws -> Void) throws {
        guard try parser.peek() == UInt8(ascii: "{") else { throw try wrongType("log", "object", &parser) }
        var hasEntries = false
        try parser.members { key, parser in
            guard key == "entries" else { return try receive(.member(key, try parser.value())) }
            hasEntries = true
            try entries(&parser, receive)
        }
        guard hasEntries else { throw CassetteError(.notHAR("its log has no \"entries\"")) }
    }

    private static func entries(_ parser: inout JSONParser, _ receive: (Part) throws -> Void) throws {
        guard try parser.peek() == UInt8(ascii: "[") else { throw try wrongType("log.entries", "array", &parser) }
        try parser.elements { parser in
            let repairs = parser.repairs
            let node = try parser.value()
            try receive(.entry(node, isRepaired: parser.repairs > repairs))
        }
    }

    private static func wrongType(
        _ path: String, _ expected: String, _ parser: inout JSONParser
    ) throws -> CassetteError {
        CassetteError(.wrongType(path: path, expected: expected, found: try parser.value().kind))
    }
}
