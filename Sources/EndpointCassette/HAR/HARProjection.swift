/// An interaction as an entry of a HAR file: everything that the format wants said twice is derived here.
struct HARProjection {
    let interaction: Interaction
    let place: String
    let format: HARFormat
    private(set) var sidecars: [HARFile.Sidecar] = []

    init(_ interaction: Interaction, place: String, format: HARFormat) {
        self.interaction = interaction
        self.place = place
        self.format = format
    }

    /// The entry, in the order of the specification.
    mutating func entry(at start: Date) throws -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("startedDateTime", .string(Timestamp.text(start))),
            ("time", .number(String(parts.map(\.1).reduce(0, +)))),
            ("request", try request()),
            ("response", try response()),
            ("cache", .object([])),
            ("timings", JSONNode(parts.map { ($0.0, .number(String($0.1))) })),
        ]
        if let endpoint { members.append(("_endpoint", endpoint)) }
        if let events = events(from: start) { members.append(("_eventSourceMessages", events)) }
        return JSONNode(members)
    }

    mutating func keep(_ sidecar: HARFile.Sidecar) {
        sidecars.append(sidecar)
    }

    private var parts: [(String, Int)] {
        let timing = interaction.timing
        let blocked = timing.blocked.milliseconds
        return (blocked > 0 ? [("blocked", blocked)] : []) + [
            ("send", max(0, timing.send.milliseconds)), ("wait", max(0, timing.wait.milliseconds)),
            ("receive", max(0, timing.receive.milliseconds)),
        ]
    }

    private var endpoint: JSONNode? {
        var members: [(String, JSONNode)] = []
        if let id = interaction.id { members.append(("id", .string(id))) }
        if let failure = interaction.failure {
            let code = JSONNode.number(String(failure.code.rawValue))
            members.append(("error", ["code": code, "message": .string(failure.message)]))
        }
        if !interaction.chunks.isEmpty {
            let chunks = interaction.chunks.map { JSONNode.array([.init($0.length), .init($0.time.milliseconds)]) }
            members.append(("chunks", .array(chunks)))
        }
        if let note = interaction.note { members.append(("note", .string(note))) }
        return members.isEmpty ? nil : JSONNode(members)
    }
}

extension JSONNode {
    init(_ number: Int) {
        self = .number(String(number))
    }
}
