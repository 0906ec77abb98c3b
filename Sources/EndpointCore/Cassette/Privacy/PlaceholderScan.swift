/// Finds the placeholders in what a cassette holds, in their order.
enum PlaceholderScan {
    static func placeholders(in request: Interaction.Request) -> [SecretPlaceholder] {
        placeholders(in: PercentForm.decoded(request.url[...]))
            + request.headers.flatMap { placeholders(in: $0.value) }
            + placeholders(in: request.body?.data ?? Data())
    }

    static func placeholders(in outcome: Interaction.Outcome) -> [SecretPlaceholder] {
        switch outcome {
        case .response(let response):
            response.headers.flatMap { placeholders(in: PercentForm.decoded($0.value[...])) }
                + placeholders(in: response.body)
        case .failure(let failure): placeholders(in: failure.message)
        }
    }

    private static func placeholders(in text: String) -> [SecretPlaceholder] {
        var text = text
        return text.withUTF8 { placeholders(in: $0) }
    }

    private static func placeholders(in body: Data) -> [SecretPlaceholder] {
        body.withUnsafeBytes { raw in
            raw.withMemoryRebound(to: UInt8.self) { bytes in
                placeholders(in: bytes) + encoded(in: bytes)
            }
        }
    }

    /// Those of a form, where they are percent-encoded.
    private static func encoded(in bytes: UnsafeBufferPointer<UInt8>) -> [SecretPlaceholder] {
        guard bytes.firstIndex(of: 0x25) != nil, find("%7B%7Bsecret", in: bytes, from: 0) != nil else { return [] }
        return placeholders(in: PercentForm.decoded(Substring(decoding: bytes, as: UTF8.self)))
    }

    private static func placeholders(in bytes: UnsafeBufferPointer<UInt8>) -> [SecretPlaceholder] {
        var found: [SecretPlaceholder] = []
        var position = 0
        while let start = find("{{secret:", in: bytes, from: position) {
            position = start + 9
            guard let end = find("}}", in: bytes, from: position) else { break }
            let text = String(decoding: bytes[start..<min(end + 2, start + 80)], as: UTF8.self)
            if let placeholder = SecretPlaceholder(text) { found.append(placeholder) }
        }
        return found
    }

    private static func find(_ word: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        let length = word.utf8CodeUnitCount
        guard bytes.count >= length, start <= bytes.count - length else { return nil }
        return (start...bytes.count - length).first { position in
            bytes[position] == word.utf8Start[0] && (1..<length).allSatisfy { bytes[position + $0] == word.utf8Start[$0] }
        }
    }
}
