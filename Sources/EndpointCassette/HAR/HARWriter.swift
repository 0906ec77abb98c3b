extension Cassette {
    /// This cassette as a file that contains no secret, and only what the format keeps.
    ///
    /// The secrets are replaced. Then the bytes of the file are searched for each of them, in all encodings that it may have there.
    ///
    /// - Parameters:
    ///   - format: What to keep.
    ///   - redaction: What to hide.
    ///   - name: The name of the file. The names of the files beside it, which hold large bodies, begin with it.
    /// - Throws: ``CassetteError`` when a secret would be written or a body is too large.
    public func har(
        _ format: HARFormat = .standard, redaction: Redaction = .standard, named name: String = "cassette.har"
    ) throws -> HARFile {
        var ledger = PlaceholderTable(for: self)
        return try har(format, redaction: redaction, ledger: &ledger, sidecars: SidecarNames(cassette: name))
    }

    /// The same with the table of a recorder, which includes the secrets of all the requests that it has seen.
    package func har(
        _ format: HARFormat = .standard, redaction: Redaction = .standard, ledger: inout PlaceholderTable,
        sidecars: SidecarNames = SidecarNames(cassette: "cassette.har")
    ) throws -> HARFile {
        var (file, leaks) = try file(format, redaction, &ledger, sidecars)
        if !leaks.isEmpty {
            (file, leaks) = try self.file(format, redaction.redacting(leaks), &ledger, sidecars)
        }
        if !leaks.isEmpty { throw CassetteError(.leaks(leaks.map(\.leak))) }
        return file
    }

    /// This cassette without its secrets, as its file would have it: to be compared with what is in a file.
    package func replacingSecrets(
        _ format: HARFormat, by redaction: Redaction, into ledger: inout PlaceholderTable
    ) throws -> Cassette {
        let leaks = try file(format, redaction, &ledger, SidecarNames(cassette: "cassette.har")).leaks
        let redaction = leaks.isEmpty ? redaction : redaction.redacting(leaks)
        return redacted(by: redaction, into: &ledger).trimmed(to: format)
    }

    /// The file, and the secrets that are still in it.
    private func file(
        _ format: HARFormat, _ redaction: Redaction, _ ledger: inout PlaceholderTable, _ sidecars: SidecarNames
    ) throws -> (file: HARFile, leaks: [(leak: Leak, found: FoundLeak)]) {
        let redacted = redacted(by: redaction, into: &ledger).trimmed(to: format).listingRedactions()
        let file = try HARWriter.file(redacted, format, sidecars: sidecars)
        return (file, redacted.leaks(in: file, LeakScan(ledger, redaction)))
    }

    /// The leaks in the HAR file, in the bodies that it contains as base64, and in the files beside it.
    private func leaks(in file: HARFile, _ scan: LeakScan) -> [(leak: Leak, found: FoundLeak)] {
        let inFile = scan.found(in: Array(file.data)) { offset in
            let path = JSONLocator.path(at: offset, in: file.data)
            return path.hasPrefix("log.") ? String(path.dropFirst(4)) : path
        }
        let beside = file.sidecars.flatMap { sidecar in scan.found(in: Array(sidecar.data)) { _ in sidecar.name } }
        return inFile + beside + opaqueLeaks(scan)
    }

    private func opaqueLeaks(_ scan: LeakScan) -> [(leak: Leak, found: FoundLeak)] {
        interactions.enumerated().flatMap { index, interaction in
            let bodies = [
                ("request.postData", interaction.request.body?.data), ("response.content", interaction.response?.body),
            ]
            return bodies.flatMap { path, body -> [(leak: Leak, found: FoundLeak)] in
                guard let body, String(data: body, encoding: .utf8) == nil else { return [] }
                return scan.found(in: Array(body)) { _ in "entries[\(index)].\(path).text" }
            }
        }
    }
}

extension Redaction {
    /// Replaces also secrets that stand somewhere without their names.
    fileprivate func redacting(_ leaks: [(leak: Leak, found: FoundLeak)]) -> Redaction {
        redacting(echoes: Set(leaks.map(\.found)).map { (secret: $0.secret, label: $0.label, isNumber: $0.isNumber) })
    }
}

/// Writes HAR 1.2 in the form that all common readers accept, with lines that can be reviewed.
struct HARWriter {
    private let format: HARFormat
    private let names: SidecarNames
    private var printer = JSONPrinter(layout: .har)
    private var sidecars: [HARFile.Sidecar] = []

    private init(_ format: HARFormat, _ names: SidecarNames) {
        self.format = format
        self.names = names
    }

    /// The file. Its dates never decrease, because browsers sort entries by date.
    static func file(_ cassette: Cassette, _ format: HARFormat, sidecars: SidecarNames) throws -> HARFile {
        var writer = HARWriter(format, sidecars)
        writer.head(cassette)
        var latest = Int64.min
        for (index, interaction) in cassette.interactions.enumerated() {
            latest = max(latest, Timestamp.milliseconds(interaction.startedDateTime))
            try writer.entry(interaction, at: latest, index: index)
        }
        writer.printer.raw(cassette.interactions.isEmpty ? "]\n  }\n}\n" : "\n    ]\n  }\n}\n")
        return HARFile(data: Data(writer.printer.bytes), sidecars: writer.sidecars)
    }

    private mutating func head(_ cassette: Cassette) {
        printer.raw("{\n  \"log\": {\n    \"version\": \"1.2\",\n    \"creator\": ")
        printer.line(["name": "Endpoint", "version": "1.0"])
        printer.raw(",\n    \"pages\": [],\n    \"_endpoint\": ")
        var members: [(String, JSONNode)] = [("format", .init(HARFormat.number))]
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
    /// The pairs of a HAR file stand on a line each, and so do small objects such as `timings`.
    static let har: JSONPrinter.Layout = {
        var layout = JSONPrinter.Layout()
        layout.lines = ["creator", "cache", "timings", "error"]
        layout.listsOfLines = ["headers", "cookies", "queryString", "params", "chunks", "_eventSourceMessages"]
        layout.foreign = ["_json"]
        return layout
    }()
}
