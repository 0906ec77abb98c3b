/// One entry of a HAR file on its way to an interaction, with notes on what it loses.
struct HAREntry {
    let node: JSONNode
    let place: String
    let isOwn: Bool
    let sibling: ((String) throws -> Data)?
    private(set) var notes: [String] = []

    /// Why the entry is left out, if it is.
    private(set) var skipped: String?

    static let knownFields: Set = [
        "startedDateTime", "time", "request", "response", "cache", "timings", "_endpoint", "_eventSourceMessages",
    ]

    init(_ node: JSONNode, place: String, isOwn: Bool, sibling: ((String) throws -> Data)?) {
        self.node = node
        self.place = place
        self.isOwn = isOwn
        self.sibling = sibling
    }

    mutating func note(_ reason: String) {
        notes.append(reason)
    }

    /// Lends itself, and completes the path of an error.
    mutating func reading<Result>(_ body: (inout HAREntry) throws -> Result) throws -> Result {
        do {
            return try body(&self)
        } catch let error as FieldError {
            throw error.cassetteError(in: place)
        }
    }

    /// The interaction, or nil and a reason.
    mutating func interaction(after previous: Date?, filter: ImportFilter) throws -> Interaction? {
        let request = try request()
        if let reason = reasonToSkip(request, filter) {
            skipped = reason
            return nil
        }
        var outcome = try outcome()
        let chunks = try events(&outcome)
        let endpoint = try node.object("_endpoint", in: "")
        return Interaction(
            request, outcome, startedDateTime: try start() ?? previous ?? Date(timeIntervalSince1970: 0),
            timing: try timing(), chunks: try endpoint?.chunks() ?? chunks,
            id: try endpoint?.text("id", in: "_endpoint"), note: try endpoint?.text("note", in: "_endpoint"))
    }

    private func reasonToSkip(_ request: Interaction.Request, _ filter: ImportFilter) -> String? {
        let scheme = request.url.prefix { $0 != ":" }.lowercased()
        if scheme != "http" && scheme != "https" {
            return "its URL is neither http nor https, but \(scheme.prefix(20))"
        }
        if request.method == "OPTIONS", request.headers.value(of: "Access-Control-Request-Method") != nil {
            return "it is a browser's preflight, which no client but a browser sends"
        }
        return filter.accepts(request) ? nil : filter.reason
    }

    private mutating func start() throws -> Date? {
        let text = try node.text("startedDateTime", in: "")
        let date = text.flatMap(Timestamp.date)
        if date == nil {
            note("it has no date that can be read; it was given that of the entry before it")
        }
        return date
    }

    private func timing() throws -> Interaction.Timing {
        guard let timings = try node.object("timings", in: "") else {
            return Interaction.Timing(wait: Duration(milliseconds: try node.number("time", in: "") ?? 0))
        }
        func part(_ key: String) throws -> Duration {
            Duration(milliseconds: try timings.number(key, in: "timings") ?? 0)
        }
        return Interaction.Timing(
            blocked: try part("blocked") + part("dns") + part("connect"),
            send: try part("send"), wait: try part("wait"), receive: try part("receive"))
    }
}

extension JSONNode {
    /// The pieces of a body, each as its length and its time in milliseconds.
    fileprivate func chunks() throws -> [Interaction.Chunk]? {
        try list("chunks", in: "_endpoint")?.map { node in
            guard case .array(let pair) = node, pair.count == 2, case .number(let length) = pair[0],
                case .number(let time) = pair[1], let length = Int(length), length >= 0, let time = Double(time)
            else { throw FieldError(path: "_endpoint.chunks", expected: "pair of numbers", found: node.kind) }
            return Interaction.Chunk(length: length, time: Duration(milliseconds: time))
        }
    }
}
