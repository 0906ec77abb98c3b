extension Cassette {
    /// Reads a HAR file, this package's own or that of a browser or proxy.
    ///
    /// It takes what today's programs export, also where that departs from the specification, and nothing gets lost without a
    /// word: there are as many notes of kind ``ImportNote/Kind/skipped`` as entries that did not become interactions.
    ///
    /// - Parameters:
    ///   - har: The file, with or without a byte order mark.
    ///   - filter: Which entries to take.
    ///   - sidecar: Loads a body that is kept in a file of its own beside this one. Its name has been checked to stay in the folder.
    /// - Throws: ``CassetteError``, which names the place.
    public static func reading(
        har: Data, only filter: ImportFilter = .all, sidecar: ((String) throws -> Data)? = nil
    ) throws -> (cassette: Cassette, notes: [ImportNote]) {
        var reader = HARReader(filter: filter, sidecar: sidecar)
        do {
            try JSONParser.reading(har) { try reader.file(&$0) }
        } catch let error as JSONSyntaxError {
            throw CassetteError(error, in: har)
        } catch let error as FieldError {
            throw error.cassetteError(in: "")
        }
        return (reader.cassette, reader.notes)
    }
}

extension CassetteError {
    init(_ error: JSONSyntaxError, in data: Data) {
        let before = data.prefix(error.offset)
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let column = 1 + (before.lastIndex(of: 0x0A).map { before.endIndex - $0 - 1 } ?? before.count)
        switch error.problem {
        case .truncated: self.init(.truncated(line: line, column: column))
        case .expected(let what): self.init(.notJSON(expected: what, line: line, column: column))
        case .encoding: self.init(.notJSON(expected: "UTF-8", line: line, column: column))
        case .depth: self.init(.notJSON(expected: "less nesting", line: line, column: column))
        }
    }
}

/// Reads a HAR file entry by entry, so that only one entry at a time stands in memory as a tree.
struct HARReader {
    let filter: ImportFilter
    let sidecar: ((String) throws -> Data)?
    private(set) var cassette = Cassette()
    private(set) var notes: [ImportNote] = []
    private var isOwn = false
    private var count = 0
    private var strangers: Set<String> = []

    init(filter: ImportFilter, sidecar: ((String) throws -> Data)?) {
        self.filter = filter
        self.sidecar = sidecar
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
        var entry = HAREntry(node, place: place, isOwn: isOwn, sidecar: sidecar)
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

/// What a reader left out or changed, and why.
public struct ImportNote: Hashable, Sendable {
    /// What became of the entry.
    public enum Kind: Hashable, Sendable {
        /// The entry is not in the cassette.
        case skipped
        /// The entry is in the cassette, with a part of it left out or changed.
        case changed
    }

    /// What became of the entry.
    public let kind: Kind

    /// The number of the entry in the file, from 1. Nil if the note is about the whole file.
    public let entry: Int?

    /// What was left out or changed, and why.
    public let reason: String
}

extension ImportNote: CustomStringConvertible {
    /// `entry #2 skipped: its URL is neither http nor https`
    public var description: String {
        switch (entry, kind) {
        case (let entry?, .skipped): "entry #\(entry) skipped: \(reason)"
        case (let entry?, .changed): "entry #\(entry): \(reason)"
        case (nil, _): reason
        }
    }
}

/// Which entries of a file to take.
public struct ImportFilter: Sendable {
    let reason: String
    let accepts: @Sendable (Interaction.Request) -> Bool

    /// A filter of your own; the reason stands in the note about each entry that it leaves out.
    public init(_ reason: String, accepts: @escaping @Sendable (Interaction.Request) -> Bool) {
        self.reason = reason
        self.accepts = accepts
    }

    /// Every entry.
    public static let all = ImportFilter("") { _ in true }

    /// The entries of one host, whatever its port.
    public static func host(_ host: String) -> ImportFilter {
        ImportFilter("its host is not \(host)") {
            CanonicalURL($0.url).host == host.lowercased()
        }
    }
}
