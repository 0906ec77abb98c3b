/// Finds the numbered placeholders in what a cassette holds, as they are or percent-encoded.
enum PlaceholderScan {
    private static let openings = [Array("{{secret:".utf8), Array("%7B%7Bsecret%3A".utf8)]
    private static let closings = [Array("}}".utf8), Array("%7D%7D".utf8)]

    /// The placeholders of a request, in their order.
    static func placeholders(in request: Interaction.Request) -> [SecretPlaceholder] {
        found(in: request.url.utf8).map(\.placeholder)
            + request.headers.flatMap { found(in: $0.value.utf8).map(\.placeholder) }
            + (request.body.map { found(in: $0.data).map(\.placeholder) } ?? [])
    }

    /// The placeholders of an answer or a failure, in their order.
    static func placeholders(in outcome: Interaction.Outcome) -> [SecretPlaceholder] {
        switch outcome {
        case .response(let response):
            response.headers.flatMap { found(in: $0.value.utf8).map(\.placeholder) }
                + found(in: response.body).map(\.placeholder)
        case .failure(let failure): found(in: failure.message.utf8).map(\.placeholder)
        }
    }

    /// The numbers that stand for secrets in a request, in their order, each with the label of the field that it is in.
    static func numbers(in request: Interaction.Request) -> [(number: SecretNumber, label: String)] {
        guard let body = request.body?.data, !body.isEmpty else { return [] }
        let bytes = Array(body)
        return SecretNumber.all(in: bytes).map { match in
            let gap = RedactionGaps.Gap(
                secret: bytes[match.range], before: bytes[..<match.range.lowerBound].suffix(2048))
            return (match.number, SecretPlaceholder.label(gap.key ?? "body"))
        }
    }

    /// The numbers that stand for secrets in an answer.
    static func numbers(in outcome: Interaction.Outcome) -> [SecretNumber] {
        guard case .response(let response) = outcome else { return [] }
        return (response.headers.map { Data($0.value.utf8) } + [response.body]).flatMap {
            SecretNumber.all(in: $0).map(\.number)
        }
    }

    /// The text with a plain mark for each placeholder, which every redaction knows and leaves alone.
    static func shielded(_ text: String) -> String {
        let bytes = shielded(text.utf8)
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// The body with a plain mark for each placeholder.
    static func shielded(_ body: Data) -> Data {
        shielded(body).map { Data($0) } ?? body
    }

    private static func shielded(_ source: some Collection<UInt8>) -> [UInt8]? {
        let found = found(in: source)
        guard !found.isEmpty else { return nil }
        var rewriter = Rewriter(Array(source))
        for match in found { rewriter.replace(match.range, with: RedactionGaps.mark) }
        return rewriter.result
    }

    private static func found(
        in source: some Collection<UInt8>
    ) -> [(range: Range<Int>, placeholder: SecretPlaceholder)] {
        source.withContiguousStorageIfAvailable { search($0) } ?? Array(source).withUnsafeBufferPointer { search($0) }
    }

    private static func search(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [(range: Range<Int>, placeholder: SecretPlaceholder)] {
        var found: [(range: Range<Int>, placeholder: SecretPlaceholder)] = []
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == UInt8(ascii: "{") || byte == .percent, let match = placeholder(at: position, in: bytes) else {
                position += 1
                continue
            }
            found.append(match)
            position = match.range.upperBound
        }
        return found
    }

    private static func placeholder(
        at start: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> (range: Range<Int>, placeholder: SecretPlaceholder)? {
        guard let kind = openings.firstIndex(where: { stands($0, at: start, in: bytes) }) else { return nil }
        let inner = start + openings[kind].count
        let end = (inner..<min(bytes.count, inner + 60)).first { stands(closings[kind], at: $0, in: bytes) }
        guard let range = end.map({ start..<($0 + closings[kind].count) }) else { return nil }
        let text = PercentForm.decoded(Substring(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self))
        return SecretPlaceholder(text).map { (range, $0) }
    }

    /// The bytes, whatever the case of the letters.
    private static func stands(_ word: [UInt8], at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        start + word.count <= bytes.count
            && word.indices.allSatisfy { word[$0].lowercased == bytes[start + $0].lowercased }
    }
}
