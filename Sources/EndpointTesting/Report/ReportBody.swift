/// A body for the page: as text if it is one, otherwise in base64.
struct ReportBody {
    private let data: Data
    private let type: String

    init(_ data: Data, _ type: String) {
        (self.data, self.type) = (data, type)
    }

    /// The body, cut or left out where it is too large. What is in the page counts towards the budget.
    func node(_ limits: ReportLimits, _ budget: inout Int) -> JSONNode {
        let isPicture = MediaType(type)?.type == "image"
        if isPicture, data.count > limits.picture {
            return missing("The picture is left out, because it is larger than \(limits.picture) bytes.", data.count)
        }
        let shown = isPicture ? data : data.prefix(limits.body)
        guard shown.count <= budget else {
            return missing("The body is left out, because the page would become too large.", data.count)
        }
        budget -= shown.count
        var members = about(data.count)
        if let text = Self.text(shown, isCut: shown.count < data.count) {
            members.append(("text", .string(text)))
        } else {
            members.append(("base64", .string(shown.base64EncodedString())))
        }
        if shown.count < data.count { members += [("cut", .bool(true)), ("shown", JSONNode(shown.count))] }
        return JSONNode(members)
    }

    /// A body that is not in the page, with the reason.
    func missing(_ reason: String, _ size: Int) -> JSONNode {
        JSONNode(about(size) + [("missing", .string(reason))])
    }

    private func about(_ size: Int) -> [(String, JSONNode)] {
        [("size", JSONNode(size)), ("type", .string(type))]
    }

    /// The text, if the bytes are readable. A cut one may end within a character.
    private static func text(_ data: Data, isCut: Bool) -> String? {
        (0...(isCut ? min(3, data.count) : 0)).lazy.compactMap { data.dropLast($0).readableText }.first
    }
}

/// The events of a stream and the messages of a WebSocket with their times, for the page.
struct ReportEvents {
    /// How many are in the page.
    private static let limit = 5000
    private static let longest = 64 << 10

    /// Time in milliseconds since the exchange began, type, identifier, text. Nil if there are none.
    let node: JSONNode?

    init(_ interaction: Interaction, _ messages: [HARFacts.Message]) {
        let start = interaction.startedDateTime.timeIntervalSince1970
        let events: [JSONNode]
        if !messages.isEmpty {
            events = messages.prefix(Self.limit).map {
                Self.event(.seconds(max(0, $0.time - start)), $0.isSent ? "send" : "receive", "", $0.text)
            }
        } else {
            events = Self.pieces(of: interaction).prefix(Self.limit).map {
                Self.event($0.time, $0.type, $0.id, $0.text)
            }
        }
        node = events.isEmpty ? nil : .array(events)
    }

    private static func event(_ time: Duration, _ type: String, _ id: String, _ text: String) -> JSONNode {
        let cut = text.utf8.count > longest ? String(decoding: text.utf8.prefix(longest), as: UTF8.self) + "…" : text
        return .array([ReportEntryWriter.time(time), .string(type), .string(id), .string(cut)])
    }

    private struct Piece {
        let time: Duration
        let type: String
        let id: String
        let text: String
    }

    /// Server-sent events, lines of JSON, or the pieces in which another body arrived.
    private static func pieces(of interaction: Interaction) -> [Piece] {
        guard let response = interaction.response, !response.body.isEmpty else { return [] }
        let arrivals = Arrivals(interaction)
        switch ReportKind(interaction, HARFacts()).name {
        case "stream" where MediaType(response.contentType)?.subtype == "event-stream":
            return ServerSentEvent.events(of: response.body).map { event, end in
                Piece(time: arrivals.time(at: end), type: event.type, id: event.id, text: event.data)
            }
        case "stream":
            var end = 0
            return response.body.split(separator: 0x0A, omittingEmptySubsequences: false).compactMap { line in
                end += line.count + 1
                if line.allSatisfy({ $0 <= 0x20 }) { return nil }
                let text = String(decoding: line, as: UTF8.self)
                return Piece(time: arrivals.time(at: min(end, response.body.count)), type: "line", id: "", text: text)
            }
        default:
            guard interaction.chunks.count > 1 else { return [] }
            return interaction.chunks.map {
                Piece(time: arrivals.start + $0.time, type: "piece", id: "", text: $0.length.counted("byte"))
            }
        }
    }

    /// When each byte of a body arrived, as far as it was recorded.
    private struct Arrivals {
        let start: Duration
        private let ends: [Int]
        private let chunks: [Interaction.Chunk]

        init(_ interaction: Interaction) {
            let timing = interaction.timing
            start = timing.blocked + timing.send + timing.wait
            chunks = interaction.chunks
            ends = interaction.chunkEnds(in: interaction.response?.body.count ?? 0) ?? []
        }

        func time(at end: Int) -> Duration {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if ends[middle] < end { low = middle + 1 } else { high = middle }
            }
            return low < ends.count ? start + chunks[low].time : start
        }
    }
}
