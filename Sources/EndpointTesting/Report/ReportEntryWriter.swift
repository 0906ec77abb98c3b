/// Writes the row and the details of an exchange as JSON for the page.
struct ReportEntryWriter {
    private let entry: ReportEntry
    private let place: ReportPlace
    private let start: Date
    private let change: ReportChanges.Change?

    private var interaction: Interaction { entry.interaction }

    init(_ entry: ReportEntry, at place: ReportPlace, since start: Date, change: ReportChanges.Change?) {
        (self.entry, self.place, self.start, self.change) = (entry, place, start, change)
    }

    /// What the list shows and the filter needs. Its keys are short, because there may be many rows.
    var row: JSONNode {
        let kind = ReportKind(interaction, entry.facts)
        let size = interaction.response.map { max($0.body.count, $0.body.isEmpty ? entry.facts.size ?? 0 : 0) }
        let marks = interaction.steps.filter { $0.level > .info }
        var members: [(String, JSONNode)] = [
            ("f", JSONNode(place.file)), ("i", JSONNode((place.entry ?? 0) + 1)),
            ("t", Self.time(.seconds(max(0, interaction.startedDateTime.timeIntervalSince(start))))),
            ("m", .string(interaction.request.method)), ("u", .string(interaction.request.url)),
            ("s", JSONNode(interaction.response?.status ?? 0)), ("k", .string(kind.name)),
            ("d", Self.time(interaction.timing.total)), ("p", phases),
        ]
        if let type = interaction.response?.contentType, !type.isEmpty { members.append(("y", .string(type))) }
        if let size { members.append(("b", JSONNode(size))) }
        if let transferred = entry.facts.transferred { members.append(("w", JSONNode(transferred))) }
        if let problem { members.append(("e", .string(problem))) }
        if let code = interaction.failure?.code { members.append(("code", JSONNode(code.rawValue))) }
        if !interaction.steps.isEmpty { members.append(("g", .array(interaction.steps.map { .string($0.name) }))) }
        if !marks.isEmpty { members.append(("z", .array(marks.map { Self.time($0.time) }))) }
        if let attempt = interaction.attempt { members.append(("a", JSONNode(attempt))) }
        if let cache = entry.facts.cache { members.append(("c", cache.isEmpty ? .bool(true) : .string(cache))) }
        if entry.miss != nil { members.append(("q", 1)) }
        return JSONNode(members + changeMembers)
    }

    private var problem: String? {
        if let failure = interaction.failure { return failure.message.isEmpty ? "\(failure)" : failure.message }
        return interaction.interruption.map { "The body was interrupted: \($0)" }
    }

    private var changeMembers: [(String, JSONNode)] {
        switch change {
        case .added: [("x", "added")]
        case .removed: [("x", "removed")]
        case .paired(let row, let changes):
            [("x", changes.isEmpty ? "same" : "changed"), ("o", JSONNode(row)), ("n", JSONNode(changes.count))]
        case nil: []
        }
    }

    /// The times of blocked, DNS, connect, TLS, send, wait and receive in milliseconds; -1 for one that did not take
    /// place or is unknown.
    private var phases: JSONNode {
        let (timing, metrics) = (interaction.timing, interaction.metrics)
        let parts = [metrics?.nameLookup, metrics?.connect, metrics?.tls]
        let rest = max(.zero, timing.blocked - parts.compactMap(\.self).reduce(.zero, +))
        let all = [rest] + parts + [timing.send, timing.wait, timing.receive]
        return .array(all.map { $0.map(Self.time) ?? -1 })
    }

    static func time(_ duration: Duration) -> JSONNode { .number(HARTimings.milliseconds(duration)) }
}

extension Interaction {
    /// The number of the attempt of a call that this exchange is; nil for the first one, and if it is not known.
    fileprivate var attempt: Int? {
        steps.first { $0.name == "attempt" }?.text.split(separator: " ").lazy.compactMap { Int($0) }.first
    }
}

extension ReportEntryWriter {
    /// What is shown of the selected exchange. Bodies count towards the budget.
    func details(_ limits: ReportLimits, _ budget: inout Int) -> JSONNode {
        let request = interaction.request
        var sent: [(String, JSONNode)] = [("headers", Self.headers(request.headers))]
        if let body = request.body {
            sent.append(("body", ReportBody(body.data, body.contentType).node(limits, &budget)))
        }
        var members: [(String, JSONNode)] = [
            ("request", JSONNode(sent)), ("response", response(limits, &budget)),
            ("started", .string(Timestamp.text(interaction.startedDateTime))),
        ]
        let metrics = interaction.metrics
        let texts: [(String, String?)] = [
            ("protocol", metrics?.httpVersion), ("address", metrics?.remoteAddress),
            ("connection", metrics?.connectionID), ("id", interaction.id),
            ("note", interaction.note ?? entry.facts.comment),
            ("page", entry.facts.page), ("priority", entry.facts.priority), ("initiator", entry.facts.initiator),
        ]
        for case (let name, let text?) in texts { members.append((name, .string(text))) }
        if let isReused = metrics?.isReusedConnection { members.append(("reused", .bool(isReused))) }
        if !interaction.steps.isEmpty { members.append(("steps", .array(interaction.steps.map(Self.step)))) }
        let events = ReportEvents(interaction, entry.facts.messages).node
        if let events { members.append(("events", events)) }
        if !entry.notes.isEmpty { members.append(("notes", .array(entry.notes.map(JSONNode.string)))) }
        if let miss = entry.miss { members += Self.members(of: miss) }
        if case .paired(_, let changes) = change, !changes.isEmpty, place.file == 1 {
            members.append(("changes", .array(changes.map { Self.difference($0.part, $0.place, $0.old, $0.new) })))
        }
        return JSONNode(members)
    }

    private func response(_ limits: ReportLimits, _ budget: inout Int) -> JSONNode {
        guard let response = interaction.response else { return .object([]) }
        var members: [(String, JSONNode)] = [
            ("reason", .string(response.reason)), ("headers", Self.headers(response.headers)),
        ]
        if let url = response.url { members.append(("url", .string(url))) }
        let body = ReportBody(response.body, response.contentType)
        if !response.body.isEmpty {
            members.append(("body", body.node(limits, &budget)))
        } else if let size = entry.facts.size, size > 0, interaction.chunks.isEmpty {
            members.append(("body", body.missing("The file has the size of the body, but not its content.", size)))
        }
        return JSONNode(members)
    }

    private static func headers(_ fields: HeaderFields) -> JSONNode {
        .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }

    private static func step(_ step: Interaction.Step) -> JSONNode {
        .array([time(step.time), .string(step.name), .string(step.text), .string(step.level.rawValue)])
    }

    private static func difference(_ part: String, _ place: String, _ old: String?, _ new: String?) -> JSONNode {
        .array([.string(part), .string(place), old.map(JSONNode.string) ?? .null, new.map(JSONNode.string) ?? .null])
    }

    private static func members(of miss: UnmatchedRequest) -> [(String, JSONNode)] {
        let nearest = miss.nearest.map { near -> JSONNode in
            [
                "label": .string("#\(near.index + 1) \(near.request)"),
                "differences": .array(
                    near.differences.prefix(200).map { difference($0.part.rawValue, $0.place, $0.recorded, $0.live) }),
            ]
        }
        let lines = "\(miss)".split(separator: "\n").map(String.init)
        return [
            ("miss", .string(lines.first ?? "")), ("nearest", .array(nearest)),
            ("hints", .array(miss.hints.map(JSONNode.string))),
        ]
    }
}

/// The kind of a response, for the list and its filter.
struct ReportKind: Hashable {
    let name: String

    init(_ interaction: Interaction, _ facts: HARFacts) {
        let scheme = interaction.request.url.prefix { $0 != ":" }.lowercased()
        let type = MediaType(interaction.response?.contentType ?? "")
        if scheme == "ws" || scheme == "wss" || facts.kind == "websocket" || !facts.messages.isEmpty {
            name = "websocket"
        } else {
            name = type.map(Self.name) ?? ""
        }
    }

    private static func name(_ type: MediaType) -> String {
        switch (type.type, type.subtype) {
        case ("text", "event-stream"), (_, "x-ndjson"), (_, "jsonl"), (_, "x-jsonlines"), (_, "json-seq"): "stream"
        case _ where type.isJSON: "json"
        case (_, "html"), (_, "xhtml+xml"): "html"
        case ("text", "css"): "css"
        case (_, let subtype) where subtype.hasSuffix("javascript"): "js"
        case ("image", _): "image"
        case ("audio", _), ("video", _): "media"
        case ("font", _): "font"
        case (_, let subtype) where subtype.contains("font"): "font"
        case (_, let subtype) where subtype == "xml" || subtype.hasSuffix("+xml"): "xml"
        case ("multipart", _), (_, "x-www-form-urlencoded"): "form"
        case ("text", _): "text"
        default: "other"
        }
    }
}
