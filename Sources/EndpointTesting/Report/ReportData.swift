/// The data of a page: one object about the whole and a row for each exchange, which the page reads at once, and the
/// details of each exchange, which it reads when they are shown.
struct ReportData {
    /// The JSON of the whole, without its rows.
    private let head: JSONNode
    /// The rows, as JSON on one line each.
    private let rows: [String]
    /// The details, as JSON on one line each, in the order of the rows.
    private let details: [String]
    private let places: [ReportPlace]

    init(_ files: [ReportFile], title: String?, limits: ReportLimits) {
        let changes = ReportChanges(files)
        var budget = limits.total
        var (rows, details, places) = ([String](), [String](), [ReportPlace]())
        let starts = files.map { $0.entries.map(\.interaction.startedDateTime).min() ?? .distantPast }
        for (file, content) in files.enumerated() {
            for (index, entry) in content.entries.enumerated() {
                let place = ReportPlace(file: file, entry: index)
                let writer = ReportEntryWriter(entry, at: place, since: starts[file], change: changes[place])
                rows.append(JSONPrinter.compact(writer.row))
                details.append(JSONPrinter.compact(writer.details(limits, &budget)))
                places.append(place)
            }
        }
        (self.rows, self.details, self.places) = (rows, details, places)
        head = Self.head(files, title, isCompared: changes.isCompared)
    }

    private static func head(_ files: [ReportFile], _ title: String?, isCompared: Bool) -> JSONNode {
        let entries = files.flatMap(\.entries)
        let hosts = Set(entries.compactMap { URLReference($0.interaction.request.url).authority })
        let start = entries.map(\.interaction.startedDateTime).min().flatMap { $0.timeIntervalSince1970 > 0 ? $0 : nil }
        let creators = Set(files.compactMap(\.creator)).sorted()
        let miss = entries.firstIndex { $0.miss != nil }
        let isMock = entries.contains { $0.miss?.isMock == true }
        let members: [(String, JSONNode)] = [
            ("title", .string(title ?? self.title(files.map(\.name)))),
            ("started", start.map { .string(Timestamp.text($0)) } ?? .null),
            ("creators", .array(creators.map(JSONNode.string))),
            ("hosts", JSONNode(hosts.count)),
            ("compared", .bool(isCompared)),
            ("opens", miss.map { JSONNode($0) } ?? .null),
            ("expected", .string(isMock ? "Stub" : "Recorded")),
            ("files", .array(files.map(node))),
        ]
        return JSONNode(members)
    }

    private static func node(_ file: ReportFile) -> JSONNode {
        let members: [(String, JSONNode)] = [
            ("name", .string(file.name)), ("count", JSONNode(file.entries.count)),
            ("notes", .array(file.notes.map(JSONNode.string))),
        ]
        return JSONNode(members)
    }

    private static func title(_ names: [String]) -> String {
        switch names.count {
        case 0: "No files"
        case 1: names[0]
        case 2: "\(names[0]) and \(names[1])"
        default: "\(names.count) files"
        }
    }
}

extension ReportData {
    /// The JSON of the whole with its rows: the head is on the first line, and each row on one of its own.
    var summary: [UInt8] {
        var bytes = Array(JSONPrinter.compact(head).utf8.dropLast())
        bytes += Array(",\"rows\":[".utf8)
        for (index, row) in rows.enumerated() {
            bytes += Array((index > 0 ? ",\n" : "\n").utf8)
            bytes += Array(row.utf8)
        }
        return bytes + Array("\n]}".utf8)
    }

    /// The details: a line for each exchange, after an empty one.
    var lines: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(details.reduce(0) { $0 + $1.utf8.count + 1 })
        for line in details {
            bytes.append(0x0A)
            bytes += Array(line.utf8)
        }
        return bytes
    }

    /// All places that still contain a secret: the scan of a whole text would stop after the first leaks.
    func places(leaking scan: LeakScan) -> Set<ReportPlace> {
        func leaks(_ json: String) -> Bool { !scan.leaks(in: Array(json.utf8)) { _ in "" }.isEmpty }
        var found = Set(places.indices.filter { leaks(rows[$0]) || leaks(details[$0]) }.map { places[$0] })
        if leaks(JSONPrinter.compact(head)) { found.insert(ReportPlace(file: 0, entry: nil)) }
        return found
    }
}

/// How large the bodies in a page may be, in bytes.
struct ReportLimits: Hashable, Sendable {
    /// A text, or bytes that are no picture. A longer one is cut.
    var body = 512 << 10

    /// A picture. A larger one is left out.
    var picture = 2 << 20

    /// All bodies together. Those beyond it are left out.
    var total = 64 << 20
}

/// What the second of two files changes. Reports about other numbers of files compare nothing.
struct ReportChanges {
    /// The part that an exchange has in the comparison.
    enum Change: Hashable {
        case added, removed
        /// The number of the row of the other exchange, and the differences.
        case paired(Int, [CassetteComparison.Change])
    }

    let isCompared: Bool
    private var changes: [ReportPlace: Change] = [:]

    init(_ files: [ReportFile]) {
        isCompared = files.count == 2
        guard isCompared else { return }
        let comparison = CassetteComparison(
            Cassette(files[0].entries.map(\.interaction)), Cassette(files[1].entries.map(\.interaction)))
        for index in comparison.removed { changes[ReportPlace(file: 0, entry: index)] = .removed }
        for index in comparison.added { changes[ReportPlace(file: 1, entry: index)] = .added }
        for pair in comparison.pairs {
            let row = files[0].entries.count + pair.new
            changes[ReportPlace(file: 0, entry: pair.old)] = .paired(row, pair.changes)
            changes[ReportPlace(file: 1, entry: pair.new)] = .paired(pair.old, pair.changes)
        }
    }

    subscript(place: ReportPlace) -> Change? { changes[place] }
}
