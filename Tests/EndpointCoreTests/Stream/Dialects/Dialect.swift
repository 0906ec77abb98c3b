import EndpointCore
import Testing

/// An example of a streamed answer, written after the public documentation of an API.
struct Dialect: Sendable, CustomTestStringConvertible {
    let name: String
    /// What the example assumes beyond the documentation, or where it relies on it most.
    let assumes: String
    /// The text after which the answer is complete; the last one in the body.
    let mark: String
    let body: String
    /// Reads a body that arrives in these chunks: the contents, and the error.
    let read: @Sendable ([Data]) async throws -> ([String], (any Error)?)

    var testDescription: String { name }

    init<E: StreamEndpoint>(
        _ name: String, _ endpoint: E, assumes: String, mark: String, _ body: String
    ) where E.Content == String {
        (self.name, self.assumes, self.mark, self.body) = (name, assumes, mark, body)
        let type = endpoint.framing.mediaType ?? "application/x-ndjson"
        read = { chunks in
            let left = Chunks(chunks)
            let answer = APIResponse(
                http: try response(200, ["Content-Type": type]), body: .stream(BodyStream { await left.next() }))
            var contents: [String] = []
            do {
                var reader = try ContentReader(
                    answer, to: try endpoint.makeStreamRequest(), of: endpoint, framing: endpoint.framing
                ) { .standard }
                while let content = try await reader.next() { contents.append(content) }
            } catch {
                return (contents, error)
            }
            return (contents, nil)
        }
    }

    /// The number of bytes with which the answer is complete.
    var completeCount: Int {
        body.range(of: mark, options: .backwards).map { body.utf8.distance(from: body.startIndex, to: $0.upperBound) }
            ?? .max
    }
}

private actor Chunks {
    private var chunks: ArraySlice<Data>

    init(_ chunks: [Data]) {
        self.chunks = chunks[...]
    }

    func next() -> Data? { chunks.popFirst() }
}

/// Chat completions as OpenAI has them, and many others. A content is a piece of text; the reason of the end is one,
/// too.
struct CompletionChunks: EventStreamEndpoint {
    struct Chunk: Decodable {
        struct Choice: Decodable {
            struct Delta: Decodable {
                var content: String?
                var reasoning_content: String?
            }

            var delta: Delta?
            var finish_reason: String?
        }

        struct Failure: Decodable {
            var message: String
        }

        var choices: [Choice]?
        var error: Failure?
    }

    struct Failed: Error {}

    typealias Content = String

    /// Whether the mark may be missing.
    var omitsMark = false

    var endsExplicitly: Bool { true }

    func makeRequest() throws -> URLRequest { try .post("chat/completions", body: .json(["stream": true])) }

    func content(from response: URLResponse?, with body: Data) throws -> String {
        let chunk = try decode(Chunk.self, from: response, with: body)
        if chunk.error != nil { throw Failed() }
        let texts = (chunk.choices ?? []).flatMap {
            [$0.delta?.reasoning_content, $0.delta?.content, $0.finish_reason.map { "<\($0)>" }]
        }
        return texts.compactMap(\.self).joined()
    }

    func read(_ event: ServerSentEvent, from response: URLResponse?) throws -> StreamElement<String> {
        if event.data == "[DONE]" { return .end }
        let text = try content(from: response, with: Data(event.data.utf8))
        return text.isEmpty ? .skip : .content(text, mayBeLast: omitsMark && text.hasSuffix(">"))
    }
}

/// Events whose type says what they are.
struct TypedEvents: EventStreamEndpoint {
    typealias Content = String

    struct Failed: Error {}

    /// The member of the JSON that has the text, as `delta.text`; nil for a text as it is.
    let text: String?
    /// The types of the events with a text, of those that end the answer with content, and of those without.
    let contents: Set<String>
    var last: Set<String> = []
    var ends: Set<String> = []
    let failures: Set<String>

    var endsExplicitly: Bool { true }

    func makeRequest() throws -> URLRequest { try .post("messages", body: .json(["stream": true])) }

    func content(from response: URLResponse?, with body: Data) throws -> String {
        guard let text else { return String(decoding: body, as: UTF8.self) }
        return try decode(JSONValue.self, from: response, with: body).at(text)?.string ?? ""
    }

    func read(_ event: ServerSentEvent, from response: URLResponse?) throws -> StreamElement<String> {
        if failures.contains(event.type) { throw Failed() }
        if ends.contains(event.type) { return .end }
        if last.contains(event.type) { return .last("<\(event.type)>") }
        guard contents.contains(event.type) else { return .skip }
        return .content(try content(from: response, with: Data(event.data.utf8)))
    }
}

/// Objects of which one says that it is the last.
struct FlaggedObjects<Framing: StreamFraming>: StreamEndpoint {
    typealias Content = String

    let framing: Framing
    /// The path of the text.
    let text: String
    /// The name of the member that is true, or a text, in the last object.
    let flag: String
    /// Whether more may follow an object with the flag.
    var mayContinue = false

    var endsExplicitly: Bool { true }

    func makeRequest() throws -> URLRequest { try .post("generate", body: .json(["stream": true])) }

    func content(from response: URLResponse?, with body: Data) throws -> String {
        try decode(JSONValue.self, from: response, with: body).at(text)?.string ?? ""
    }

    func read(_ element: Framing.Element, from response: URLResponse?) throws -> StreamElement<String> {
        let body = (element as? ServerSentEvent).map { Data($0.data.utf8) } ?? element as? Data ?? Data()
        let value = try decode(JSONValue.self, from: response, with: body)
        let text = value.at(text)?.string ?? ""
        switch value.at(flag) {
        case .bool(true)?, .string?:
            return mayContinue ? .content(text + "<end>", mayBeLast: true) : .last(text + "<end>")
        default: return .content(text)
        }
    }
}

extension JSONValue {
    /// The value at a path: `candidates.0.text`.
    fileprivate func at(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(self) { value, step in
            Int(step).map { value?[$0] } ?? value?[String(step)]
        }
    }
}
