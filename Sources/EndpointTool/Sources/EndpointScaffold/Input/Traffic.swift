import EndpointCassette

/// The calls of one API, with their secrets replaced, and what was left out.
struct Traffic: Sendable {
    var calls: [Call] = []
    var notes: [String] = []

    /// The names of headers with secrets, as they were before the redaction: `Authorization: Bearer`.
    var credentials: [String] = []

    /// The largest body that is read, in bytes.
    static let largestBody = 1 << 20

    /// The largest number of calls that are read of one method, path and status.
    static let callsOfOneKind = 100

    /// After how many bytes of bodies no further calls of one kind are read, if there are three.
    static let bytesOfOneKind = 4 << 20

    /// The largest number of other exchanges whose headers are searched for secrets.
    static let otherExchanges = 2000
}

extension Traffic {
    /// Reads a HAR file.
    ///
    /// - Throws: `CassetteError` for a file that is no HAR file, `ScaffoldError` for one without a call of an API.
    init(har: Data) throws {
        let (cassette, importNotes) = try Cassette.reading(har: har)
        let origin = try Self.origin(of: cassette.interactions)
        var selection = TrafficSelection(origin: origin)
        let kept = cassette.interactions.compactMap { selection.reduced($0) }
        let redacted = try Self.redacted(kept.map(\.interaction))
        calls = zip(redacted, kept).compactMap { interaction, selected in
            selected.isKept ? Call(interaction) : nil
        }
        notes = Self.summary(of: importNotes) + selection.notes
        credentials = selection.credentials
        if calls.isEmpty { throw ScaffoldError("The HAR file has no call of an API that a module could be made of.") }
    }

    /// The origin with the most calls of an API; the first of several.
    private static func origin(of interactions: [Interaction]) throws -> String {
        var scores: [String: Int] = [:]
        var order: [String] = []
        for interaction in interactions {
            guard let url = CallURL(interaction.request.url) else { continue }
            if scores[url.origin] == nil { order.append(url.origin) }
            scores[url.origin, default: 0] += TrafficSelection.isOfAPI(interaction) ? 1000 : 1
        }
        let best = order.enumerated().max {
            (scores[$0.element] ?? 0, -$0.offset) < (scores[$1.element] ?? 0, -$1.offset)
        }
        guard let best else {
            throw ScaffoldError(
                "The HAR file has no entry whose URL is http or https, so there is nothing to make a module of.")
        }
        return best.element
    }

    /// The exchanges as a cassette's file has them, without their secrets.
    private static func redacted(_ interactions: [Interaction]) throws -> [Interaction] {
        let format = Cassette.Format(
            responseHeaders: .response.adding("Link"), largestEmbeddedBody: .max, largestBody: .max)
        let file = try Cassette(interactions).har(format)
        return try Cassette.reading(har: file.data).cassette.interactions
    }

    /// The names of the headers with secrets, and the schemes of an authorization.
    static func credentials(in headers: HeaderFields) -> [String] {
        headers.filter { Redaction.standard.isSecret(header: $0.name) }.map { field in
            let scheme =
                field.isNamed("Authorization") ? field.value.split(separator: " ").first.map { ": \($0)" } : nil
            return field.name + (scheme ?? "")
        }
    }

    /// One note for each reason why entries were left out.
    private static func summary(of notes: [Cassette.ImportNote]) -> [String] {
        let skipped = notes.filter { $0.kind == .skipped }
        return skipped.map(\.reason).distinct(by: \.self).prefix(20).map { reason in
            let entries = skipped.filter { $0.reason == reason }.compactMap(\.entry)
            let named = entries.prefix(5).map { "#\($0)" }.joined(separator: ", ")
            return
                "Left out: \(entries.count == 1 ? "entry" : "entries") \(named)\(entries.count > 5 ? " …" : ""): \(reason)."
        }
    }
}

extension Call {
    /// A recorded exchange; nil if its URL is not one of http.
    init?(_ interaction: Interaction) {
        guard let url = CallURL(interaction.request.url) else { return nil }
        self.init(
            method: interaction.request.method, url: url, headers: interaction.request.headers,
            body: interaction.request.body, response: interaction.response, interaction: interaction)
    }
}

/// Decides which exchanges of a file a module is made of, and how much of each is read.
struct TrafficSelection {
    let origin: String
    private(set) var credentials: [String] = []
    private var counts: [String: Int] = [:]
    private var others: [String: Int] = [:]
    private var assets = 0
    private var large = 0
    private var failures = 0
    private var sockets = 0
    private var bytes: [String: Int] = [:]
    private var emptied = 0
    private var surplus = 0

    init(origin: String) {
        self.origin = origin
    }

    /// The exchange, without its bodies if it is not part of the API: its headers still say what is secret. Nil for one
    /// that is like many others.
    mutating func reduced(_ interaction: Interaction) -> (interaction: Interaction, isKept: Bool)? {
        let count = surplus
        let isKept = keeps(interaction)
        guard !isKept else {
            addCredentials(interaction.request.headers)
            return (interaction, true)
        }
        emptied += 1
        if surplus > count || emptied > Traffic.otherExchanges { return nil }
        var emptied = interaction
        if (interaction.request.body?.data.count ?? 0) > 1 << 16 { emptied.request.body = nil }
        if case .response(var response) = interaction.outcome,
            response.body.count > 1 << 16 || Self.isAsset(interaction)
        {
            response.body = Data()
            emptied.outcome = .response(response)
            (emptied.chunks, emptied.interruption) = ([], nil)
        }
        return (emptied, false)
    }

    private mutating func keeps(_ interaction: Interaction) -> Bool {
        guard let url = CallURL(interaction.request.url) else { return false }
        guard url.origin == origin else {
            others[url.origin, default: 0] += 1
            return false
        }
        guard interaction.response != nil else {
            failures += 1
            return false
        }
        guard interaction.response?.status != 101 else {
            sockets += 1
            return false
        }
        let size = max(interaction.request.body?.data.count ?? 0, interaction.response?.body.count ?? 0)
        guard size <= Traffic.largestBody else {
            large += 1
            return false
        }
        guard !Self.isAsset(interaction) else {
            assets += 1
            return false
        }
        let path = url.segments.map { SegmentForm($0).isIdentifier ? "{}" : $0 }.joined(separator: "/")
        let kind = "\(interaction.request.method) \(path) \(interaction.response?.status ?? 0)"
        counts[kind, default: 0] += 1
        bytes[kind, default: 0] += size
        let (count, total) = (counts[kind] ?? 0, bytes[kind] ?? 0)
        if count > Traffic.callsOfOneKind || count > 3 && total > Traffic.bytesOfOneKind {
            surplus += 1
            return false
        }
        return true
    }

    private mutating func addCredentials(_ headers: HeaderFields) {
        for credential in Traffic.credentials(in: headers) {
            if !credentials.contains(where: { $0.caseInsensitiveCompare(credential) == .orderedSame }) {
                credentials.append(credential)
            }
        }
    }

    /// What was left out, in sentences.
    var notes: [String] {
        let hosts = others.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
            .prefix(10).map { "\($0.key) (\($0.value))" }
        return [
            others.isEmpty ? nil : "Left out: calls to other servers: \(hosts.joined(separator: ", ")).",
            assets == 0 ? nil : "Left out: \(assets) pages, pictures, scripts and other parts of web pages.",
            failures == 0 ? nil : "Left out: \(failures.counted("request")) without a response.",
            sockets == 0 ? nil : "Left out: \(sockets.counted("connection")) of WebSockets.",
            large == 0 ? nil : "Left out: \(large.counted("call")) with a body of more than 1 MiB.",
            surplus == 0
                ? nil
                : "Left out: \(surplus.counted("call")) after the first of the same kind, at most \(Traffic.callsOfOneKind) of which are read.",
        ].compactMap(\.self)
    }
}

extension TrafficSelection {
    /// Whether an exchange is surely one of an API: it has structured data, or it changes something.
    static func isOfAPI(_ interaction: Interaction) -> Bool {
        if interaction.request.method != "GET" { return interaction.response != nil }
        guard let response = interaction.response else { return false }
        let type = response.headers.mediaType
        return type.hasSuffix("json") || type.hasSuffix("/xml") || type == "text/event-stream"
            || looksLikeJSON(response.body)
    }

    /// Whether an exchange is a part of a web page, which a browser loads by itself.
    static func isAsset(_ interaction: Interaction) -> Bool {
        guard interaction.request.method == "GET", let response = interaction.response, !isOfAPI(interaction) else {
            return false
        }
        let type = response.headers.mediaType
        return [
            "text/css", "text/javascript", "application/javascript", "application/x-javascript", "application/wasm",
        ]
        .contains(type) || type.hasPrefix("font/") || type.hasPrefix("application/font")
            || interaction.request.url.prefix { $0 != "?" }.hasSuffix("/favicon.ico")
    }

    static func looksLikeJSON(_ body: Data) -> Bool {
        guard let first = body.first(where: { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }) else {
            return false
        }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
