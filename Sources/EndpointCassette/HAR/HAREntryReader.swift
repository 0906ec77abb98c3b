/// Reads one entry of a HAR file as an interaction, and records in notes what is left out or changed.
struct HAREntryReader {
    let node: JSONNode
    let place: String
    let isFromEndpoint: Bool
    /// Whether the entry is read to be looked at. It is not replayed then, so what a replay cannot use stays.
    let isInspected: Bool
    let sidecar: ((String) throws -> Data)?
    private(set) var notes: [String] = []

    /// The reason why the entry is left out; nil if it is not.
    private(set) var skipped: String?

    static let knownFields: Set = [
        "startedDateTime", "time", "request", "response", "cache", "timings", "serverIPAddress", "connection",
        "_endpoint", "_eventSourceMessages", "comment",
    ]

    init(
        _ node: JSONNode, place: String, isFromEndpoint: Bool, isInspected: Bool = false,
        sidecar: ((String) throws -> Data)?
    ) {
        self.node = node
        self.place = place
        self.isFromEndpoint = isFromEndpoint
        self.isInspected = isInspected
        self.sidecar = sidecar
    }

    mutating func note(_ reason: String) {
        notes.append(reason)
    }

    /// Runs a part of the reading. The entry's path is added to that of its error.
    mutating func reading<Result>(_ body: (inout HAREntryReader) throws -> Result) throws -> Result {
        do {
            return try body(&self)
        } catch let error as HARFieldError {
            throw error.cassetteError(in: place)
        }
    }

    /// The interaction; nil if the entry is left out, with the reason in `skipped`.
    mutating func interaction(after previous: Date?, filter: Cassette.ImportFilter) throws -> Interaction? {
        let request = try request()
        if !isInspected, let reason = reasonToSkip(request, filter) {
            skipped = reason
            return nil
        }
        var outcome = try outcome()
        let events = try events(&outcome)
        let endpoint = try node.object("_endpoint", in: "")
        let chunks = try endpoint?.chunks().map { recorded($0, of: outcome) } ?? events
        return Interaction(
            request, outcome, startedDateTime: try start() ?? previous ?? Date(timeIntervalSince1970: 0),
            timing: try HARTimings.timing(of: node), metrics: try HARTimings.metrics(of: node, isFromEndpoint),
            chunks: chunks, interruption: try endpoint?.failure("interruption"), steps: try endpoint?.steps() ?? [],
            id: try endpoint?.text("id", in: "_endpoint"), note: try endpoint?.text("note", in: "_endpoint"))
    }

    private func reasonToSkip(_ request: Interaction.Request, _ filter: Cassette.ImportFilter) -> String? {
        let scheme = request.url.prefix { $0 != ":" }.lowercased()
        if scheme != "http" && scheme != "https" {
            return "its URL is neither http nor https, but \(scheme.prefix(20))"
        }
        if request.method == "OPTIONS", request.headers["Access-Control-Request-Method"] != nil {
            return "it is a preflight, which only browsers send"
        }
        return filter.accepts(request) ? nil : filter.reason
    }

    private mutating func start() throws -> Date? {
        let text = try node.text("startedDateTime", in: "")
        let date = text.flatMap(Timestamp.date)
        if date == nil {
            note("it has no readable date; it was given that of the previous entry")
        }
        return date
    }
}

extension JSONNode {
    /// A failure in the member `_endpoint`, by its name.
    func failure(_ name: String) throws -> Interaction.Failure? {
        guard let error = try object(name, in: "_endpoint") else { return nil }
        let code = try error.number("code", in: "_endpoint.\(name)").orMissing("_endpoint.\(name).code")
        let message = try error.text("message", in: "_endpoint.\(name)") ?? ""
        return Interaction.Failure(URLError.Code(number: Int(exactly: code) ?? -1), message: message)
    }

    /// The pieces of a body. A file gives the length and the time in milliseconds of each.
    fileprivate func chunks() throws -> [Interaction.Chunk]? {
        try list("chunks", in: "_endpoint")?.map { node in
            guard case .array(let pair) = node, pair.count == 2, case .number(let length) = pair[0],
                case .number(let time) = pair[1], let length = Int(length), length >= 0, let time = Double(time)
            else { throw HARFieldError(path: "_endpoint.chunks", expected: "pair of numbers", found: node.kind) }
            return Interaction.Chunk(length: length, time: Duration(milliseconds: time))
        }
    }
}

extension HAREntryReader {
    /// The request. Its cookies and its query are not read, because they are in the header fields and the URL too.
    mutating func request() throws -> Interaction.Request {
        let request = try node.object("request", in: "").orMissing("request")
        let url = try request.text("url", in: "request").orMissing("request.url")
        let fields = try headers(of: request, in: "request", without: "")
        return Interaction.Request(
            try request.text("method", in: "request").orMissing("request.method"),
            String(url.prefix { $0 != "#" }), headers: fields, body: try postData(of: request, fields))
    }

    private mutating func postData(
        of request: JSONNode, _ headers: HeaderFields
    ) throws -> Interaction.Body? {
        guard let post = try request.object("postData", in: "request") else { return nil }
        let named = try post.text("mimeType", in: "request.postData") ?? ""
        let type = named.isEmpty ? headers["Content-Type"] ?? "" : named
        let data = try HARBodyReader(post, path: "request.postData", entry: place, sidecar: sidecar).data()
        if let data, !data.isEmpty { return Interaction.Body(data, contentType: type) }
        return try form(of: post).map { Interaction.Body($0, contentType: type) }
    }

    /// The body of a form whose text is missing, rebuilt from its fields.
    private mutating func form(of post: JSONNode) throws -> Data? {
        guard let params = try post.list("params", in: "request.postData"), !params.isEmpty else { return nil }
        if params.contains(where: { $0["fileName"]?.string != nil }) {
            note("its body is a form with files, of which the file has only the names; it was left out")
            return nil
        }
        note("the text of its form is missing; it was rebuilt from the fields")
        let pairs = try params.map { param in
            let name = try param.text("name", in: "request.postData.params") ?? ""
            let value = try param.text("value", in: "request.postData.params") ?? ""
            return "\(PercentEncoding.form(name))=\(PercentEncoding.form(value))"
        }
        return Data(pairs.joined(separator: "&").utf8)
    }
}

extension HAREntryReader {
    /// The header fields, in all formats that programs write. Pseudo fields of HTTP/2 are left out with a note.
    mutating func headers(
        of message: JSONNode, in place: String, without dropped: WordList
    ) throws -> HeaderFields {
        let path = place + ".headers"
        var fields: HeaderFields = [:]
        for node in try message.list("headers", in: place) ?? [] { fields += try Self.fields(node, path) }
        let isDropped = { (field: HeaderFields.Field) in
            field.name.hasPrefix(":") || dropped.containsIgnoringCase(field.name)
        }
        let lost = fields.filter(isDropped)
        if !lost.isEmpty {
            let names = lost.map(\.name).joined(separator: ", ")
            note("\(place) headers left out: \(names)")
        }
        return lost.isEmpty ? fields : fields.filter { !isDropped($0) }
    }

    /// The fields of an object with a name and one or more values, or of an array of name and value.
    private static func fields(_ node: JSONNode, _ path: String) throws -> HeaderFields {
        switch node {
        case .array(let pair) where pair.count == 2:
            return [try text(pair[0], path): try text(pair[1], path)]
        case .object:
            let name = try node.text("name", in: path).orMissing(path + ".name")
            if case .array(let values)? = node["value"] {
                return HeaderFields(try values.map { HeaderFields.Field(name, try text($0, path)) })
            }
            var fields: HeaderFields = [:]
            fields.append(folded: try text(node["value"] ?? .null, path), name)
            return fields
        default:
            throw HARFieldError(path: path, expected: "name and value", found: node.kind)
        }
    }

    private static func text(_ node: JSONNode, _ path: String) throws -> String {
        switch node {
        case .string(let text), .number(let text): text
        case .bool(let value): String(value)
        case .null: ""
        case .array, .object: throw HARFieldError(path: path, expected: "string", found: node.kind)
        }
    }
}
