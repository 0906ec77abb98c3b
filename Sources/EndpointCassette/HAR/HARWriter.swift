extension Cassette {
    /// This cassette as a file that contains no secret, and only what the format keeps.
    ///
    /// The secrets are replaced. Then the bytes of the file are searched for each of them, in all encodings.
    ///
    /// - Parameters:
    ///   - format: What to keep.
    ///   - redaction: What to hide.
    ///   - name: The name of the file. The names of the files beside it, which hold large bodies, begin with it.
    /// - Throws: ``CassetteError`` when a secret would be written or a body is too large.
    public func har(
        _ format: Cassette.Format = .standard, redaction: Redaction = .standard, named name: String = "cassette.har"
    ) throws -> Cassette.HAR {
        var ledger = PlaceholderTable(for: self)
        return try har(format, redaction: redaction, ledger: &ledger, sidecars: SidecarNames(cassette: name))
    }

    /// The file, with the table of a recorder, which includes the secrets of all its requests.
    package func har(
        _ format: Cassette.Format = .standard, redaction: Redaction = .standard, ledger: inout PlaceholderTable,
        sidecars: SidecarNames = SidecarNames(cassette: "cassette.har")
    ) throws -> Cassette.HAR {
        let redacted = replacingSecrets(format, by: redaction, into: &ledger).listingRedactions()
        let file = try HARWriter.file(redacted, format, sidecars: sidecars)
        let leaks = redacted.leaks(in: file, LeakScan(ledger, redaction))
        if !leaks.isEmpty { throw CassetteError(.leaks(leaks)) }
        return file
    }

    /// This cassette without its secrets, as its file would have it. What was found once is replaced wherever it
    /// occurs, so what the rules leave is searched for it until nothing new is found.
    package func replacingSecrets(
        _ format: Cassette.Format, by redaction: Redaction, into ledger: inout PlaceholderTable
    ) -> Cassette {
        for interaction in interactions { ledger.keepValues(of: interaction, by: redaction) }
        let known = redaction.keeping(values: ledger.kept).redacting(echoes: ledger.secrets)
        var redacted = self.redacted(by: known, into: &ledger)
        var count = 0
        while ledger.secrets.count > count {
            count = ledger.secrets.count
            redacted = redacted.redacted(by: redaction.echoes(of: ledger), into: &ledger)
        }
        return redacted.trimmed(to: format)
    }

    /// The leaks in the HAR file, in its base64 bodies, and in its separate files.
    private func leaks(in file: Cassette.HAR, _ scan: LeakScan) -> [Cassette.Leak] {
        let inFile = scan.leaks(in: Array(file.data)) { offset in
            let path = scan.shown(JSONLocator.path(at: offset, in: file.data))
            return path.hasPrefix("log.") ? String(path.dropFirst(4)) : path
        }
        let beside = file.sidecars.flatMap { sidecar in scan.leaks(in: Array(sidecar.data)) { _ in sidecar.name } }
        return inFile + beside
    }
}

/// Writes HAR 1.2 in the form that all common readers accept, with lines that can be reviewed.
struct HARWriter {
    private let format: Cassette.Format
    private let names: SidecarNames
    private var printer = JSONPrinter(layout: .har)
    private var sidecars: [Cassette.HAR.Sidecar] = []

    private init(_ format: Cassette.Format, _ names: SidecarNames) {
        self.format = format
        self.names = names
    }

    /// The file. Its dates never decrease, because browsers sort entries by date.
    static func file(_ cassette: Cassette, _ format: Cassette.Format, sidecars: SidecarNames) throws -> Cassette.HAR {
        var writer = HARWriter(format, sidecars)
        writer.head(cassette)
        var latest = Int64.min
        for (index, interaction) in cassette.interactions.enumerated() {
            latest = max(latest, Timestamp.milliseconds(interaction.startedDateTime))
            try writer.entry(interaction, at: latest, index: index)
        }
        writer.printer.raw(cassette.interactions.isEmpty ? "]\n  }\n}\n" : "\n    ]\n  }\n}\n")
        return Cassette.HAR(data: Data(writer.printer.bytes), sidecars: writer.sidecars)
    }

    private mutating func head(_ cassette: Cassette) {
        printer.raw("{\n  \"log\": {\n    \"version\": \"1.2\",\n    \"creator\": ")
        printer.line(["name": "Endpoint", "version": "1.0"])
        printer.raw(",\n    \"pages\": [],\n    \"_endpoint\": ")
        var members: [(String, JSONNode)] = [("format", .init(Cassette.Format.number))]
        if let date = cassette.recordedAt { members.append(("recordedAt", .string(Timestamp.text(date)))) }
        if !cassette.redactions.isEmpty {
            members.append(("redactions", .array(cassette.redactions.map(JSONNode.string))))
        }
        printer.print(JSONNode(members), depth: 2)
        printer.raw(",\n    \"entries\": [")
    }

    private mutating func entry(_ interaction: Interaction, at milliseconds: Int64, index: Int) throws {
        var writer = HAREntryWriter(interaction, index: index, format: format, sidecarNames: names)
        let node = try writer.entry(at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        sidecars += writer.sidecars
        printer.raw(index > 0 ? ",\n      " : "\n      ")
        printer.print(node, depth: 3)
    }
}

extension JSONPrinter.Layout {
    /// The pairs of a HAR file are on one line each, and so are small objects such as `timings`.
    static let har: JSONPrinter.Layout = {
        var layout = JSONPrinter.Layout()
        layout.lines = ["creator", "cache", "timings", "error"]
        layout.listsOfLines = [
            "headers", "cookies", "queryString", "params", "chunks", "steps", "_eventSourceMessages",
        ]
        layout.foreign = ["_json"]
        return layout
    }()
}
