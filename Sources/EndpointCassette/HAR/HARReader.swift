/// Reads a HAR file entry by entry, so that only one entry at a time stands in memory as a tree.
struct HARReader {
    let filter: ImportFilter
    let sibling: ((String) throws -> Data)?
    private(set) var cassette = Cassette()
    private(set) var notes: [ImportNote] = []
    private var isOwn = false
    private var count = 0
    private var strangers: Set<String> = []

    init(filter: ImportFilter, sibling: ((String) throws -> Data)?) {
        self.filter = filter
        self.sibling = sibling
    }

    /// The whole file: an object that holds `log`.
    mutating func file(_ parser: inout JSONParser) throws {
        guard try parser.peek() == UInt8(ascii: "{") else {
            throw CassetteError(.notHAR("it holds \(try parser.value().kind), not an object"))
        }
        var hasLog = false
        try parser.members { key, parser in
            guard key == "log" else { return _ = try parser.value() }
            hasLog = true
            try log(&parser)
        }
        guard hasLog else { throw CassetteError(.notHAR("it has no \"log\"")) }
        try parser.end()
        noteStrangers()
    }

    private mutating func log(_ parser: inout JSONParser) throws {
        guard try parser.peek() == UInt8(ascii: "{") else { throw try wrongType("log", "object", &parser) }
        var hasEntries = false
        try parser.members { key, parser in
            switch key {
            case "entries":
                hasEntries = true
                try entries(&parser)
            case "_endpoint": try metadata(try parser.value())
            case "pages": notePages(try parser.value())
            default: _ = try parser.value()
            }
        }
        guard hasEntries else { throw CassetteError(.notHAR("its log has no \"entries\"")) }
    }

    private mutating func entries(_ parser: inout JSONParser) throws {
        guard try parser.peek() == UInt8(ascii: "[") else { throw try wrongType("log.entries", "array", &parser) }
        try parser.elements { parser in
            let repairs = parser.repairs
            try entry(try parser.value(), isRepaired: parser.repairs > repairs)
        }
    }

    private mutating func entry(_ node: JSONNode, isRepaired: Bool) throws {
        count += 1
        let place = "entries[\(count - 1)]"
        guard case .object(let members) = node else {
            throw CassetteError(.wrongType(path: place, expected: "object", found: node.kind))
        }
        var entry = HAREntry(node, place: place, isOwn: isOwn, sibling: sibling)
        if isRepaired { entry.note("an escape named half a character; it was read as U+FFFD") }
        let previous = cassette.interactions.last?.startedDateTime
        let interaction = try entry.reading { try $0.interaction(after: previous, filter: filter) }
        if let interaction { cassette.interactions.append(interaction) }
        notes += entry.notes.map { ImportNote(kind: .changed, entry: count, reason: $0) }
        if let reason = entry.skipped { notes.append(ImportNote(kind: .skipped, entry: count, reason: reason)) }
        strangers.formUnion(members.lazy.map(\.key).filter { !HAREntry.knownFields.contains($0) })
    }

    private mutating func metadata(_ node: JSONNode) throws {
        isOwn = true
        cassette.recordedAt = try node.text("recordedAt", in: "log._endpoint").flatMap(Timestamp.date)
        cassette.rule = try node.text("rule", in: "log._endpoint")
        cassette.redactions = try node.list("redactions", in: "log._endpoint")?.compactMap(\.string) ?? []
    }

    private mutating func notePages(_ node: JSONNode) {
        guard case .array(let pages) = node, !pages.isEmpty else { return }
        notes.append(ImportNote(kind: .changed, entry: nil, reason: "pages left out: \(pages.count)"))
    }

    private mutating func noteStrangers() {
        guard !strangers.isEmpty else { return }
        let names = strangers.sorted().joined(separator: ", ")
        notes.append(ImportNote(kind: .changed, entry: nil, reason: "fields of entries left out: \(names)"))
    }

    private func wrongType(_ path: String, _ expected: String, _ parser: inout JSONParser) throws -> CassetteError {
        CassetteError(.wrongType(path: path, expected: expected, found: try parser.value().kind))
    }
}

extension JSONNode {
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
