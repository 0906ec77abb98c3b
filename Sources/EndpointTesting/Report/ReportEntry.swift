/// A file of a report.
struct ReportFile: Sendable {
    var name: String
    /// The program that wrote the file; nil if it is not known.
    var creator: String?
    var entries: [ReportEntry]
    /// What could not be read.
    var notes: [String] = []

    init(_ name: String, _ entries: [ReportEntry]) {
        (self.name, self.entries) = (name, entries)
    }

    init(_ name: String, _ inspection: HARInspection) {
        self.init(name, inspection.entries.map { ReportEntry($0) })
        (creator, notes) = (inspection.creator, inspection.notes)
    }
}

/// An exchange of a report, and what is known about it.
struct ReportEntry: Sendable {
    /// How much of an exchange is shown. What contains a secret that cannot be replaced is left out.
    enum Extent: CaseIterable {
        case everything, requestLine, nothing
    }

    var interaction: Interaction
    var facts: HARFacts
    var notes: [String]
    /// The error of a request that neither a cassette nor a mock has answered.
    var miss: UnmatchedRequest?
    private(set) var extent = Extent.everything

    init(_ interaction: Interaction, miss: UnmatchedRequest? = nil) {
        self.interaction = interaction
        self.miss = miss
        (facts, notes) = (HARFacts(), [])
    }

    init(_ entry: HARInspection.Entry) {
        (interaction, facts, notes) = (entry.interaction, entry.facts, entry.notes)
    }

    /// Leaves out more of the exchange: first all but method and URL, then these too.
    mutating func reduce() {
        extent = extent == .everything ? .requestLine : .nothing
        let request = interaction.request
        let isShown = extent == .requestLine
        interaction = Interaction(
            Interaction.Request(isShown ? request.method : "–", isShown ? request.url : "–"),
            .failure(.init(.resourceUnavailable, message: "left out: a secret in it cannot be replaced")),
            startedDateTime: interaction.startedDateTime, timing: interaction.timing)
        (facts, miss) = (HARFacts(), nil)
        notes = ["All but \(isShown ? "method and URL" : "its time") is left out, because a secret cannot be replaced."]
    }
}

extension [ReportFile] {
    /// Replaces the secrets in all files. What was found once is replaced in all of them.
    ///
    /// Texts that are no part of an exchange, such as the messages of a WebSocket, are redacted as the answers of one,
    /// so that there is only one mechanism.
    mutating func replaceSecrets(by redaction: Redaction, into table: inout PlaceholderTable) {
        var all = Cassette(flatMap { $0.entries.map(\.interaction) })
        for file in self {
            for entry in file.entries { all.interactions += entry.sideTexts.map(Interaction.init(text:)) }
        }
        let redacted = all.replacingSecrets(.complete, by: redaction, into: &table).interactions
        var (next, side) = (redacted.startIndex, reduce(0) { $0 + $1.entries.count })
        for file in indices {
            self[file].name = redaction.text(self[file].name)
            self[file].creator = self[file].creator.map(redaction.text)
            self[file].notes = self[file].notes.map(redaction.text)
            for entry in self[file].entries.indices {
                self[file].entries[entry].interaction = redacted[next]
                next += 1
                self[file].entries[entry].replaceSideTexts { redacted[side + $0].sideText }
                side += self[file].entries[entry].sideTexts.count
            }
        }
    }
}

extension ReportEntry {
    /// The texts besides the exchange in which a secret may be, in the order of ``replaceSideTexts(_:)``.
    fileprivate var sideTexts: [String] {
        facts.messages.map(\.text) + [facts.page, facts.comment].compactMap(\.self) + notes
    }

    fileprivate mutating func replaceSideTexts(_ text: (Int) -> String) {
        var count = 0
        func next() -> String {
            defer { count += 1 }
            return text(count)
        }
        for index in facts.messages.indices { facts.messages[index].text = next() }
        facts.page = facts.page.map { _ in next() }
        facts.comment = facts.comment.map { _ in next() }
        notes = notes.map { _ in next() }
    }
}

extension Interaction {
    fileprivate init(text: String) {
        self.init(Request("GET", ""), .response(Response(200, body: Data(text.utf8))))
    }

    fileprivate var sideText: String { String(decoding: response?.body ?? Data(), as: UTF8.self) }
}

/// An entry of a report by its indices; without one, what the report says about its files.
struct ReportPlace: Hashable {
    let file: Int
    let entry: Int?
}

extension [ReportFile] {
    /// Leaves out more of what contains a secret.
    mutating func reduce(at place: ReportPlace) {
        if let entry = place.entry { return self[place.file].entries[entry].reduce() }
        for file in indices {
            self[file].name = "file \(file + 1)"
            (self[file].creator, self[file].notes) = (nil, ["Notes are left out, because a secret cannot be replaced."])
        }
    }
}
