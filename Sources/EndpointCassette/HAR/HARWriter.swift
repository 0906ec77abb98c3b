/// Writes the profile of HAR 1.2 that every reader we know accepts, in a shape that people can review line by line.
struct HARWriter {
    private let format: HARFormat
    private var printer = JSONPrinter()
    private var sidecars: [HARFile.Sidecar] = []

    init(_ format: HARFormat) {
        self.format = format
    }

    /// The file. Its dates never decrease, because browsers sort by them.
    static func file(_ cassette: Cassette, _ format: HARFormat) throws -> HARFile {
        var writer = HARWriter(format)
        writer.head(cassette)
        var latest = Int.min
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
        var members: [(String, JSONNode)] = [("format", 1)]
        if let date = cassette.recordedAt { members.append(("recordedAt", .string(Timestamp.text(date)))) }
        if let rule = cassette.rule { members.append(("rule", .string(rule))) }
        if !cassette.redactions.isEmpty {
            members.append(("redactions", .array(cassette.redactions.map(JSONNode.string))))
        }
        printer.print(JSONNode(members), depth: 2)
        printer.raw(",\n    \"entries\": [")
    }

    private mutating func entry(_ interaction: Interaction, at milliseconds: Int, index: Int) throws {
        var projection = HARProjection(interaction, place: "entries[\(index)]", format: format)
        let node = try projection.entry(at: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        for sidecar in projection.sidecars where !sidecars.contains(where: { $0.name == sidecar.name }) {
            sidecars.append(sidecar)
        }
        printer.raw(index > 0 ? ",\n      " : "\n      ")
        printer.print(node, depth: 3)
    }
}
