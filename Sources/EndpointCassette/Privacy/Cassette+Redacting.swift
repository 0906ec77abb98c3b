extension Cassette {
    /// This cassette with its secrets replaced by the placeholders of the table, to which new ones are added.
    package func redacted(by redaction: Redaction, into table: inout PlaceholderTable) -> Cassette {
        var redacted = self
        redacted.interactions = interactions.map { $0.redacted(by: redaction, into: &table) }
        return redacted
    }

    /// This cassette with the list of the placeholders that it holds.
    func listingRedactions() -> Cassette {
        var listing = self
        let placeholders = interactions.flatMap { $0.request.placeholders + $0.outcome.placeholders }
        let numbers = interactions.flatMap { $0.request.secretNumbers.map(\.number) + $0.outcome.secretNumbers }
        listing.redactions = Set(placeholders).sorted().map(\.text) + Set(numbers).sorted().map(\.text)
        return listing
    }
}

extension Interaction {
    /// This exchange with its secrets replaced by the placeholders of the table, to which new ones are added.
    ///
    /// Everything that a file contains about the exchange is derived from the result.
    package func redacted(by redaction: Redaction, into table: inout PlaceholderTable) -> Interaction {
        var redacted = self
        redacted.request = request.redacted(by: redaction, into: &table)
        table.keepValues(of: self, by: redaction)
        table.redacting(redaction) { redactor in
            switch outcome {
            case .response(var response):
                response.headers = redactor.headers(response.headers)
                response.reason = redactor.text(response.reason)
                response.url = response.url.map(redactor.url)
                response.body = redactor.redactor.body(response.body, contentType: response.mediaType)
                redacted.outcome = .response(response)
                redacted.chunks = Chunk.resized(chunks, from: self.response?.body.count ?? 0, to: response.body.count)
            case .failure(var failure):
                failure.message = redactor.text(failure.message)
                redacted.outcome = .failure(failure)
            }
            redacted.interruption = interruption.map { Failure($0.code, message: redactor.text($0.message)) }
            redacted.note = note.map(redactor.text)
            for index in steps.indices { redacted.steps[index].text = redactor.text(steps[index].text) }
            redacted.metrics?.remoteAddress = metrics?.remoteAddress.map(redactor.text)
            redacted.metrics?.connectionID = metrics?.connectionID.map(redactor.text)
        }
        return redacted
    }
}

extension PlaceholderTable {
    /// Keeps the values of an exchange at the places that the user has excluded from redaction.
    mutating func keepValues(of interaction: Interaction, by redaction: Redaction) {
        keep(interaction.values(at: redaction.keptPlaces))
    }
}

extension Interaction {
    /// The texts and numbers at places of the JSON in both bodies, each place as the keys on the way from the root.
    fileprivate func values(at places: Set<[String]>) -> [String] {
        guard !places.isEmpty else { return [] }
        let nodes = [request.body?.data, response?.body].compactMap { $0.flatMap { JSONParser.node($0) } }
        return places.flatMap { place in nodes.flatMap { $0.values(at: place[...]) } }
    }
}

extension JSONNode {
    /// The texts and numbers below a place; all elements of an array are the same place.
    fileprivate func values(at place: ArraySlice<String>) -> [String] {
        switch self {
        case .null, .bool: return []
        case .string(let text), .number(let text): return place.isEmpty ? [text] : []
        case .array(let elements): return elements.flatMap { $0.values(at: place) }
        case .object(let members):
            guard let key = place.first else { return members.flatMap { $0.value.values(at: place) } }
            return members.filter { $0.key == key }.flatMap { $0.value.values(at: place.dropFirst()) }
        }
    }
}

extension Interaction.Request {
    /// This request with its secrets replaced by the placeholders of the table, to which new ones are added.
    package func redacted(by redaction: Redaction, into table: inout PlaceholderTable) -> Interaction.Request {
        var redacted = self
        table.redacting(redaction) { redactor in
            redacted.url = redactor.url(url)
            redacted.headers = redactor.headers(headers)
            if let body {
                let type = body.contentType.isEmpty ? nil : body.contentType
                redacted.body?.data = redactor.redactor.body(body.data, contentType: type)
            }
        }
        return redacted
    }
}

extension Interaction.Response {
    fileprivate var mediaType: String? { contentType.isEmpty ? nil : contentType }
}

extension Interaction.Chunk {
    /// The same chunks of a body that has become longer or shorter, at about the same places.
    fileprivate static func resized(
        _ chunks: [Interaction.Chunk], from old: Int, to new: Int
    ) -> [Interaction.Chunk] {
        guard old != new, old > 0 else { return chunks }
        var (end, placed) = (0, 0)
        return chunks.map { chunk in
            end += min(max(0, chunk.length), old - end)
            let position = min(new, end * new / old)
            defer { placed = position }
            return Interaction.Chunk(length: position - placed, time: chunk.time)
        }
    }
}
