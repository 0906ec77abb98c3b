extension Cassette {
    /// Reads a HAR file of this package, of a browser or of a proxy, including common deviations from the
    /// specification.
    ///
    /// Everything that is left out or changed is listed in the notes. There is one note of kind
    /// ``Cassette/ImportNote/Kind/skipped`` for each entry that did not become an interaction. An unreadable entry is
    /// left out, too. In a file of this package it is an error, because the file was edited by hand, and the entry
    /// would be lost when the file is written again.
    ///
    /// - Parameters:
    ///   - har: The file, with or without a byte order mark.
    ///   - filter: Which entries to read.
    ///   - sidecar: Loads a body from a file beside this one. Its name is a relative path within the folder. - Throws:
    ///     ``CassetteError``, which names the location.
    public static func reading(
        har: Data, only filter: Cassette.ImportFilter = .all, sidecar: ((String) throws -> Data)? = nil
    ) throws -> (cassette: Cassette, notes: [Cassette.ImportNote]) {
        var reader = HARReader(filter: filter, sidecar: sidecar)
        do {
            try JSONParser.reading(har) { try reader.file(&$0) }
        } catch let error as JSONSyntaxError {
            throw CassetteError(error, in: har)
        } catch let error as HARFieldError {
            throw error.cassetteError(in: "")
        }
        return (reader.cassette, reader.notes)
    }
}

extension CassetteError {
    init(_ error: JSONSyntaxError, in data: Data) {
        let lines = data.split(separator: 0x0A, omittingEmptySubsequences: false)
        if let conflict = lines.firstIndex(where: { $0.starts(with: "<<<<<<< ".utf8) }) {
            self.init(.conflict(line: conflict + 1))
            return
        }
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

/// Reads a HAR file entry by entry, so that only one entry at a time is in memory as a tree of nodes.
struct HARReader {
    let filter: Cassette.ImportFilter
    let sidecar: ((String) throws -> Data)?
    private(set) var cassette = Cassette()
    private(set) var notes: [Cassette.ImportNote] = []
    private var isFromEndpoint = false
    private var count = 0
    private var unknownFields: Set<String> = []

    init(filter: Cassette.ImportFilter, sidecar: ((String) throws -> Data)?) {
        self.filter = filter
        self.sidecar = sidecar
    }

    /// Reads the whole file.
    mutating func file(_ parser: inout JSONParser) throws {
        try HARDocument.read(&parser) { part in
            switch part {
            case .entry(let node, let isRepaired): try entry(node, isRepaired: isRepaired)
            case .member("_endpoint", let node): try metadata(node)
            case .member("pages", let node): notePages(node)
            case .member: break
            }
        }
        noteUnknownFields()
    }

    private mutating func entry(_ node: JSONNode, isRepaired: Bool) throws {
        count += 1
        let place = "entries[\(count - 1)]"
        do {
            try entry(node, at: place, isRepaired: isRepaired)
        } catch let error as CassetteError where !isFromEndpoint {
            notes.append(Cassette.ImportNote(kind: .skipped, entry: count, reason: error.reason(in: place)))
        }
    }

    private mutating func entry(_ node: JSONNode, at place: String, isRepaired: Bool) throws {
        guard case .object(let members) = node else {
            throw CassetteError(.wrongType(path: place, expected: "object", found: node.kind))
        }
        var entry = HAREntryReader(node, place: place, isFromEndpoint: isFromEndpoint, sidecar: sidecar)
        if isRepaired { entry.note("an escape has an unpaired surrogate; it was read as U+FFFD") }
        let previous = cassette.interactions.last?.startedDateTime
        let interaction = try entry.reading { try $0.interaction(after: previous, filter: filter) }
        if let interaction { cassette.interactions.append(interaction) }
        notes += entry.notes.map { Cassette.ImportNote(kind: .changed, entry: count, reason: $0) }
        if let reason = entry.skipped {
            notes.append(Cassette.ImportNote(kind: .skipped, entry: count, reason: reason))
        }
        unknownFields.formUnion(members.lazy.map(\.key).filter { !HAREntryReader.knownFields.contains($0) })
    }

    private mutating func metadata(_ node: JSONNode) throws {
        isFromEndpoint = true
        let number = try node.number("format", in: "log._endpoint") ?? 0
        if number > Double(Cassette.Format.number) { throw CassetteError(.newerFormat(Int(exactly: number) ?? .max)) }
        cassette.recordedAt = try node.text("recordedAt", in: "log._endpoint").flatMap(Timestamp.date)
        cassette.redactions = try node.list("redactions", in: "log._endpoint")?.compactMap(\.string) ?? []
    }

    private mutating func notePages(_ node: JSONNode) {
        guard case .array(let pages) = node, !pages.isEmpty else { return }
        notes.append(Cassette.ImportNote(kind: .changed, entry: nil, reason: "pages left out: \(pages.count)"))
    }

    private mutating func noteUnknownFields() {
        guard !unknownFields.isEmpty else { return }
        let names = unknownFields.sorted().joined(separator: ", ")
        notes.append(Cassette.ImportNote(kind: .changed, entry: nil, reason: "fields of entries left out: \(names)"))
    }
}

extension Cassette {
    /// Something that was left out or changed when a file was read, and why.
    public struct ImportNote: Hashable, Sendable {
        /// The effect on an entry.
        public enum Kind: Hashable, Sendable {
            /// The entry is not in the cassette.
            case skipped
            /// The entry is in the cassette, with a part of it left out or changed.
            case changed
        }

        /// The effect on the entry.
        public let kind: Kind

        /// The number of the entry in the file, from 1. Nil if the note is about the whole file.
        public let entry: Int?

        /// What was left out or changed, and why.
        public let reason: String
    }
}

extension Cassette.ImportNote: CustomStringConvertible {
    /// `entry #2 skipped: its URL is neither http nor https`
    public var description: String {
        switch (entry, kind) {
        case (let entry?, .skipped): "entry #\(entry) skipped: \(reason)"
        case (let entry?, .changed): "entry #\(entry): \(reason)"
        case (nil, _): reason
        }
    }
}

extension Cassette {
    /// Which entries of a file to read.
    public struct ImportFilter: Sendable {
        let reason: String
        let accepts: @Sendable (Interaction.Request) -> Bool

        /// A filter of your own. The reason is used in the notes about the entries that are left out.
        public init(_ reason: String, accepts: @escaping @Sendable (Interaction.Request) -> Bool) {
            self.reason = reason
            self.accepts = accepts
        }

        /// Every entry.
        public static let all = Cassette.ImportFilter("") { _ in true }

        /// The entries of one host, whatever its port.
        public static func host(_ host: String) -> Cassette.ImportFilter {
            Cassette.ImportFilter("its host is not \(host)") {
                CanonicalURL($0.url).host == host.lowercased()
            }
        }
    }
}
