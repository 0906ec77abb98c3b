import EndpointCassette

/// All calls of one method and path.
struct Route: Sendable {
    let method: String
    let path: PathTemplate
    let calls: [Call]
    let content: ContentKind
    let body: BodyKind

    /// The successful responses that the endpoint can read.
    let successes: [Interaction.Response]

    /// The JSON of the successful responses.
    let contents: [Sample]

    /// The JSON of each call's body; nil where there is none.
    let requests: [Sample?]

    init(method: String, path: PathTemplate, calls: [Call]) {
        self.method = method
        self.path = path
        self.calls = calls
        let content = ContentKind(calls, method)
        self.content = content
        body = BodyKind(calls)
        successes = calls.compactMap(\.response).filter { 200..<300 ~= $0.status && content.reads($0) }
        contents = successes.compactMap { $0.body.isEmpty ? nil : Sample(json: $0.body) }
        requests = calls.map { $0.body.flatMap { Sample(json: $0.data) } }
    }

    /// The JSON of the requests' bodies.
    var bodies: [Sample] { requests.compactMap(\.self) }

    /// Divides calls into routes, in the order in which the routes were first called.
    static func routes(of calls: [Call]) -> (routes: [Route], base: String) {
        let templates = PathGeneralization.templates(of: calls.map(\.url.segments))
        let length = BasePath.length(of: templates)
        var groups: [String: [Call]] = [:]
        var keys: [(key: String, method: String, path: PathTemplate)] = []
        for (call, template) in zip(calls, templates) {
            let path = template.dropping(length)
            let key = call.method + " " + path.text
            if groups[key] == nil { keys.append((key, call.method, path)) }
            groups[key, default: []].append(call)
        }
        let prefix = calls.first.map { Array($0.url.segments.prefix(length)) } ?? []
        let base = ([calls.first?.url.origin ?? ""] + prefix).joined(separator: "/")
        return (keys.map { Route(method: $0.method, path: $0.path, calls: groups[$0.key] ?? []) }, base)
    }
}

/// What the successful responses of a route have in common.
enum ContentKind: Hashable, Sendable {
    case void, data
    /// JSON; if it `mayBeAbsent`, some responses had no body.
    case json(mayBeAbsent: Bool)
    case events, lines
    /// There was no successful response.
    case unknown

    init(_ calls: [Call], _ method: String) {
        let responses = calls.compactMap(\.response).filter { 200..<300 ~= $0.status }
        guard let first = responses.first(where: { !$0.body.isEmpty }) else {
            self = responses.isEmpty ? .unknown : method == "GET" ? .data : .void
            return
        }
        let type = first.headers.mediaType
        if type == "text/event-stream" {
            self = .events
        } else if ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-json-stream"]
            .contains(type)
        {
            self = .lines
        } else if responses.contains(where: { Sample(json: $0.body).map { $0.isObject || $0.isArray } ?? false })
            || type.hasSuffix("json") && Sample(json: first.body) != nil
        {
            self = .json(mayBeAbsent: responses.contains { $0.body.isEmpty })
        } else {
            self = .data
        }
    }

    /// Whether a successful response is one that the endpoint reads.
    func reads(_ response: Interaction.Response) -> Bool {
        switch self {
        case .json(let mayBeAbsent): mayBeAbsent && response.body.isEmpty || Sample(json: response.body) != nil
        case .events: response.headers.mediaType == "text/event-stream"
        case .void, .data, .lines, .unknown: true
        }
    }
}

/// What the requests of a route have as their body.
enum BodyKind: Hashable, Sendable {
    case none, json, form, multipart, text
    case data(String)
    case file

    init(_ calls: [Call]) {
        guard let body = calls.lazy.compactMap(\.body).first(where: { !$0.data.isEmpty }) else {
            self = .none
            return
        }
        let type = HeaderFields.essence(body.contentType)
        let isText =
            body.data.allSatisfy { $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
            && String(data: body.data, encoding: .utf8) != nil
        if type == "application/x-www-form-urlencoded", !TrafficSelection.looksLikeJSON(body.data) {
            self = .form
        } else if type == "multipart/form-data" {
            self = .multipart
        } else if type.hasSuffix("json") && Sample(json: body.data) != nil
            || type.isEmpty && TrafficSelection.looksLikeJSON(body.data)
        {
            self = .json
        } else if type == "text/plain", isText {
            self = .text
        } else if ["image", "video", "audio", "font"].contains(type.prefix { $0 != "/" })
            || type == "application/octet-stream"
        {
            self = .file
        } else {
            self = .data(body.contentType.isEmpty ? "application/octet-stream" : body.contentType)
        }
    }
}
