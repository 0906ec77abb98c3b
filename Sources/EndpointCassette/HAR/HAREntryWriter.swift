/// Writes an interaction as an entry of a HAR file, including redundant members, such as cookies.
struct HAREntryWriter {
    let interaction: Interaction
    let index: Int
    let format: Cassette.Format
    let sidecarNames: SidecarNames
    private(set) var sidecars: [Cassette.HAR.Sidecar] = []

    init(_ interaction: Interaction, index: Int, format: Cassette.Format, sidecarNames: SidecarNames) {
        self.interaction = interaction
        self.index = index
        self.format = format
        self.sidecarNames = sidecarNames
    }

    /// The entry, in the order of the specification.
    mutating func entry(at start: Date) throws -> JSONNode {
        let timings = HARTimings(interaction.timing, interaction.metrics)
        var members: [(String, JSONNode)] = [
            ("startedDateTime", .string(Timestamp.text(start))),
            ("time", timings.time),
            ("request", try request()),
            ("response", try response()),
            ("cache", .object([])),
            ("timings", timings.node),
        ]
        if let address = interaction.metrics?.remoteAddress { members.append(("serverIPAddress", .string(address))) }
        if let connection = interaction.metrics?.connectionID { members.append(("connection", .string(connection))) }
        // The pieces are stored once: as a list of events that Chrome shows if each piece is an event, or by their
        // lengths.
        let timing = try HARTimings.timing(of: JSONNode(members))
        let events = events(since: Timestamp.milliseconds(start) + timing.untilResponse.milliseconds)
        if let endpoint = endpoint(hasEvents: events != nil) { members.append(("_endpoint", endpoint)) }
        if let events { members.append(("_eventSourceMessages", events)) }
        return JSONNode(members)
    }

    private func endpoint(hasEvents: Bool) -> JSONNode? {
        var members: [(String, JSONNode)] = []
        if let id = interaction.id { members.append(("id", .string(id))) }
        if let url = interaction.response?.url { members.append(("url", .string(url))) }
        if let failure = interaction.failure { members.append(("error", failure.node)) }
        if let interruption = interaction.interruption { members.append(("interruption", interruption.node)) }
        if !interaction.chunks.isEmpty, !hasEvents {
            let chunks = interaction.chunks.map { JSONNode.array([.init($0.length), .init($0.time.milliseconds)]) }
            members.append(("chunks", .array(chunks)))
        }
        if !interaction.steps.isEmpty { members.append(("steps", .array(interaction.steps.map(\.node)))) }
        if let isReused = interaction.metrics?.isReusedConnection {
            members.append(("reusedConnection", .bool(isReused)))
        }
        if let note = interaction.note { members.append(("note", .string(note))) }
        return members.isEmpty ? nil : JSONNode(members)
    }
}

extension Interaction.Failure {
    fileprivate var node: JSONNode {
        ["code": .number(String(code.rawValue)), "message": .string(message)]
    }
}

extension JSONNode {
    package init(_ number: some BinaryInteger) {
        self = .number(String(number))
    }
}

extension HAREntryWriter {
    /// The HTTP version that was used. The specification requires one even if it is unknown; without metrics it is that
    /// of a replay.
    private var httpVersion: JSONNode {
        .string(interaction.metrics.map { $0.httpVersion ?? "unknown" } ?? "HTTP/1.1")
    }

    /// The request, in the order of the specification.
    mutating func request() throws -> JSONNode {
        let request = interaction.request
        var members: [(String, JSONNode)] = [
            ("method", .string(request.method)),
            ("url", .string(String(request.url.prefix { $0 != "#" }))),
            ("httpVersion", httpVersion),
            ("cookies", .array(HARCookies.sent(request.headers))),
            ("headers", Self.headers(request.headers)),
            ("queryString", Self.pairs(CanonicalURL(request.url).query)),
        ]
        if let body = request.body { members.append(("postData", try postData(body))) }
        members += [("headersSize", -1), ("bodySize", .init(request.body?.data.count ?? 0))]
        return JSONNode(members)
    }

    /// The response, in the order of the specification. A failure has the status 0, as in Chrome.
    mutating func response() throws -> JSONNode {
        let response = interaction.response ?? Interaction.Response(0)
        var members: [(String, JSONNode)] = [
            ("status", .init(response.status)),
            ("statusText", .string(response.reason)),
            ("httpVersion", httpVersion),
            ("cookies", .array(HARCookies.received(response.headers))),
            ("headers", Self.headers(response.headers)),
            ("content", try content(response)),
            ("redirectURL", .string(response.headers["Location"] ?? "")),
            ("headersSize", -1),
            ("bodySize", .init(response.body.count)),
        ]
        if let failure = interaction.failure {
            members.append(("_error", .string(failure.message.isEmpty ? failure.description : failure.message)))
        }
        return JSONNode(members)
    }

    /// The messages of an event stream, with the times at which they arrived. Chrome shows them as a list. Nil if the
    /// pieces of the stream are not exactly its messages.
    func events(since first: Int64) -> JSONNode? {
        guard let response = interaction.response,
            response.contentType.lowercased().hasPrefix("text/event-stream"), !interaction.chunks.isEmpty
        else { return nil }
        let found = ServerSentEvent.events(of: response.body)
        let ends = interaction.chunkEnds(in: response.body.count) ?? []
        guard ends.count == found.count, ends.dropLast() == found.map(\.end).dropLast() else { return nil }
        let messages = zip(found, interaction.chunks).map { found, chunk -> JSONNode in
            let event = found.event
            return [
                "time": .number(Self.seconds(first + chunk.time.milliseconds)),
                "eventName": .string(event.type),
                "eventId": .string(event.id),
                "data": .string(event.data),
            ]
        }
        return .array(messages)
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        "\(milliseconds / 1000).\(String(abs(milliseconds % 1000), width: 3))"
    }

    static func headers(_ fields: HeaderFields) -> JSONNode {
        .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    static func pairs(_ items: [NameValuePair]) -> JSONNode {
        .array(items.map { ["name": .string($0.name), "value": .string($0.value)] })
    }
}

extension HAREntryWriter {
    /// The body of a request. `params` and `text` are always written, because readers fail without them. The fields of
    /// a form are listed if its text is here.
    mutating func postData(_ body: Interaction.Body) throws -> JSONNode {
        let isForm = body.contentType.lowercased().hasPrefix("application/x-www-form-urlencoded")
        let kept = try bodyMembers(body.data, type: body.contentType, in: "request", "postData")
        let isText = kept.contains { $0.0 == "text" } && !kept.contains { $0.0 == "encoding" }
        let form = isForm && isText ? NameValuePair.items(Substring(decoding: body.data, as: UTF8.self)) : []
        var members = [("mimeType", JSONNode.string(body.contentType)), ("params", Self.pairs(form))]
        if !kept.contains(where: { $0.0 == "text" }) { members.append(("text", "")) }
        return JSONNode(members + kept)
    }

    /// The body of a response.
    mutating func content(_ response: Interaction.Response) throws -> JSONNode {
        let members = [("size", JSONNode(response.body.count)), ("mimeType", .string(response.contentType))]
        return JSONNode(
            members + (try bodyMembers(response.body, type: response.contentType, in: "response", "content")))
    }

    /// The bytes as text if they are readable, otherwise as base64. JSON is also written as a value that can be
    /// reviewed. A large body is written to a separate file.
    private mutating func bodyMembers(
        _ data: Data, type: String, in message: String, _ member: String
    ) throws -> [(String, JSONNode)] {
        if data.count > format.largestBody {
            let path = "entries[\(index)].\(message).\(member)"
            throw CassetteError(.bodyTooLarge(path: path, size: data.count, limit: format.largestBody))
        }
        if data.count > format.largestEmbeddedBody {
            let name = sidecarNames.name(
                of: data, entry: index + 1, message: message, extension: BodyKind(type).fileExtension)
            sidecars.append(Cassette.HAR.Sidecar(name: name, data: data))
            return [("_file", .string(name))]
        }
        guard let text = data.readableText else {
            return [("text", .string(data.base64EncodedString())), ("encoding", "base64")]
        }
        let json = BodyKind(type) == .json ? JSONParser.node(data) : nil
        return [("text", .string(text))] + (json.map { [("_json", $0)] } ?? [])
    }
}

extension Data {
    /// The bytes as text; nil unless they are UTF-8 and at most a tenth of them are control characters, which take six
    /// bytes each in JSON.
    package var readableText: String? {
        let text = String(decoding: self, as: UTF8.self)
        guard text.utf8.elementsEqual(self) else { return nil }
        let controls = count { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        return controls * 10 <= count ? text : nil
    }
}

/// The cookies of a HAR file. They repeat the header fields.
enum HARCookies {
    /// The cookies of a `Cookie` field.
    static func sent(_ headers: HeaderFields) -> [JSONNode] {
        headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }
            .map { JSONNode(pair($0)) }
    }

    /// The cookies of the `Set-Cookie` fields. Their expiry is left out, because Chrome rejects a file with a date that
    /// it cannot parse.
    static func received(_ headers: HeaderFields) -> [JSONNode] {
        headers.values(of: "Set-Cookie").map { value in
            let parts = value.split(separator: ";")
            return JSONNode(pair(parts.first ?? "") + parts.dropFirst().compactMap(attribute))
        }
    }

    private static func attribute(_ part: Substring) -> (String, JSONNode)? {
        let sides = sides(part)
        return switch sides.name.lowercased() {
        case "path": ("path", .string(sides.value))
        case "domain": ("domain", .string(sides.value))
        case "httponly": ("httpOnly", .bool(true))
        case "secure": ("secure", .bool(true))
        default: nil
        }
    }

    private static func pair(_ part: Substring) -> [(String, JSONNode)] {
        let sides = sides(part)
        return [("name", .string(sides.name)), ("value", .string(sides.value))]
    }

    private static func sides(_ part: Substring) -> (name: String, value: String) {
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }) }
        return (sides.first ?? "", sides.count > 1 ? sides[1] : "")
    }
}
