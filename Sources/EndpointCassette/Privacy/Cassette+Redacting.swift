extension Interaction.Request {
    /// This request with its secrets replaced by the placeholders of the ledger, which is told the new ones.
    public func redacted(by redaction: Redaction, into ledger: inout PlaceholderTable) -> Interaction.Request {
        var replacement = SecretReplacement(redaction: redaction, ledger: ledger)
        defer { ledger = replacement.ledger }
        var redacted = self
        redacted.url = replacement.url(url)
        redacted.headers = headers.map { replacement.header($0) }
        if let body { redacted.body?.data = replacement.body(body.data, body.contentType) }
        return redacted
    }
}

extension Interaction {
    /// This exchange with its secrets replaced by the placeholders of the ledger, which is told the new ones.
    ///
    /// It is done once, here; all that a file says about the exchange is derived from the result.
    public func redacted(by redaction: Redaction, into ledger: inout PlaceholderTable) -> Interaction {
        var redacted = self
        redacted.request = request.redacted(by: redaction, into: &ledger)
        var replacement = SecretReplacement(redaction: redaction, ledger: ledger)
        defer { ledger = replacement.ledger }
        switch outcome {
        case .response(var response):
            response.headers = response.headers.map { replacement.header($0) }
            response.body = replacement.body(response.body, response.contentType)
            redacted.outcome = .response(response)
            redacted.chunks = Chunk.resized(chunks, from: self.response?.body.count ?? 0, to: response.body.count)
        case .failure(var failure):
            failure.message = replacement.text(failure.message)
            redacted.outcome = .failure(failure)
        }
        redacted.note = note.map { replacement.text($0) }
        return redacted
    }
}

extension Interaction.Chunk {
    /// The same pieces of a body that has become longer or shorter, at about the same places.
    fileprivate static func resized(
        _ chunks: [Interaction.Chunk], from old: Int, to new: Int
    ) -> [Interaction.Chunk] {
        guard old != new, old > 0 else { return chunks }
        var (end, placed) = (0, 0)
        return chunks.map { chunk in
            end += chunk.length
            let position = min(new, end * new / old)
            defer { placed = position }
            return Interaction.Chunk(length: position - placed, time: chunk.time)
        }
    }
}

extension Cassette {
    /// This cassette with its secrets replaced by the placeholders of the ledger, which is told the new ones.
    public func redacted(by redaction: Redaction, into ledger: inout PlaceholderTable) -> Cassette {
        var redacted = self
        redacted.interactions = interactions.map { $0.redacted(by: redaction, into: &ledger) }
        return redacted
    }

    /// This cassette, which says which placeholders it holds.
    func listingRedactions() -> Cassette {
        var listing = self
        let placeholders = interactions.flatMap {
            PlaceholderScan.placeholders(in: $0.request) + PlaceholderScan.placeholders(in: $0.outcome)
        }
        let numbers = interactions.flatMap {
            PlaceholderScan.numbers(in: $0.request).map(\.number) + PlaceholderScan.numbers(in: $0.outcome)
        }
        listing.redactions = Set(placeholders).sorted().map(\.text) + Set(numbers).sorted().map(\.text)
        return listing
    }
}
