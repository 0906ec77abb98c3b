/// A HAR file as far as it can be read, to be looked at: every entry, and what a cassette leaves out because it cannot
/// be replayed, such as the messages of WebSockets.
///
/// A cassette must not lose anything without a note, so its reader refuses a damaged file. Here the readable part of
/// one is better than none.
package struct HARInspection: Sendable {
    /// An entry.
    package struct Entry: Hashable, Sendable {
        /// The exchange. Its URL may have any scheme, and its status is that of the file.
        package var interaction: Interaction

        /// What a browser or a proxy adds to it.
        package var facts = HARFacts()

        /// What could not be read, and what was changed.
        package var notes: [String] = []

        /// An exchange.
        package init(_ interaction: Interaction) { self.interaction = interaction }
    }

    /// The entries, in the order of the file.
    package private(set) var entries: [Entry] = []

    /// What could not be read of the file as a whole.
    package private(set) var notes: [String] = []

    /// The program that wrote the file, such as `WebInspector 537.36`; nil if it does not say so.
    package private(set) var creator: String?

    private var titles: [String: String] = [:]
    private var isFromEndpoint = false
    private var count = 0

    /// Reads a file.
    ///
    /// - Throws: ``CassetteError`` when it is no HAR file, or has no entry before the place at which it is damaged.
    package init(har: Data, sidecar: ((String) throws -> Data)? = nil) throws {
        do {
            try JSONParser.reading(har) { parser in try HARDocument.read(&parser) { receive($0, sidecar) } }
        } catch let error as JSONSyntaxError {
            let error = CassetteError(error, in: har)
            if entries.isEmpty { throw error }
            notes.append("Only the entries before the damage can be read, which are \(entries.count). \(error)")
        }
        for index in entries.indices { entries[index].facts.name(pages: titles) }
    }

    private mutating func receive(_ part: HARDocument.Part, _ sidecar: ((String) throws -> Data)?) {
        switch part {
        case .entry(let node, let isRepaired): read(node, isRepaired: isRepaired, sidecar)
        case .member("_endpoint", _): isFromEndpoint = true
        case .member("creator", let node):
            let words = [node["name"], node["version"]].compactMap { $0?.string }.filter { !$0.isEmpty }
            if !words.isEmpty { creator = words.joined(separator: " ") }
        case .member("pages", .array(let pages)):
            for page in pages { titles[page["id"]?.string ?? ""] = page["title"]?.string }
        case .member: break
        }
    }

    private mutating func read(_ node: JSONNode, isRepaired: Bool, _ sidecar: ((String) throws -> Data)?) {
        count += 1
        var notes: [String] = isRepaired ? ["an escape has an unpaired surrogate; it was read as U+FFFD"] : []
        let previous = entries.last?.interaction.startedDateTime
        for damaged in [[]] + Self.damageable.indices.map({ Array(Self.damageable[...$0].joined()) }) {
            let rest = damaged.reduce(node) { $0.removing($1[...]) }
            var reader = HAREntryReader(
                rest, place: "entries[\(count - 1)]", isFromEndpoint: isFromEndpoint, isInspected: true,
                sidecar: sidecar)
            do {
                let interaction = try reader.reading { try $0.interaction(after: previous, filter: .all) }
                guard var entry = interaction.map(Entry.init) else { return }
                entry.facts = HARFacts(node)
                entry.notes = notes + reader.notes
                return entries.append(entry)
            } catch {
                let reason = (error as? CassetteError)?.reason(in: "entries[\(count - 1)]") ?? "\(error)"
                if !notes.contains(reason) { notes.append(reason) }
            }
        }
        self.notes.append("entry #\(count) left out: \(notes.last ?? "")")
    }

    /// The members without which an entry is read once more if it cannot be read: first those that describe a body,
    /// then nearly all.
    private static let damageable: [[[String]]] = [
        ["request.postData", "response.content"].flatMap { body in
            ["encoding", "_json", "_file"].map { body.split(separator: ".").map(String.init) + [$0] }
        },
        [["timings"], ["time"], ["_endpoint"], ["_eventSourceMessages"], ["startedDateTime"]],
        [["request", "headers"], ["response", "headers"]],
        [["request", "postData"], ["response", "content"], ["response", "statusText"]],
        [["response"]],
    ]
}

extension JSONNode {
    /// The value without the member at that path.
    fileprivate func removing(_ path: ArraySlice<String>) -> JSONNode {
        guard case .object(let members) = self, let key = path.first else { return self }
        let rest = path.dropFirst()
        return .object(
            members.compactMap { member in
                guard member.key == key else { return member }
                return rest.isEmpty ? nil : Member(key: key, value: member.value.removing(rest))
            })
    }
}

/// What browsers and proxies write about an exchange besides its request and response.
package struct HARFacts: Hashable, Sendable {
    /// A message of a WebSocket.
    package struct Message: Hashable, Sendable {
        /// When it was sent or received, in seconds since 1970.
        package let time: Double

        /// Whether the client sent it.
        package let isSent: Bool

        /// Its text, or bytes in base64.
        package var text: String
    }

    /// The kind of resource, as Chrome names it: `xhr`, `fetch`, `image`.
    package private(set) var kind: String?

    /// The priority that the browser gave the request.
    package private(set) var priority: String?

    /// What started the request: `parser`, `script`.
    package private(set) var initiator: String?

    /// The cache that answered: `disk`, `memory`; an empty text if the file doesn't say which.
    package private(set) var cache: String?

    /// The bytes of the response on the wire.
    package private(set) var transferred: Int?

    /// The size of the body, even if the file does not contain it.
    package private(set) var size: Int?

    /// The title of the page that the request belongs to. Until all is read, it is the identifier of the page.
    package var page: String?

    /// A remark in the file.
    package var comment: String?

    /// The messages of a WebSocket, in the order of the file.
    package var messages: [Message] = []

    /// Nothing.
    package init() {}

    /// The facts in an entry.
    init(_ node: JSONNode) {
        kind = node["_resourceType"]?.word
        priority = node["_priority"]?.word
        initiator = node["_initiator"]?["type"]?.word ?? node["_initiator"]?.word
        if let cached = node["_fromCache"] { cache = cached.word ?? "" }
        if node["_servedFromCache"]?.bool == true || node["response"]?["_fromDiskCache"]?.bool == true {
            cache = cache ?? ""
        }
        transferred = node["response"]?["_transferSize"]?.count ?? node["response"]?["bodySize"]?.count
        size = node["response"]?["content"]?["size"]?.count
        page = node["pageref"]?.string
        comment = node["comment"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        if case .array(let list)? = node["_webSocketMessages"] { messages = list.compactMap(Message.init) }
    }

    /// Replaces the identifier of the page by its title.
    fileprivate mutating func name(pages titles: [String: String]) {
        page = page.flatMap { titles[$0] }
    }
}

extension HARFacts.Message {
    fileprivate init?(_ node: JSONNode) {
        guard let text = node["data"]?.string else { return nil }
        if case .number(let token)? = node["time"] { time = Double(token) ?? 0 } else { time = 0 }
        isSent = node["type"]?.string == "send"
        self.text = text
    }
}

extension JSONNode {
    /// A short word of letters, digits and hyphens. Anything longer could be a secret.
    fileprivate var word: String? {
        guard let text = string, !text.isEmpty, text.utf8.count <= 20,
            text.utf8.allSatisfy({ $0.isAlphanumeric || $0 == 0x2D || $0 == 0x5F })
        else { return nil }
        return text
    }

    /// A number of bytes.
    fileprivate var count: Int? {
        guard case .number(let token) = self, let number = Double(token), number >= 0, number < 1e15 else { return nil }
        return Int(number)
    }
}
